"use strict";
// Keys: everything that is pressed often has one. They are listed in the dialog that ? opens.
(() => {
  const { $, press, settling, togglePanel } = window.parallax;
  const PANELS = { l: "log", c: "chat", n: "notes", m: "more" };

  const pressFirst = (selector, event) => {
    const control = $(selector);
    if (!control || settling(control)) return;
    event.preventDefault();
    press(control);
  };
  const toDecision = (event) => {
    event.preventDefault();
    $("#prompt").focus();
    $("#r-lesson[data-open] button")?.focus();
    if (!$("#r-lesson[data-open]")) $("#r-ask button, #r-ask select, #r-ask input:not([type=hidden])")?.focus();
  };
  const toBoard = (event) => {
    const board = $("[data-panzoom]") || $("#board");
    if (!board) return;
    event.preventDefault();
    board.focus();
  };
  const showKeys = () => $("#keys").showModal();

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-keys]")) showKeys();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, dialog")) return;
    const key = event.key.toLowerCase();
    if (/^[1-9]$/.test(key) && !$("#r-lesson[data-open]")) pressFirst(`#r-ask [data-digit="${key}"]`, event);
    else if (key === "u") pressFirst("[data-undo]", event);
    else if (key === "h") pressFirst("[data-hold]", event);
    else if (key === "p") toDecision(event);
    else if (key === "b") toBoard(event);
    else if (key === "?") showKeys();
    else if (key in PANELS && $(`#panel-${PANELS[key]}`)) togglePanel(PANELS[key]);
  });
})();
