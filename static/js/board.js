"use strict";
// Pan and zoom for every element with data-panzoom around an SVG: one finger pans after 8 px, two pinch, double tap zooms,
// the wheel zooms, and there are buttons and keys for the same.
(() => {
  const setup = (box) => {
    const svg = () => box.querySelector("svg");
    const whole = svg().getAttribute("viewBox").split(" ").map(Number);
    let view = whole.slice();
    const draw = () => svg().setAttribute("viewBox", view.join(" "));
    const clamp = () => {
      view[2] = Math.min(whole[2], Math.max(whole[2] / 8, view[2]));
      view[3] = (view[2] / whole[2]) * whole[3];
      for (const i of [0, 1]) view[i] = Math.min(whole[i] + whole[i + 2] - view[i + 2], Math.max(whole[i], view[i]));
      draw();
    };
    const zoom = (factor, at) => {
      const centre = at || [view[0] + view[2] / 2, view[1] + view[3] / 2];
      const width = view[2];
      view[2] *= factor;
      view[2] = Math.min(whole[2], Math.max(whole[2] / 8, view[2]));
      const real = view[2] / width;
      view[3] *= real;
      view[0] = centre[0] - (centre[0] - view[0]) * real;
      view[1] = centre[1] - (centre[1] - view[1]) * real;
      clamp();
    };
    const place = (event) => {
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg().getScreenCTM().inverse());
      return [point.x, point.y];
    };
    const fit = () => { view = whole.slice(); draw(); };
    const toMe = () => {
      const spot = box.querySelector("[data-me]");
      if (!spot) return;
      const area = spot.getBBox();
      view = [area.x + area.width / 2 - whole[2] / 6, area.y + area.height / 2 - whole[3] / 6, whole[2] / 3, whole[3] / 3];
      clamp();
    };

    const fingers = new Map();
    let start = null, moved = false, apart = 0, lastTap = 0;
    box.addEventListener("pointerdown", (event) => {
      fingers.set(event.pointerId, event);
      start = { x: event.clientX, y: event.clientY, view: view.slice() };
      moved = false;
      apart = 0;
    });
    box.addEventListener("pointermove", (event) => {
      if (!fingers.has(event.pointerId)) return;
      fingers.set(event.pointerId, event);
      if (fingers.size === 2) {
        const [a, b] = [...fingers.values()];
        const distance = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
        if (apart) zoom(apart / distance, place({ clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 }));
        apart = distance;
        moved = true;
        return;
      }
      const dx = event.clientX - start.x, dy = event.clientY - start.y;
      if (!moved && Math.hypot(dx, dy) < 8) return;
      if (!moved) box.setPointerCapture(event.pointerId);
      moved = true;
      const scale = 1 / svg().getScreenCTM().a;
      view[0] = start.view[0] - dx * scale;
      view[1] = start.view[1] - dy * scale;
      clamp();
    });
    const up = (event) => {
      fingers.delete(event.pointerId);
      if (moved || event.type === "pointercancel" || event.target.closest("button, .lit")) return;
      if (event.timeStamp - lastTap < 300) zoom(0.6, place(event));
      lastTap = event.timeStamp;
    };
    box.addEventListener("pointerup", up);
    box.addEventListener("pointercancel", up);
    // A drag is no click on what lies below it.
    box.addEventListener("click", (event) => { if (moved) { event.stopPropagation(); moved = false; } }, true);
    box.addEventListener("wheel", (event) => { event.preventDefault(); zoom(event.deltaY > 0 ? 1.15 : 0.87, place(event)); }, { passive: false });
    box.addEventListener("keydown", (event) => {
      const step = view[2] / 8;
      const acts = { ArrowLeft: () => (view[0] -= step), ArrowRight: () => (view[0] += step), ArrowUp: () => (view[1] -= step), ArrowDown: () => (view[1] += step), "+": () => zoom(0.8), "-": () => zoom(1.25), 0: fit };
      if (!(event.key in acts)) return;
      acts[event.key]();
      if (event.key !== "0") clamp();
      event.preventDefault();
      event.stopPropagation();
    });
    const bar = document.createElement("div");
    bar.className = "zoom";
    const button = (sign, words, act) => {
      const made = document.createElement("button");
      made.type = "button";
      made.textContent = sign;
      made.setAttribute("aria-label", words);
      made.addEventListener("click", act);
      bar.append(made);
    };
    button("+", "Closer", () => zoom(0.8));
    button("−", "Further", () => zoom(1.25));
    button("⤢", "Fit", fit);
    if (box.querySelector("[data-me]")) button("◎", "To me", toMe);
    box.append(bar);
    // Fragments replace the SVG; the place one was looking at stays.
    new MutationObserver(() => { if (svg() && svg().getAttribute("viewBox") !== view.join(" ")) draw(); }).observe(box, { childList: true, subtree: true, attributes: true, attributeFilter: ["viewBox"] });
  };
  document.querySelectorAll("[data-panzoom]").forEach(setup);
})();
