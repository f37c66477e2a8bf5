"use strict";
// Rows of other Citadels open and close; the page remembers it while regions are drawn anew.
(() => {
  const board = document.querySelector(".fantos:not(.scripted)"); // a page of several boards runs this once for each
  if (!board) return;
  board.classList.add("scripted");

  const mark = () => board.querySelectorAll("[data-opens]").forEach((opener) => {
    opener.setAttribute("aria-expanded", String(board.classList.contains(`open-${opener.dataset.opens}`)));
  });
  document.addEventListener("click", (event) => {
    const opener = board.contains(event.target) && event.target.closest("[data-opens]");
    if (!opener) return;
    event.stopImmediatePropagation();
    board.classList.toggle(`open-${opener.dataset.opens}`);
    mark();
  }, true);
  document.addEventListener("htmx:ws:after:message:incoming", mark);

  // One Shard more or less in a trade; a browser's own arrows are too small for fingers.
  document.addEventListener("click", (event) => {
    const button = event.target.closest(".stepper [data-by]");
    if (!button) return;
    const box = button.parentElement.querySelector("input");
    if (button.dataset.by === "1") box.stepUp();
    else box.stepDown();
  });
})();
