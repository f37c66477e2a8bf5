"use strict";
// What lies below the pinned answer: how many more answers there are, and the way to them. And what would be lost by an
// answer: it is said in the place of the pinned button, where a second press does it.
(() => {
  const { $, $$, on, settle } = window.parallax;
  const body = $(".ask-body");
  const button = $("[data-further]");
  if (!body || !button) return;
  const PART = 0.6; // of an answer that has to be seen for it to count as seen

  const isDrawn = (el) => el.checkVisibility() && el.getBoundingClientRect().height > 0;
  const floor = () => {
    const pinned = $$(".pinned, .sure", body).find(isDrawn);
    const foot = body.getBoundingClientRect().bottom;
    body.style.setProperty("--pinned", pinned ? `${Math.round(pinned.getBoundingClientRect().height)}px` : "0px");
    return pinned ? Math.min(foot, pinned.getBoundingClientRect().top) : foot;
  };
  const below = () => {
    const end = floor();
    return $$("#r-ask .answers > *, #r-ask .plan-row, #r-ask .yields > *, #r-offers > .fold", body).filter((el) => {
      const box = el.getBoundingClientRect();
      return isDrawn(el) && box.top + PART * box.height > end;
    });
  };
  const draw = () => {
    const hidden = below();
    button.hidden = !hidden.length;
    button.textContent = `${hidden.length} more ↓`;
    button.setAttribute("aria-label", `${hidden.length} more below`);
  };

  let soon = 0;
  const drawSoon = () => {
    cancelAnimationFrame(soon);
    soon = requestAnimationFrame(draw);
  };
  button.addEventListener("click", () => {
    const room = floor() - body.getBoundingClientRect().top;
    const head = $(".question", body)?.getBoundingClientRect().height ?? 0;
    body.scrollBy({ top: Math.max(120, room - head - 40), behavior: "auto" });
  });
  body.addEventListener("scroll", drawSoon, { passive: true });
  document.addEventListener("toggle", drawSoon, true);
  new ResizeObserver(drawSoon).observe(body);
  for (const event of ["changed", "asked"]) on(event, drawSoon);

  // Are you sure? --------------------------------------------------------------------------------------------------

  const asking = () => $(".sure:not([hidden])", body);
  const open = (form, wanted) => {
    $(".sure", form).hidden = !wanted;
    $("[data-sure]", form).setAttribute("aria-expanded", String(wanted));
    settle("#r-ask");
    $(wanted ? "[data-not-yet]" : "[data-sure]", form).focus({ preventScroll: true });
    drawSoon();
  };
  document.addEventListener("click", (event) => {
    const hit = event.target.closest("[data-sure], [data-not-yet], [data-really]");
    if (!hit) return;
    event.preventDefault();
    if ("really" in hit.dataset) hit.form.requestSubmit($("[data-sure]", hit.form));
    else open(hit.form, "sure" in hit.dataset);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && asking()) open(asking().closest("form"), false);
  });

  document.fonts.ready.then(drawSoon);
  draw();
})();
