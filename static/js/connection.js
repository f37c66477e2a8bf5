"use strict";
// The connection: what it is doing, message keys, a way without a websocket, forms that are posted quietly.
(() => {
  const { root, $, on } = window.parallax;
  const here = `${root.dataset.base}/t/${root.dataset.code}`;
  let connected = false;
  let failures = 0;

  const say = (text) => {
    const badge = $("#connection");
    if (!badge) return;
    badge.textContent = text;
    badge.dataset.state = text;
  };

  // Each message carries a key of its own, so that one that is sent again after a reconnection counts once.
  const messageKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join("");
  document.addEventListener("htmx:ws:before:message:outgoing", (event) => {
    const values = event.detail.message.values;
    values.key = messageKey();
    if (values.do !== "seen") $("#refusal").replaceChildren();
  });

  // What changed a little comes as what changed in its text (app/web/patches.py): the page keeps the text of each region,
  // and makes a whole of it before anybody looks. A new connection begins with everything.
  const texts = new Map();
  const partial = /<hx-partial hx-target="#(r-[\w-]+)" hx-swap="outerMorph"(?: data-keep="([\d ]+)")?>([^]*?)<\/hx-partial>/g;
  const whole = (all, target, keep, words) => {
    let text = words;
    if (keep !== undefined) {
      const before = texts.get(target);
      if (before === undefined) return ""; // from a connection that is gone: the next one sends it again
      const places = keep.split(" ").map(Number);
      text = before.slice(places[0], places[1]);
      words.split("\x1f").forEach((part, number) => {
        text += part + before.slice(places[2 * number + 2], places[2 * number + 3]);
      });
    }
    if (target !== "r-ask" || text.includes(" data-asked=")) texts.set(target, text);
    return keep === undefined ? all : `<hx-partial hx-target="#${target}" hx-swap="outerMorph">${text}</hx-partial>`;
  };
  document.addEventListener("htmx:ws:after:connection", () => texts.clear());
  document.addEventListener("htmx:ws:before:message:incoming", (event) => {
    const { message } = event.detail;
    if (typeof message.data === "string") message.data = message.data.replace(partial, whole);
  });

  const refreshChat = async () => {
    const list = $("#chat");
    if (!list) return;
    const reply = await fetch(`${here}/chat`);
    if (reply.ok) list.outerHTML = await reply.text();
  };

  // Connected is who has been sent how things stand: before that, a press or a key would meet what is about to be replaced.
  document.addEventListener("htmx:ws:after:connection", refreshChat);
  on("changed", () => {
    connected = true;
    if ($("#connection")?.dataset.state !== "connected") say("connected");
  });
  document.addEventListener("htmx:ws:close", (event) => {
    if (!connected && ++failures === 2) {
      withoutSocket();
      return;
    }
    if (!connected && failures > 2) return;
    const code = event.detail && event.detail.code;
    say(code >= 4400 && code < 4500 ? "closed" : "reconnecting");
  });

  // Where no websocket passes: forms are posted as in the old days, and a stream of events says when to look again.
  const withoutSocket = () => {
    say("without websocket");
    if (root.dataset.status === "lobby") {
      setTimeout(() => location.reload(), 4000);
      return;
    }
    document.addEventListener("submit", postInstead, true);
    // The stream begins with everything; something may have happened between this page and its beginning.
    const newest = (html) => Math.max(0, ...Array.from(html.matchAll(/data-moment="(\d+)"/g), ([, moment]) => Number(moment)));
    let first = true;
    new EventSource(`${here}/events${location.search}`).addEventListener("message", ({ data }) => {
      if (!first || newest(data) > newest($("#log").innerHTML)) location.reload();
      first = false;
    });
  };
  const postInstead = (event) => {
    const form = event.target.closest("form");
    if (!form || !form.hasAttribute("hx-ws:send")) return;
    event.stopImmediatePropagation(); // the browser sends it itself
    form.method = "post";
    form.action = `${here}/act${location.search}`;
  };

  // Forms that change nothing on this page are sent quietly.
  document.addEventListener("submit", async (event) => {
    const form = event.target.closest("[data-quiet-post]");
    if (!form) return;
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form, event.submitter));
    const reply = await fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" } });
    if (!reply.ok || reply.status === 200) {
      const words = document.createElement("p");
      words.textContent = "That did not work.";
      $("#refusal").replaceChildren(words);
      return;
    }
    if (form.classList.contains("composer")) form.elements.words.value = "";
  });
})();
