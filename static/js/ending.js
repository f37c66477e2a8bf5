"use strict";
// The ending: when the stage has told everything, the board looks at where the game was decided, and the verdict is
// read out once.
(() => {
  const { $, named, on } = window.parallax;
  const stage = $("#stage");
  let isTold = false;

  const tell = () => {
    const sheet = $(".endsheet");
    if (!sheet || !stage.matches("[data-rest], [data-empty]")) return;
    const place = $("[data-decided]", sheet)?.dataset.decided;
    window.parallax.ring("look", place ? [place] : []);
    const piece = named(place)[0];
    if (piece) window.parallax.lookAt(piece);
    if (!isTold) $("#told").textContent = $("#verdict", sheet).textContent;
    isTold = true;
  };

  // The sheet comes with a message, or when the stage comes to rest.
  new MutationObserver(tell).observe(stage, { attributeFilter: ["data-rest", "data-empty"] });
  on("changed", tell);
  document.addEventListener("change", (event) => {
    if (event.target.matches("#whole-board")) window.parallax.drawRings();
  });
  tell();
})();
