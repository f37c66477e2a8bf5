"use strict";
document.querySelectorAll("[data-submit]").forEach((el) => el.addEventListener("change", () => el.form.submit()));
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select")) return;
  const step = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
  if (step) document.querySelector(`[data-step="${step}"]`).click();
});
