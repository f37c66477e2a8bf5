"use strict";
// Looking back: the moments of this step stand on the stage, the earlier ones in its trail. Keys go from step to step, and
// Play goes on by itself when a step could have been read.
(() => {
  const { moments, ring, lookAt } = window.parallax;
  const $ = (selector) => document.querySelector(selector);
  const row = Number($("#root").dataset.row);
  const log = $("#log");
  // A page that is left before it was drawn gives up its transition; that is no error.
  const letGo = ({ viewTransition }) => viewTransition?.ready.catch(() => {});
  addEventListener("pagereveal", letGo);
  addEventListener("pageswap", letGo);
  const LOOK = 1200;
  const PER_LETTER = 30;

  const beats = moments.read(log);
  const now = beats.filter((beat) => beat.step === row);
  const before = beats.filter((beat) => beat.step < row);
  const at = (step) => {
    const address = new URL(location.href);
    address.searchParams.set("at", step);
    return address;
  };

  const show = () => {
    const cards = now.map(moments.card);
    if (!cards.length) cards.push(moments.make("p", "nothing", "Nothing that these eyes could see."));
    $("#open").replaceChildren(...cards);
    $("#trail").replaceChildren(...before.slice(-5).reverse().map(moments.item));
    const about = now.map((beat) => beat.article?.dataset.about).filter(Boolean);
    const thing = about.length && $(`[data-name="${CSS.escape(about[0])}"]`);
    if (thing) lookAt(thing);
    ring("look", about);
    log.parentElement.scrollTop = log.scrollHeight;
  };

  const step = (name) => $(`[data-step="${name}"]`);
  const isLast = () => step("on").getAttribute("aria-disabled") === "true";

  // Playing is a word in the address, so that it lasts from page to page.
  const playing = new URL(location.href).searchParams.has("play");
  const player = $("[data-play]");
  // The speed is this browser's, from page to page.
  const kept = (() => { try { return window.localStorage; } catch { return null; } })();
  const speed = $("[data-speed]");
  speed.value = kept?.getItem("replay speed") ?? "1";
  speed.addEventListener("change", () => kept?.setItem("replay speed", speed.value));
  const go = (address, play) => {
    if (play) address.searchParams.set("play", "");
    else address.searchParams.delete("play");
    location.href = address;
  };
  const play = () => {
    if (isLast() && !playing) go(at(1), true);
    else if (playing) go(at(row), false);
    else go(at(row + 1), true);
  };
  if (playing && !isLast()) {
    const letters = now.map((beat) => moments.words(beat).length).reduce((all, one) => all + one, 0);
    player.setAttribute("aria-pressed", "true");
    player.firstElementChild.textContent = "Pause";
    setTimeout(() => go(at(row + 1), true), (LOOK + PER_LETTER * letters) * Number(speed.value || 1));
  }

  document.querySelectorAll("[data-submit]").forEach((el) => el.addEventListener("change", () => el.form.submit()));
  document.addEventListener("click", (event) => {
    const again = event.target.closest("#trail [data-key], #log > li");
    if (event.target.closest("[data-play]")) play();
    else if (again && !event.target.closest("a")) go(at(again.dataset.moment ?? again.dataset.key.split("/")[0]), false);
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select")) return;
    const name = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
    if (name) step(name).click();
    if (event.key === " " && !event.target.closest("a, button, summary")) {
      event.preventDefault();
      play();
    }
  });
  show();
})();
