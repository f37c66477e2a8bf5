"use strict";
// The table turns to what happens: the planet while people are down there, the chart and the ship in their steps.
// Whoever turned elsewhere by hand stays there until the next step begins.
(() => {
  if (window.vanguard) return; // several boards on a replay page share one script
  window.vanguard = true;
  const place = `vanguard-log ${location.pathname}`; // the page that this tab has read
  const readBefore = () => { try { return sessionStorage.getItem(place); } catch (error) { return null; } };
  const tabOf = (header) => (header.dataset.planet === "yes" ? "planet" : { starmap: "chart", scan: "chart", draft: "crew", tutorial: "crew", launch: "crew", landing: "chart", disembark: "crew", save: "story", over: "story" }[header.dataset.step] || "ship");
  document.querySelectorAll(".vanguard").forEach((board) => {
    let last = "", log = "", checking = false;
    const look = () => {
      const header = board.querySelector("#r-header"), page = board.querySelector("#r-page"), reader = board.querySelector(".vg-reader");
      if (!header) return;
      const ribbon = header.querySelector(".vg-ribbon"), step = header.querySelector("[aria-current=step]");
      if (ribbon && step) ribbon.scrollLeft = step.offsetLeft - ribbon.offsetLeft - (ribbon.clientWidth - step.clientWidth) / 2; // on a phone it is longer than the screen
      if (page && page.dataset.log !== log) { log = page.dataset.log; if (reader) reader.open = log !== readBefore(); }
      const check = board.querySelector("#r-check header") !== null;
      if (check && !checking && reader) reader.open = false; // read; now it is about dice
      checking = check;
      const wanted = tabOf(header);
      if (wanted === last) return;
      last = wanted;
      const tab = board.querySelector(`.vg-tabs [value=${wanted}]`);
      if (tab) tab.checked = true;
    };
    look();
    document.addEventListener("submit", (event) => { // who goes on has read it
      const reader = board.querySelector(".vg-reader");
      if (!reader || !event.target.closest("#r-ask")) return;
      reader.open = false;
      try { sessionStorage.setItem(place, log); } catch (error) { /* no storage: it opens again after a reload */ }
    });
    board.querySelector(".vg-tabs").addEventListener("change", () => { board.querySelector(".vg-reader").open = false; });
    new MutationObserver(look).observe(board, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-step", "data-planet", "data-log"] });
  });
})();
