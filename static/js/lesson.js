"use strict";
// A lesson on the board: everything but the thing it is about is veiled, and a label with a line names that thing.
(() => {
  const { $, $$, root, named, on, follow } = window.parallax;
  const board = $("#board"), dock = $("#dock");
  const phone = matchMedia("(max-width: 720px)");
  if (!$("#r-lesson") || !board) return;
  const GAP = 26; // between the thing and its label
  const EDGE = 6;

  const part = (name) => {
    const made = document.createElement("div");
    made.className = name;
    return made;
  };
  const layer = part("lesson-layer");
  layer.setAttribute("aria-hidden", "true");
  const [veil, line, label] = ["lesson-veil", "lesson-line", "lesson-label"].map(part);
  layer.append(veil, line, label);
  root.append(layer);

  const lesson = () => $("#r-lesson[data-open]");
  const isSeen = (piece) => piece.checkVisibility() && piece.getBoundingClientRect().width > 0;
  const lookedAt = () => named(lesson()?.dataset.look || "").filter((piece) => !piece.closest("#stage, #explain") && isSeen(piece));

  // On a phone the dock is a line. It opens while something in it is taught, unless that can be seen elsewhere.
  let opened = false;
  const openDock = () => {
    const things = named(lesson()?.dataset.look || "");
    const lies = phone.matches && !root.hasAttribute("data-behind") && things.some((piece) => dock?.contains(piece));
    const wanted = lies && !lookedAt().some((piece) => !dock.contains(piece));
    if (wanted === opened) return;
    opened = wanted;
    dock.toggleAttribute("data-open", wanted);
    $("[data-dock]")?.setAttribute("aria-expanded", String(wanted));
  };

  // The veil lies over the land, with a hole for each thing that is looked at.
  const area = () => ($("[data-panzoom]", board) || $(".game", board)).getBoundingClientRect();
  const cutHoles = (frame, pieces) => {
    const corner = (x, y) => `${Math.round(x - frame.left)}px ${Math.round(y - frame.top)}px`;
    const around = (box) => [
      corner(box.left, box.top), corner(box.left, box.bottom), corner(box.right, box.bottom), corner(box.right, box.top), corner(box.left, box.top),
    ];
    const outside = around(frame);
    const holes = pieces.flatMap((piece) => [...around(piece.getBoundingClientRect()), outside[0]]);
    veil.style.clipPath = `polygon(evenodd, ${[...outside, ...holes].join(", ")})`;
  };
  const put = (el, x, y, width, height) => {
    el.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
    if (width !== undefined) el.style.width = `${Math.round(width)}px`;
    if (height !== undefined) el.style.height = `${Math.round(height)}px`;
  };

  // What a label should not lie on: words, buttons and what stands on the land count more than the land itself.
  const DEAR = 3;
  const around = (piece) => {
    const words = $$("#board .game *:not(svg *)").filter((el) => !el.children.length && el.textContent.trim());
    const things = [...$$("#board [data-name], #board .game :is(button, summary), #stage .moment, #trail li"), ...words]
      .filter((el) => isSeen(el) && !el.contains(piece) && !piece.contains(el))
      .map((el) => ({ drawn: Boolean(el.closest("svg")), it: el.getBoundingClientRect() }));
    const stands = ({ it }) => things.some(({ it: land }) => land !== it && lies(land, (it.left + it.right) / 2, (it.top + it.bottom) / 2));
    return things.map((one) => ({ it: one.it, worth: !one.drawn || stands(one) ? DEAR : 1 }));
  };
  const lies = (box, x, y) => box.left < x && x < box.right && box.top < y && y < box.bottom;
  const shared = (one, other) =>
    Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
    Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));
  const rectangle = (left, top, width, height) => ({ left, top, width, height, right: left + width, bottom: top + height });

  // Every place beside the thing that has room, near and a little further off; each with its line.
  const places = (it, size, room) => {
    const middle = (it.top + it.bottom) / 2, centre = (it.left + it.right) / 2;
    const along = Math.max(room.left, Math.min(centre - size.width / 2, room.right - size.width));
    return [GAP / 2, GAP, 2 * GAP, 4 * GAP].flatMap((gap) => [
      [rectangle(it.right + gap, middle - size.height / 2, size.width, size.height), rectangle(it.right, middle - 1, gap, 3)],
      [rectangle(it.left - gap - size.width, middle - size.height / 2, size.width, size.height), rectangle(it.left - gap, middle - 1, gap, 3)],
      [rectangle(along, it.bottom + gap, size.width, size.height), rectangle(centre - 1, it.bottom, 3, gap)],
      [rectangle(along, it.top - gap - size.height, size.width, size.height), rectangle(centre - 1, it.top - gap, 3, gap)],
    ]).filter(([words]) => words.left >= room.left && words.right <= room.right && words.top >= room.top && words.bottom <= room.bottom);
  };

  // Over the dock, not over what lies in it: the thing itself has a ring.
  const nameInDock = (it, edge, size) => {
    const left = Math.max(EDGE, Math.min((it.left + it.right - size.width) / 2, root.getBoundingClientRect().right - EDGE - size.width));
    put(label, left, edge - GAP / 2 - size.height);
    put(line, (it.left + it.right) / 2 - 1, edge - GAP / 2, 3, GAP / 2);
  };

  const FURTHER = 0.12; // of its own size: what a place further down the list may hide less
  const name = (piece) => {
    const it = piece.getBoundingClientRect(), size = label.getBoundingClientRect();
    const parts = piece.closest(".dock-parts, .dock");
    if (parts) {
      nameInDock(it, parts.getBoundingClientRect().top, size);
      return;
    }
    const frame = board.getBoundingClientRect();
    const room = { left: frame.left + EDGE, right: frame.right - EDGE, top: frame.top + EDGE, bottom: frame.bottom - EDGE };
    const others = around(piece);
    const hides = ([words, way]) =>
      others.reduce((sum, { it: other, worth }) => sum + worth * (shared(words, other) + DEAR * shared(way, other)), 0);
    const found = places(it, size, room);
    const costs = found.map((place, number) => hides(place) + number * FURTHER * size.width * size.height);
    const best = found[costs.indexOf(Math.min(...costs))];
    label.hidden = line.hidden = !best;
    if (!best) return;
    put(label, best[0].left, best[0].top);
    put(line, best[1].left, best[1].top, best[1].width, best[1].height);
  };

  const draw = () => {
    const now = lesson();
    openDock();
    const pieces = now && !root.hasAttribute("data-behind") ? lookedAt() : [];
    root.classList.toggle("in-lesson", Boolean(now));
    document.querySelectorAll(".lesson-look").forEach((piece) => pieces.includes(piece) || piece.classList.remove("lesson-look"));
    pieces.forEach((piece) => piece.classList.add("lesson-look"));
    layer.hidden = !pieces.length;
    if (!pieces.length) return;
    const frame = area();
    put(veil, frame.left, frame.top, frame.width, frame.height);
    cutHoles(frame, pieces.filter((piece) => piece.closest(".game")));
    label.textContent = now.dataset.label;
    const shown = pieces.find((piece) => piece.closest(".game")) || pieces[0];
    const hasName = Boolean(now.dataset.label) && !root.querySelector("#explain > *");
    label.hidden = line.hidden = !hasName;
    if (hasName) name(shown);
  };

  // A quick second press of the same button is no second wish.
  const TWICE = 3000;
  let pressed = { what: "", at: 0 };
  document.addEventListener("submit", (event) => {
    const form = event.target.closest(".do-it");
    if (!form) return;
    const what = `${lesson()?.dataset.open} ${form.innerHTML}`, now = performance.now();
    if (what === pressed.what && now - pressed.at < TWICE) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else pressed = { what, at: now };
  }, true);

  // Whoever goes through the lesson with the keyboard finds the next button under it.
  let hadFocus = false;
  on("changing", () => {
    hadFocus = hadFocus || Boolean($("#r-lesson")?.contains(document.activeElement));
  });
  on("changed", () => {
    const button = $("#r-lesson[data-open] .do-it button");
    const isFree = !document.activeElement || document.activeElement === document.body || $("#r-lesson").contains(document.activeElement);
    if (hadFocus && button && isFree) button.focus({ preventScroll: true });
    if (button || !isFree) hadFocus = false;
  });

  let shown = "";
  const lookThere = () => {
    const look = lesson()?.dataset.look || "";
    if (look !== shown && lookedAt()[0]) window.parallax.lookAt(lookedAt()[0]);
    shown = look;
  };
  on("changed", lookThere);
  follow(draw);
  new MutationObserver(draw).observe(root, { attributes: true, attributeFilter: ["data-behind"] });
  new MutationObserver(draw).observe($("#explain"), { childList: true });
  document.addEventListener("transitionend", draw);
  // Things glide to their places; the veil follows when they are there.
  on("changed", () => setTimeout(draw, 400));
  addEventListener("load", draw);
  draw();
})();
