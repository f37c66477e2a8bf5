"use strict";
// A tap on a card that is no choice just now tells what it does; so do a long press, the right button, hovering and the key i.
// Rows of other Citadels open and close; the page remembers it while regions are drawn anew.
(() => {
  const board = document.querySelector(".fantos:not(.scripted)"); // a page of several boards runs this once for each
  if (!board) return;
  const sheet = board.querySelector(".card-sheet"), hover = board.querySelector(".hover-card");
  board.classList.add("scripted");

  const entry = (spot) => spot && document.getElementById(`entry-${spot.dataset.card}`);
  const copy = (from, into) => {
    const twin = from.cloneNode(true);
    twin.removeAttribute("id");
    into.replaceChildren(twin);
  };
  const explain = (spot) => {
    const words = entry(spot);
    if (!words) return false;
    hover.hidden = true;
    copy(words, sheet.querySelector(".card-sheet-body"));
    if (!sheet.open) sheet.showModal();
    return true;
  };

  let pressed = 0, held = false;
  const spotOf = (event) => board.contains(event.target) && event.target.closest("[data-card]");
  board.addEventListener("pointerdown", (event) => {
    held = false;
    const spot = spotOf(event);
    clearTimeout(pressed);
    if (spot && event.button === 0) pressed = setTimeout(() => { held = explain(spot); }, 480);
  });
  for (const kind of ["pointerup", "pointercancel", "pointerleave"]) board.addEventListener(kind, () => clearTimeout(pressed));
  board.addEventListener("scroll", () => clearTimeout(pressed), true);
  board.addEventListener("contextmenu", (event) => { if (explain(spotOf(event))) event.preventDefault(); });
  document.addEventListener("click", (event) => {
    if (!board.contains(event.target)) return;
    if (held && !event.target.closest("dialog")) { held = false; event.preventDefault(); event.stopImmediatePropagation(); return; }
    const opener = event.target.closest("[data-opens]");
    if (opener) { event.stopImmediatePropagation(); board.classList.toggle(`open-${opener.dataset.opens}`); mark(); return; }
    if (event.target === sheet) { sheet.close(); return; }
    const spot = spotOf(event);
    if (spot && !spot.classList.contains("lit")) explain(spot);
  }, true);
  document.addEventListener("keydown", (event) => {
    if (event.key === "i" && !event.ctrlKey && !event.metaKey && !event.altKey && spotOf(event)) explain(spotOf(event));
  });

  const mark = () => board.querySelectorAll("[data-opens]").forEach((opener) => {
    opener.setAttribute("aria-expanded", String(board.classList.contains(`open-${opener.dataset.opens}`)));
  });
  document.addEventListener("htmx:ws:after:message:incoming", mark);

  if (!matchMedia("(hover: hover)").matches) return;
  let waiting = 0;
  board.addEventListener("mouseover", (event) => {
    clearTimeout(waiting);
    hover.hidden = true;
    const spot = spotOf(event), words = entry(spot);
    if (!words || spot.closest("dialog")) return;
    waiting = setTimeout(() => {
      copy(words, hover);
      hover.hidden = false;
      const at = spot.getBoundingClientRect(), box = hover.getBoundingClientRect();
      const left = Math.min(innerWidth - box.width - 8, Math.max(8, at.left + at.width / 2 - box.width / 2));
      const above = at.top - box.height - 10;
      hover.style.left = `${left}px`;
      hover.style.top = `${above > 8 ? above : Math.min(innerHeight - box.height - 8, at.bottom + 10)}px`;
    }, 450);
  });
  board.addEventListener("mouseleave", () => { clearTimeout(waiting); hover.hidden = true; });
})();
