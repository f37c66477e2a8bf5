"use strict";
// Pan and zoom for every element with data-panzoom around an SVG: one finger pans after 8 px, two pinch, double tap zooms,
// the wheel zooms, and there are buttons and keys for the same. Rings around things, and looking at them, are here, too.
(() => {
  const CLOSEST = 8; // how many times closer than the whole
  const LEAST_PIECE = { phone: 44, laptop: 64 }; // pixels of a piece below which a board is not made smaller, but panned
  const phone = matchMedia("(max-width: 720px)");
  const BY_HAND = 12000; // milliseconds in which nobody but the person moves the view
  const boxes = new Map(); // element with data-panzoom -> what can be done with it
  const redraw = new Set(); // what follows the board when it is moved
  const moved = () => redraw.forEach((draw) => draw());
  const parts = (svg) => (svg.getAttribute("viewBox") || "").split(/[\s,]+/).map(Number);

  const setup = (box) => {
    const svg = () => box.querySelector("svg");
    // What the server has sent last. A board that grows says so in a region of its own (`data-whole`), and with it how
    // large one of its pieces is (`data-piece`).
    const sentWhole = () => {
      const grown = box.querySelector("[data-whole]");
      return grown ? grown.dataset.whole.split(/[\s,]+/).map(Number) : null;
    };
    let whole = sentWhole() || parts(svg());
    let view = whole.slice();
    // How much of the whole may be seen at once: its pieces stay readable.
    const widest = () => {
      const piece = Number(box.querySelector("[data-piece]")?.dataset.piece);
      const isPicture = box.closest(".board")?.querySelector(".endsheet"); // of an ending: it is looked at as a whole
      if (!piece || !box.clientWidth || isPicture) return whole[2];
      const least = LEAST_PIECE[phone.matches ? "phone" : "laptop"];
      const room = Math.min(box.clientWidth, (box.clientHeight * whole[2]) / whole[3]);
      return Math.min(whole[2], (room * piece) / least);
    };
    let shown = svg().dataset.fit; // another board in the same place is seen whole, whatever its size
    let lastByHand = -Infinity;

    const draw = () => {
      svg().setAttribute("viewBox", view.join(" "));
      moved();
    };
    const clamp = () => {
      view[2] = Math.min(widest(), Math.max(whole[2] / CLOSEST, view[2]));
      view[3] = (view[2] / whole[2]) * whole[3];
      // By hand, a board that grows can be pushed a little beyond its edge: nothing hides under what lies on its rim.
      const pushed = sentWhole() && performance.now() - lastByHand < BY_HAND;
      const spare = [0, 1].map((i) => (pushed ? view[i + 2] / 4 : 0));
      for (const i of [0, 1]) {
        const last = whole[i] + whole[i + 2] - view[i + 2] + spare[i];
        view[i] = Math.min(last, Math.max(whole[i] - spare[i], view[i]));
      }
      draw();
    };
    const byHand = () => {
      lastByHand = performance.now();
    };
    const zoom = (factor, at) => {
      byHand();
      const centre = at || [view[0] + view[2] / 2, view[1] + view[3] / 2];
      const width = view[2];
      view[2] = Math.min(widest(), Math.max(whole[2] / CLOSEST, view[2] * factor));
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
    // As much as can be read: the whole, or as large a part of it around me.
    const fit = () => {
      view = whole.slice();
      if (widest() >= whole[2] - 0.01) return draw();
      const me = box.querySelector("[data-me]");
      clamp();
      return me ? centreOn(areaOf(me)) : undefined;
    };
    const isFitted = () => Math.abs(view[2] - widest()) < 1;
    // Where a piece lies, in the measures of the outermost SVG.
    const areaOf = (piece) => {
      const seen = piece.getBoundingClientRect();
      const [left, top] = place({ clientX: seen.left, clientY: seen.top });
      const [right, bottom] = place({ clientX: seen.right, clientY: seen.bottom });
      return { left, top, right, bottom, x: (left + right) / 2, y: (top + bottom) / 2 };
    };
    const centreOn = (area) => {
      view[0] = area.x - view[2] / 2;
      view[1] = area.y - view[3] / 2;
      clamp();
    };
    const toMe = () => {
      const spot = box.querySelector("[data-me]");
      if (!spot) return;
      byHand();
      const area = areaOf(spot);
      const width = Math.min(widest(), whole[2] / 3);
      view = [0, 0, width, (width / whole[2]) * whole[3]];
      centreOn(area);
    };
    // Brings a piece into view, unless it is there, or the person has moved the view themselves a moment ago.
    const lookAt = (piece) => {
      if (view[2] >= whole[2] - 0.01 || performance.now() - lastByHand < BY_HAND) return;
      const area = areaOf(piece);
      const inside = area.left >= view[0] && area.right <= view[0] + view[2] && area.top >= view[1] && area.bottom <= view[1] + view[3];
      if (!inside) centreOn(area);
    };

    const fingers = new Map();
    let start = null;
    let dragged = false;
    let apart = 0;
    let lastTap = 0;
    const pinch = () => {
      const [a, b] = [...fingers.values()];
      const distance = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
      const middle = { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 };
      if (apart) zoom(apart / distance, place(middle));
      apart = distance;
      dragged = true;
    };
    const drag = (event) => {
      const dx = event.clientX - start.x;
      const dy = event.clientY - start.y;
      if (!dragged && Math.hypot(dx, dy) < 8) return;
      if (!dragged) box.setPointerCapture(event.pointerId);
      dragged = true;
      byHand();
      const scale = 1 / svg().getScreenCTM().a;
      view[0] = start.view[0] - dx * scale;
      view[1] = start.view[1] - dy * scale;
      clamp();
    };
    box.addEventListener("pointerdown", (event) => {
      fingers.set(event.pointerId, event);
      start = { x: event.clientX, y: event.clientY, view: view.slice() };
      dragged = false;
      apart = 0;
    });
    box.addEventListener("pointermove", (event) => {
      if (!fingers.has(event.pointerId)) return;
      fingers.set(event.pointerId, event);
      if (fingers.size === 2) pinch();
      else drag(event);
    });
    const up = (event) => {
      fingers.delete(event.pointerId);
      if (dragged || event.type === "pointercancel" || event.target.closest("button, .lit")) return;
      if (event.timeStamp - lastTap < 300) zoom(0.6, place(event));
      lastTap = event.timeStamp;
    };
    box.addEventListener("pointerup", up);
    box.addEventListener("pointercancel", up);
    // A drag is no click on what lies below it.
    box.addEventListener("click", (event) => {
      if (!dragged) return;
      event.stopPropagation();
      dragged = false;
    }, true);
    box.addEventListener("wheel", (event) => {
      event.preventDefault();
      zoom(event.deltaY > 0 ? 1.15 : 0.87, place(event));
    }, { passive: false });

    const pan = (axis, part) => {
      byHand();
      view[axis] += part * view[axis + 2];
      clamp();
    };
    const keys = {
      ArrowLeft: () => pan(0, -1 / 8),
      ArrowRight: () => pan(0, 1 / 8),
      ArrowUp: () => pan(1, -1 / 8),
      ArrowDown: () => pan(1, 1 / 8),
      "+": () => zoom(0.8),
      "-": () => zoom(1.25),
      0: fit,
    };
    box.addEventListener("keydown", (event) => {
      if (!(event.key in keys)) return;
      keys[event.key]();
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

    // A board that has grown is seen as it was, or whole if it was seen whole.
    const grow = (sent) => {
      if (sent.join(" ") === whole.join(" ")) return;
      const fitted = isFitted();
      whole = sent;
      if (fitted && performance.now() - lastByHand > BY_HAND) fit();
      else clamp();
    };
    // Fragments replace the SVG. The place one was looking at stays, unless the board itself has another size now.
    const renewed = () => {
      if (!svg()) return;
      if (sentWhole()) return grow(sentWhole());
      const sent = parts(svg());
      const another = svg().dataset.fit !== shown;
      if (sent.join(" ") === view.join(" ") && !another) return;
      if (sent.length === 4 && (another || sent.join(" ") !== whole.join(" "))) {
        shown = svg().dataset.fit;
        whole = sent;
        view = whole.slice();
        lastByHand = -Infinity;
      }
      draw();
    };
    new MutationObserver(renewed).observe(box, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ["viewBox", "data-whole"],
    });
    if (sentWhole()) {
      fit();
      new ResizeObserver(() => { if (performance.now() - lastByHand > BY_HAND) fit(); }).observe(box);
    }
    const show = (x, y) => {
      byHand();
      centreOn({ x, y });
    };
    boxes.set(box, { lookAt, show, seen: () => ({ view: view.slice(), all: whole.slice() }) });
  };

  // A thing inside a box that scrolls is scrolled to, if the person has not scrolled there a moment ago.
  const scrolledAt = new WeakMap();
  let scrollingMyself = false;
  document.addEventListener("wheel", (event) => noteScroll(event), { capture: true, passive: true });
  document.addEventListener("touchmove", (event) => noteScroll(event), { capture: true, passive: true });
  const noteScroll = (event) => {
    const box = event.target instanceof Element && event.target.closest("#board, #dock");
    if (box && !scrollingMyself) scrolledAt.set(box, performance.now());
  };
  const scrollTo = (piece) => {
    const box = piece.closest("#board, #dock");
    if (!box || performance.now() - (scrolledAt.get(box) ?? -Infinity) < BY_HAND) return;
    scrollingMyself = true;
    piece.scrollIntoView({ block: "nearest", inline: "nearest" });
    scrollingMyself = false;
  };
  const lookAt = (piece) => {
    const box = piece.closest("[data-panzoom]");
    if (box && boxes.has(box)) boxes.get(box).lookAt(piece);
    else scrollTo(piece);
    moved();
  };

  // Rings ---------------------------------------------------------------------------------------------------------------
  // Drawn over the page, so that no fragment of a game has to know of them. `look`: the moment on the stage is about it;
  // `what`: its card is open; `place`: it lies here.
  const layer = document.createElement("div");
  layer.className = "rings";
  layer.setAttribute("aria-hidden", "true");
  const rings = new Map(); // kind -> names of the things
  const visiblePart = (piece) => {
    const seen = piece.getBoundingClientRect();
    if ((!seen.width && !seen.height) || !piece.checkVisibility()) return null; // a folded list has boxes, too
    const x = (seen.left + seen.right) / 2;
    const y = (seen.top + seen.bottom) / 2;
    const isOutside = (frame) => x < frame.left || x > frame.right || y < frame.top || y > frame.bottom;
    const frames = ["[data-panzoom]", ".game", "#board, .board", "#dock"].map((name) => piece.closest(name)).filter(Boolean);
    return frames.some((frame) => isOutside(frame.getBoundingClientRect())) ? null : seen;
  };
  const drawRings = () => {
    const wanted = [];
    for (const [kind, names] of rings) {
      const every = names.flatMap((name) => [...document.querySelectorAll(`[data-name="${CSS.escape(name)}"]`)]);
      const there = every.filter((piece) => piece.closest("#board"));
      const pieces = kind === "look" && there.length ? there : every; // what happened on the board is looked at there
      for (const piece of pieces) {
        const seen = visiblePart(piece);
        if (seen && !piece.closest(".stage, #explain")) wanted.push([kind, piece.dataset.name, seen]);
      }
    }
    while (layer.children.length > wanted.length) layer.lastElementChild.remove();
    while (layer.children.length < wanted.length) layer.append(document.createElement("i"));
    wanted.forEach(([kind, name, seen], index) => {
      const ring = layer.children[index];
      ring.className = `looked-at ${kind}`;
      ring.dataset.of = name;
      ring.style.transform = `translate(${seen.left - 5}px, ${seen.top - 5}px)`;
      ring.style.width = `${seen.width + 10}px`;
      ring.style.height = `${seen.height + 10}px`;
    });
  };
  const ring = (kind, names) => {
    rings.set(kind, names);
    drawRings();
  };
  redraw.add(drawRings);
  let later = 0;
  const drawSoon = () => {
    cancelAnimationFrame(later);
    later = requestAnimationFrame(moved);
  };
  addEventListener("resize", drawSoon);
  addEventListener("load", drawSoon);
  document.addEventListener("scroll", drawSoon, { capture: true, passive: true });

  window.parallax = window.parallax || {};
  const panzoom = (box) => boxes.get(box); // what it shows, and how to show another place
  Object.assign(window.parallax, { lookAt, ring, panzoom, drawRings: drawSoon, follow: (draw) => redraw.add(draw) });
  (document.getElementById("root") || document.querySelector(".replay-page") || document.body).append(layer);
  document.querySelectorAll("[data-panzoom]").forEach(setup);
  // Whatever moves the pieces moves their rings: another size of a box, or a line more above the board when its letters come.
  document.querySelectorAll("#board, #dock, .game, .game > *, [data-panzoom]").forEach((box) => new ResizeObserver(drawSoon).observe(box));
  document.fonts?.addEventListener("loadingdone", drawSoon);
  window.parallax.on?.("changed", drawSoon);
})();
