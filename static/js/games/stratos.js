"use strict";
// The map explains itself: point at or tap a unit to see how far it goes and strikes, a tile to read what it is.
(() => {
  document.querySelectorAll(".stratos:not([data-ready])").forEach((board) => {
    board.dataset.ready = ""; // a replay has several boards, and each brings this file
    const $$ = (selector) => board.querySelectorAll(selector);
    const say = board.querySelector(".st-say");
    let kept = null; // what was tapped stays explained until the next tap

    const tileAt = (row, col) => board.querySelector(`.st-tile[data-at="${row},${col}"]`);
    const unitAt = (at) => board.querySelector(`.st-unit[data-at="${at}"]`);
    const place = (el) => el.dataset.at.split(",").map(Number);
    const open = (tile, unit) => !unitAt(tile.dataset.at) && (!tile.classList.contains("t-lagoon") || "swims" in unit.dataset);

    // How far one Travel can take it: a step at a time over tiles where it may stand.
    const reach = (unit) => {
      let edge = [place(unit)];
      const found = new Set();
      for (let step = 0; step < Number(unit.dataset.step); step += 1) {
        const next = [];
        edge.forEach(([row, col]) => [[1, 0], [-1, 0], [0, 1], [0, -1]].forEach(([dr, dc]) => {
          const tile = tileAt(row + dr, col + dc);
          if (tile && !found.has(tile) && open(tile, unit)) { found.add(tile); next.push([row + dr, col + dc]); }
        }));
        edge = next;
      }
      return found;
    };
    const strikes = (unit) => {
      const [row, col] = place(unit);
      const spans = unit.dataset.strikes.trim().split(" ").filter(Boolean).map((span) => span.split("-").map(Number));
      return Array.from($$(".st-tile")).filter((tile) => {
        const [r, c] = place(tile), range = Math.abs(r - row) + Math.abs(c - col);
        return spans.some(([low, high]) => low <= range && range <= high);
      });
    };

    const clear = () => {
      $$(".in-reach, .in-strike, .looked-at").forEach((el) => el.classList.remove("in-reach", "in-strike", "looked-at"));
      say.hidden = true;
    };
    const explain = (el) => {
      clear();
      const title = el.querySelector("title");
      if (title) { say.textContent = title.textContent; say.hidden = false; }
      // The words never lie over what they are about.
      const map = board.querySelector(".st-map").getBoundingClientRect(), here = el.getBoundingClientRect();
      say.classList.toggle("up", here.top + here.height / 2 > map.top + map.height / 2);
      el.classList.add("looked-at");
      if (!el.classList.contains("st-unit")) return;
      reach(el).forEach((tile) => tile.classList.add("in-reach"));
      strikes(el).forEach((tile) => tile.classList.add("in-strike"));
    };
    const again = () => { if (kept && kept.isConnected) explain(kept); else { kept = null; clear(); } };

    board.addEventListener("pointerover", (event) => {
      if (event.pointerType !== "mouse") return;
      const el = event.target.closest(".st-unit, .st-tile");
      if (el) explain(el); else again();
    });
    board.querySelector(".st-map").addEventListener("pointerleave", again);
    board.addEventListener("click", (event) => {
      const el = event.target.closest(".st-unit, .st-tile");
      if (!el) return;
      // The tile under a unit can be the choice.
      if (el.classList.contains("st-unit") && !el.classList.contains("lit")) {
        const tile = tileAt(...place(el));
        if (tile && tile.classList.contains("lit")) tile.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      }
      kept = kept === el ? null : el;
      again();
    });

    // On a phone the panels are sheets over the map, one at a time.
    board.addEventListener("click", (event) => {
      const button = event.target.closest("[data-show]");
      if (!button) return;
      board.dataset.sheet = board.dataset.sheet === button.dataset.show ? "" : button.dataset.show;
      $$("[data-show]").forEach((other) => other.setAttribute("aria-expanded", String(other.dataset.show === board.dataset.sheet)));
    });
    document.addEventListener("htmx:ws:after:message:incoming", () => { if (kept) again(); });
  });
})();
