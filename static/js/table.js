"use strict";
// The page works without this file. It adds: clicking the board, message keys, connection state, page changes.
(() => {
  const root = document.getElementById("root");
  const byName = (name) => document.querySelectorAll(`[data-name="${CSS.escape(name)}"]`);

  // Each message carries a key of its own, so that one that is sent again after a reconnection counts once.
  document.addEventListener("htmx:ws:before:message:outgoing", (event) => {
    event.detail.message.values.key = Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join("");
    document.getElementById("refusal").replaceChildren();
  });

  const badge = document.getElementById("connection");
  const say = (text) => { if (badge) { badge.textContent = text; badge.dataset.state = text; } };
  document.addEventListener("htmx:ws:after:connection", () => say("connected"));
  document.addEventListener("htmx:ws:close", () => say("reconnecting"));

  // A choice that has a place on the board can be made there: the same option, the same form.
  const light = () => {
    document.querySelectorAll(".lit, .picked").forEach((el) => el.classList.remove("lit", "picked"));
    document.querySelectorAll("#r-ask [data-target]").forEach((el) => {
      if (el.dataset.target) byName(el.dataset.target).forEach((spot) => spot.classList.add("lit"));
    });
    syncPair();
  };
  const syncPair = () => {
    const pair = document.querySelector("#r-ask [data-pair]");
    if (!pair) return;
    const item = pair.querySelector("[data-item]"), slot = pair.querySelector("[data-slot]");
    pair.querySelector("[name=values]").value = `${item.value}>${slot.value}`;
    document.querySelectorAll(".picked").forEach((el) => el.classList.remove("picked"));
    [item, slot].forEach((list) => byName(list.selectedOptions[0].dataset.target).forEach((el) => el.classList.add("picked")));
  };
  document.addEventListener("change", (event) => { if (event.target.closest("[data-pair]")) syncPair(); });
  document.addEventListener("click", (event) => {
    const spot = event.target.closest("[data-name]");
    if (!spot) return;
    const same = document.querySelector(`#r-ask [data-target="${CSS.escape(spot.dataset.name)}"]`);
    if (!same) return;
    if (same.tagName === "OPTION") { same.selected = true; syncPair(); } else same.click();
  });

  document.addEventListener("htmx:ws:after:message:incoming", () => {
    const about = document.getElementById("r-about");
    if (about && (about.dataset.status === "lobby") !== (root.dataset.status === "lobby")) { location.reload(); return; }
    light();
  });
  light();
})();
