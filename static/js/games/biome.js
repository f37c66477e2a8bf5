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
})();
