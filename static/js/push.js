"use strict";
// The button that lets this browser be told.
(() => {
  const button = document.querySelector("[data-push]");
  if (!button || !("serviceWorker" in navigator) || !("PushManager" in window)) return;
  const base = button.dataset.push, state = document.querySelector("[data-push-state]");
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
  const post = (path, body) => fetch(base + path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  const show = (subscription) => { button.hidden = false; button.textContent = subscription ? "No longer in this browser" : "Tell me in this browser"; };
  navigator.serviceWorker.register(`${base}/worker.js`, { scope: `${base}/` }).then(async (worker) => {
    let subscription = await worker.pushManager.getSubscription();
    show(subscription);
    button.addEventListener("click", async () => {
      try {
        if (subscription) {
          await post("/me/push/stop", { endpoint: subscription.endpoint });
          await subscription.unsubscribe();
          subscription = null;
        } else {
          const { key } = await (await fetch(`${base}/me/push`)).json();
          subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
          const { endpoint, keys } = subscription.toJSON();
          const reply = await post("/me/push", { endpoint, p256dh: keys.p256dh, auth: keys.auth });
          if (!reply.ok) throw new Error("the server did not take it");
        }
        state.textContent = "";
      } catch (error) { state.textContent = `That did not work: ${error.message}`; }
      show(subscription);
    });
  });
})();
