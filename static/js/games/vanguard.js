"use strict";
// The table turns to what happens: the planet while people are down there, the chart and the ship in their steps.
// Whoever turned elsewhere by hand stays there until the next step begins.
(() => {
  if (window.vanguard) return; // several boards on a replay page share one script
  window.vanguard = true;
  const aboard = { starmap: "chart", scan: "chart", draft: "crew", tutorial: "crew", launch: "crew", landing: "chart", save: "story", over: "story" };
  const tabOf = (header) => (header.dataset.planet === "yes" ? "planet" : aboard[header.dataset.step] || "ship");
  document.querySelectorAll(".vanguard").forEach((board) => {
    let last = "";
    const look = () => {
      const header = board.querySelector("#r-header");
      if (!header) return;
      const ribbon = header.querySelector(".vg-ribbon"), step = header.querySelector("[aria-current=step]");
      if (ribbon && step) ribbon.scrollLeft = step.offsetLeft - ribbon.offsetLeft - (ribbon.clientWidth - step.clientWidth) / 2; // on a phone it is longer than the screen
      const wanted = tabOf(header);
      if (wanted === last) return;
      last = wanted;
      const tab = board.querySelector(`.vg-tabs [value=${wanted}]`);
      if (tab) tab.checked = true;
    };
    look();
    new MutationObserver(look).observe(board, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-step", "data-planet"] });
  });
})();
