"use strict";
// Motion, once for all games: what has the same name before and after a fragment came glides from the one place to the
// other, what is new fades in, numbers that changed are marked, dice tumble and land on what the server said.
(() => {
  const { $$, on } = parallax;
  const MOST = 400; // named things; beyond that nothing moves
  const GLIDE = 350;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const isStill = () => calm.matches || "still" in document.documentElement.dataset || document.hidden;

  const things = () => $$("#board .game [data-name], #dock [data-name]");
  const NUMBERS = "[data-number], #dock b, #dock .badge, #r-score b, #r-score .badge, #r-players b";
  const isNumber = (el) => !el.childElementCount && /^[+−-]?\d+$/.test(el.textContent.trim());
  const numbers = () => $$(NUMBERS).filter((el) => "number" in el.dataset || isNumber(el));

  // Where a number stands, so that it can be found again after its fragment was replaced.
  const pathOf = (el) => {
    const steps = [];
    for (let at = el; at; at = at.parentElement) {
      if (at.id) return `${at.id} ${steps.join(" ")}`;
      steps.unshift(Array.prototype.indexOf.call(at.parentElement?.children ?? [], at));
    }
    return steps.join(" ");
  };

  let before = null;
  const remember = () => {
    before = null;
    if (isStill()) return;
    const named = things();
    if (named.length > MOST) return;
    const boxes = new Map();
    for (const el of named) if (!boxes.has(el.dataset.name)) boxes.set(el.dataset.name, el.getBoundingClientRect());
    before = { boxes, values: new Map(numbers().map((el) => [pathOf(el), el.textContent.trim()])) };
  };

  // A piece of an SVG is moved in its own measures, a piece of the page in pixels.
  const inOwnMeasures = (el, dx, dy) => {
    const matrix = el instanceof SVGGraphicsElement && el.getScreenCTM()?.inverse();
    return matrix ? [matrix.a * dx + matrix.c * dy, matrix.b * dx + matrix.d * dy] : [dx, dy];
  };

  // Added to the place that it has now, so that it ends there whatever that is.
  const glide = (el, dx, dy) => {
    const [x, y] = inOwnMeasures(el, dx, dy);
    const way = [{ transform: `translate(${x}px, ${y}px)` }, { transform: "translate(0, 0)" }];
    el.animate(way, { duration: GLIDE, easing: "cubic-bezier(.2, .7, .3, 1)", composite: "add", id: "glide" });
  };

  const appear = (el) => el.animate([{ opacity: 0 }, { opacity: 1 }], { duration: GLIDE, easing: "ease-out" });

  const tick = (el, was) => {
    const now = el.textContent.trim();
    const up = Number(now.replace("−", "-")) > Number(was.replace("−", "-"));
    el.classList.remove("ticked-up", "ticked-down");
    void el.getBoundingClientRect(); // so that a second change marks it again
    el.classList.add(up ? "ticked-up" : "ticked-down");
    el.animate([{ transform: `translateY(${up ? 45 : -45}%)`, opacity: 0.2 }, { transform: "none", opacity: 1 }], { duration: 260, easing: "ease-out" });
    setTimeout(() => el.classList.remove("ticked-up", "ticked-down"), 1400);
  };

  const move = () => {
    const was = before;
    before = null;
    if (!was || isStill()) return;
    const done = new Set();
    const moves = [];
    for (const el of things()) {
      const name = el.dataset.name;
      if (done.has(name)) continue;
      done.add(name);
      const old = was.boxes.get(name);
      if (!old) { moves.push([appear, el]); continue; }
      const now = el.getBoundingClientRect();
      const dx = old.left - now.left, dy = old.top - now.top;
      if (Math.abs(dx) + Math.abs(dy) > 2 && now.width && old.width) moves.push([glide, el, dx, dy]);
    }
    moves.forEach(([act, ...with_]) => act(...with_));
    for (const el of numbers()) {
      const old = was.values.get(pathOf(el));
      if (old !== undefined && old !== el.textContent.trim()) tick(el, old);
    }
  };

  // The faces run through while a die falls, and the last one is the one that was rolled.
  const tumble = (die, index) => {
    const face = die.querySelector(".shows");
    const lands = face.textContent;
    const number = Number(lands);
    face.parentElement.animate(
      [{ transform: "translateY(-26px) rotate(-200deg) scale(.6)", opacity: 0 }, { transform: "translateY(2px) rotate(12deg)", opacity: 1, offset: 0.75 }, { transform: "none" }],
      { duration: 520 + 70 * index, easing: "cubic-bezier(.2, .7, .4, 1)" },
    );
    if (!Number.isInteger(number) || number < 1 || number > 20) return;
    const most = Math.max(6, number);
    let left = 5;
    const roll = () => {
      left -= 1;
      face.textContent = left ? String(1 + Math.floor(Math.random() * most)) : lands;
      if (left) setTimeout(roll, 70);
    };
    roll();
  };

  on("changing", remember);
  on("changed", move);
  on("moment", ({ article, again }) => {
    if (!article || again || isStill()) return;
    article.querySelectorAll(".die").forEach(tumble);
  });
})();
