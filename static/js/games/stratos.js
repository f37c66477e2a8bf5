"use strict";
// Point at a unit and the map shows how far it goes and strikes. What a thing is, its card says.
(() => {
  const AROUND = [[1, 0], [-1, 0], [0, 1], [0, -1]];

  const setUp = (board) => {
    board.dataset.ready = ""; // a replay has several boards, and each brings this file
    const tileAt = (row, col) => board.querySelector(`.st-tile[data-at="${row},${col}"]`);
    const unitAt = (at) => board.querySelector(`.st-unit[data-at="${at}"]`);
    const place = (piece) => piece.dataset.at.split(",").map(Number);
    const isFree = (tile, unit) => {
      const dry = !tile.classList.contains("t-lagoon") || "swims" in unit.dataset;
      return dry && !unitAt(tile.dataset.at);
    };

    // How far one Travel can take it: a step at a time over tiles where it may stand.
    const reach = (unit) => {
      const found = new Set();
      let edge = [place(unit)];
      for (let step = 0; step < Number(unit.dataset.step); step += 1) {
        const next = [];
        edge.forEach(([row, col]) => AROUND.forEach(([down, right]) => {
          const tile = tileAt(row + down, col + right);
          if (!tile || found.has(tile) || !isFree(tile, unit)) return;
          found.add(tile);
          next.push([row + down, col + right]);
        }));
        edge = next;
      }
      return found;
    };

    const strikes = (unit) => {
      const [row, col] = place(unit);
      const spans = unit.dataset.strikes.trim().split(" ").filter(Boolean).map((span) => span.split("-").map(Number));
      return [...board.querySelectorAll(".st-tile")].filter((tile) => {
        const [r, c] = place(tile);
        const range = Math.abs(r - row) + Math.abs(c - col);
        return spans.some(([low, high]) => low <= range && range <= high);
      });
    };

    const clear = () => {
      const shown = board.querySelectorAll(".in-reach, .in-strike, .pointed-at");
      shown.forEach((piece) => piece.classList.remove("in-reach", "in-strike", "pointed-at"));
    };

    const show = (piece) => {
      clear();
      piece.classList.add("pointed-at");
      if (!piece.classList.contains("st-unit")) return;
      reach(piece).forEach((tile) => tile.classList.add("in-reach"));
      strikes(piece).forEach((tile) => tile.classList.add("in-strike"));
    };

    // With nothing under the pointer (fingers lift), what an open card tells about is still shown.
    const around = board.closest("#board");
    const rest = () => {
      clear();
      const name = around.dataset.explaining;
      const told = name && board.querySelector(`.st-unit[data-name="${CSS.escape(name)}"]`);
      if (told) show(told);
    };
    const point = (event) => {
      const piece = event.target.closest(".st-unit, .st-tile");
      if (piece) show(piece);
      else rest();
    };
    board.addEventListener("pointerover", point);
    board.querySelector(".st-map").addEventListener("pointerleave", rest);
    new MutationObserver(rest).observe(around, { attributeFilter: ["data-explaining"] });

    // The tile under a unit can be the choice.
    board.addEventListener("click", (event) => {
      const unit = event.target.closest(".st-unit");
      if (!unit || unit.classList.contains("lit")) return;
      const tile = tileAt(...place(unit));
      if (!tile || !tile.classList.contains("lit")) return;
      event.stopPropagation();
      tile.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    });

    // What takes several Travels is lit more faintly than the next step.
    const markWalks = () => {
      const walks = [...document.querySelectorAll('#r-ask [value^="walk:"]')].map((answer) => answer.dataset.target);
      board.querySelectorAll(".st-tile").forEach((tile) => tile.classList.toggle("far", walks.includes(tile.dataset.name)));
    };
    markWalks();
    window.parallax.on?.("changed", markWalks);

    // The lists lie over the map only as long as they are wanted.
    const lists = board.querySelector(".st-lists");
    document.addEventListener("click", (event) => {
      if (lists.open && !lists.contains(event.target)) lists.open = false;
    });
    board.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && lists.open) lists.open = false;
    });
  };

  document.querySelectorAll(".stratos:not([data-ready])").forEach(setUp);
})();
