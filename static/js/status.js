"use strict";
(() => {
  const line = document.getElementById("ws-check");
  const tell = (good, words) => {
    line.className = good ? "good" : "bad";
    line.firstElementChild.textContent = `${good ? "✓" : "✗"} Websocket`;
    line.lastElementChild.textContent = words;
  };
  const began = performance.now();
  const socket = new WebSocket(new URL(line.dataset.url, location.href.replace(/^http/, "ws")));
  socket.onopen = () => socket.send("hello");
  socket.onmessage = (event) => {
    const seen = JSON.parse(event.data);
    const secure = location.protocol === "https:" ? seen.scheme === "wss" : true;
    tell(secure, secure ? `It passes; one answer took ${Math.round(performance.now() - began)} ms.` : "It passes, but the proxy does not say that it came over https (X-Forwarded-Proto).");
  };
  socket.onerror = () => tell(false, "It does not pass. The proxy must hand on Upgrade and Connection headers; see the guide for hosts.");
})();
