"use strict";
// The board's turn, told again step by step: each deed lights up in the list and on the map.
(() => {
  if (window.glassAcre) return; // several boards on a replay page share one script
  window.glassAcre = true;
  let timer = 0, at = -1;
  const steps = () => Array.from(document.querySelectorAll("#r-board_turn [data-deed]"));
  const caption = (html) => document.querySelectorAll("[data-told]").forEach((el) => { el.hidden = !html; el.replaceChildren(...(html ? Array.from(html.cloneNode(true).childNodes) : [])); });
  const clear = () => { document.querySelectorAll(".told").forEach((el) => el.classList.remove("told")); caption(null); };
  const label = (text) => { const button = document.querySelector("[data-account-play]"); if (button) button.textContent = text; };
  const stop = () => { clearInterval(timer); timer = 0; label("▶ Replay"); };
  const show = (place) => {
    const all = steps();
    clear();
    at = Math.max(-1, Math.min(all.length, place));
    const deed = all[at];
    if (!deed) return false;
    deed.classList.add("told");
    caption(deed);
    deed.parentElement.scrollTop = deed.offsetTop - deed.parentElement.offsetTop - deed.parentElement.clientHeight / 3;
    if (deed.dataset.at) document.querySelectorAll(`[data-name="${CSS.escape(deed.dataset.at)}"]`).forEach((tile) => tile.classList.add("told"));
    return true;
  };
  const play = () => {
    if (timer) { stop(); return; }
    if (at + 1 >= steps().length) at = -1;
    label("❚❚ Pause");
    const map = document.querySelector('.acre-tabs input[value="map"]'); // on a phone the story is told on the map
    if (map && map.offsetParent) map.checked = true;
    const next = () => { if (!show(at + 1)) { stop(); clear(); at = -1; } };
    next();
    timer = setInterval(next, 1400);
  };
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-account-play]")) play();
    else if (event.target.closest("[data-account-back]")) { stop(); show(at - 1); }
    else if (event.target.closest("[data-account-on]")) { stop(); show(at + 1); }
    else {
      const deed = event.target.closest("[data-deed]");
      if (deed) { stop(); show(Number(deed.dataset.deed)); }
    }
  });

  // On a phone only one pane is open: a new account is announced on its tab.
  const account = () => document.querySelector("#r-board_turn")?.dataset.account;
  let told = account();
  const question = () => document.querySelector("#r-ask")?.dataset.asked;
  let asked = question();

  // On a phone a map of many tiles is too small to be tapped: my turn begins close to where I stand.
  const acting = () => !!document.querySelector('#r-ask button[value="end"]');
  let turn = false;
  const approach = () => {
    const before = turn;
    turn = acting();
    const tile = document.querySelector("#r-tiles .tile .ground");
    if (!turn || before || !tile || !matchMedia("(max-width: 59.99rem)").matches) return;
    const width = tile.getBoundingClientRect().width;
    if (width > 0 && width < 36) document.querySelector('[data-panzoom] .zoom [aria-label="To me"]')?.click();
  };
  document.addEventListener("htmx:ws:after:message:incoming", () => {
    const mine = question();
    if (mine !== asked && mine) document.querySelector("#prompt").scrollTop = 0; // a new question is read from its beginning
    asked = mine;
    const now = account();
    if (now === told) return;
    told = now;
    stop();
    at = -1;
    document.querySelectorAll('.acre-tabs input[value="turn"]:not(:checked)').forEach((tab) => { tab.parentElement.dataset.new = ""; });
  });
  document.addEventListener("change", (event) => { if (event.target.closest(".acre-tabs")) delete event.target.parentElement.dataset.new; });

  // What a step costs stands on the tile itself; the words are those of the buttons.
  const make = (name, attributes, text) => {
    const el = document.createElementNS("http://www.w3.org/2000/svg", name);
    Object.entries(attributes).forEach(([key, value]) => el.setAttribute(key, value));
    if (text) el.textContent = text;
    return el;
  };
  const short = (note) => {
    const [actions, supplies] = [/(\d+) action/, /(\d+) Suppl/].map((pattern) => (note.match(pattern) || [])[1]);
    return `${actions || 0}${supplies ? `+${supplies}S` : ""}`;
  };
  const same = (target) => Array.from(document.querySelectorAll("#r-ask button[data-target]")).filter((el) => el.dataset.target === target);
  const prices = () => {
    const layer = document.querySelector("#acre-costs"), frame = document.querySelector("#r-tiles > g");
    if (!layer || !frame) return;
    const group = make("g", { transform: frame.getAttribute("transform") });
    document.querySelectorAll('#r-ask button[data-target^="hex-"]:is([value^="move:"], [value^="explore:"], [value^="ride:"])').forEach((button) => {
      const tile = frame.querySelector(`[data-name="${CSS.escape(button.dataset.target)}"]`), note = button.querySelector(".note");
      if (!tile || !note || same(button.dataset.target)[0] !== button) return;
      const text = short(note.textContent), wide = 6 + text.length * 4.2;
      const badge = make("g", { class: `cost v-${button.value.split(":")[0]}`, transform: tile.getAttribute("transform") });
      const [x, y] = tile.classList.contains("t-empty") ? [0, 28] : [-29, -33]; // beside what lies on the tile
      badge.append(make("rect", { x: x - wide, y: y - 10, width: 2 * wide, height: 20, rx: 10 }), make("text", { x, y: y + 5 }, text));
      group.append(badge);
    });
    layer.replaceChildren(group);
  };

  // A tap on the map does at once what can be taken back. What cannot, and what is ambiguous, is shown first: a second tap, or
  // a button, does it.
  let armed = null;
  const preview = document.querySelector("[data-preview]");
  const disarm = () => { armed = null; if (preview) { preview.hidden = true; preview.replaceChildren(); } document.querySelectorAll(".armed").forEach((el) => el.classList.remove("armed")); };
  const arm = (spot, buttons) => {
    disarm();
    armed = spot.dataset.name;
    spot.classList.add("armed");
    buttons.forEach((button) => {
      const twin = document.createElement("button");
      twin.type = "button";
      twin.append(...Array.from(button.querySelector("span").cloneNode(true).childNodes));
      twin.addEventListener("click", () => { disarm(); button.click(); });
      preview.append(twin);
    });
    preview.hidden = false;
  };
  document.addEventListener("click", (event) => {
    const spot = event.target.closest(".map [data-name]");
    if (!spot) { if (!event.target.closest("[data-preview]")) disarm(); return; }
    const buttons = same(spot.dataset.name);
    if (!preview || !buttons.length || armed === spot.dataset.name) { disarm(); return; }
    if (buttons.length === 1 && /^(move|ride|pick):/.test(buttons[0].value)) { disarm(); return; }
    event.stopPropagation();
    arm(spot, buttons);
  }, true);
  document.addEventListener("htmx:ws:after:message:incoming", () => { if (armed && !same(armed).length) disarm(); prices(); approach(); });
  prices();
  addEventListener("load", approach); // by then the map has its buttons
})();
