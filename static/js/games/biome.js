"use strict";
// The Glass Acre: what a step costs stands on the tile itself, and a small map shows the whole acre.
(() => {
  if (window.glassAcre) return; // several boards on a replay page share one script
  window.glassAcre = true;
  const make = (name, attributes, text) => {
    const el = document.createElementNS("http://www.w3.org/2000/svg", name);
    Object.entries(attributes).forEach(([key, value]) => el.setAttribute(key, value));
    if (text) el.textContent = text;
    return el;
  };

  // Prices -------------------------------------------------------------------------------------------------------------
  // The words are those of the buttons: "2 actions, 1 Supply" is 2 and a rope.
  const short = (note) => {
    const [actions, supplies] = [/(\d+) action/, /(\d+) Suppl/].map((pattern) => (note.match(pattern) || [])[1]);
    return `${actions || 0}${supplies ? `+${supplies}S` : ""}`;
  };
  const WAYS = '#r-ask button[data-target^="hex-"]:is([value^="move:"], [value^="explore:"], [value^="ride:"], [value^="walk:"])';
  const prices = () => {
    const layer = document.querySelector("#acre-costs");
    const tiles = document.querySelector("#r-tiles");
    if (!layer || !tiles) return;
    const group = make("g", {});
    const seen = new Set();
    tiles.querySelectorAll(".far").forEach((tile) => tile.classList.remove("far"));
    document.querySelectorAll(WAYS).forEach((button) => {
      const name = button.dataset.target;
      const tile = tiles.querySelector(`[data-name="${CSS.escape(name)}"]`);
      const note = button.querySelector(".price");
      if (!tile || !note || seen.has(name)) return;
      seen.add(name);
      const kind = button.value.split(":")[0];
      if (kind === "walk") tile.classList.add("far");
      const text = short(note.textContent);
      const half = 7 + text.length * 4.4;
      const badge = make("g", { class: `cost v-${kind}`, transform: tile.getAttribute("transform") });
      const [x, y] = tile.classList.contains("t-empty") ? [0, 0] : [-29, -33]; // beside what lies on the tile
      badge.append(make("rect", { x: x - half, y: y - 11, width: 2 * half, height: 22, rx: 11 }), make("text", { x, y: y + 5.5 }, text));
      group.append(badge);
    });
    layer.replaceChildren(group);
  };

  // The small map ------------------------------------------------------------------------------------------------------
  const box = () => document.querySelector(".acre [data-panzoom]");
  const overview = () => {
    const over = document.querySelector("[data-over]");
    const map = box() && window.parallax?.panzoom?.(box());
    if (!over || !map) return;
    const { view, all } = map.seen();
    over.hidden = view[2] >= all[2] - 1;
    const frame = over.querySelector("[data-frame]");
    ["x", "y", "width", "height"].forEach((key, index) => frame?.setAttribute(key, String(view[index])));
  };
  document.addEventListener("click", (event) => {
    const svg = event.target.closest?.("[data-over] svg");
    if (!svg) return;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    window.parallax.panzoom(box())?.show(point.x, point.y);
  });

  const draw = () => {
    prices();
    overview();
  };
  document.addEventListener("htmx:ws:after:message:incoming", draw);
  prices();
  addEventListener("load", () => {
    window.parallax?.follow?.(overview);
    draw();
  });
})();
