"use strict";
// The stage shows what happened, one moment after the other, at this person's own pace. It holds nothing but a place in
// the log: everything up to it has been shown. So no undo, reload or new connection can lose a moment or show it twice.
(() => {
  const { $, $$, root, moments } = parallax;
  const stage = $("#stage");
  const log = $("#log");
  if (!stage || !log) return;
  const open = $("#open"), trail = $("#trail"), told = $("#told"), away = $("#away");
  const { make } = moments;
  const seat = root.dataset.seat || "";
  const covers = Boolean(stage.closest(".stage-over")); // what is open lies over the board, so it goes when it is read
  const phone = matchMedia("(max-width: 720px)"); // there a question leaves no room for more than a line of what was told
  const code = root.dataset.code;
  const kept = (() => { try { return window.localStorage; } catch { return null; } })(); // a frame may be denied storage

  // Pace: a second and a bit, and the time to read it. `data-pace` on the stage or the person's own setting scales it.
  const AS_MANY_AS_FIT = 12; // of the trail: what does not fit is not seen
  const TOGETHER = 1000; // so long after my question what led to it may still come in: it was skipped, too
  const A_FEW = 3; // so many steps are simply told; more that were missed are a film
  const ABOUT_TO_LOOK = 1200, PER_LETTER = 45, LONGEST = 14000, OWN = 700, TICK = 100;
  const pace = () => Number(stage.dataset.pace ?? kept?.getItem("pace") ?? 1);

  let beats = [];
  let done = { step: 0, order: Infinity }; // everything up to here has been shown
  let shown = null; // what is open: { key, id, source, length }
  let clock = null; // the open one goes on by itself: { left, whole }
  let held = false; // somebody looks at the open one
  let lookingBack = false;
  let isAway = false;
  let film = null; // { all, paused }; of one that is skipped also { until }: so far only what was done to me is shown
  let skipping = false;

  const after = (beat, place) => beat.step > place.step || (beat.step === place.step && beat.order > place.order);
  const waiting = () => beats.filter((beat) => after(beat, done));
  const find = (key) => beats.find((beat) => beat.key === key);
  const doneToMe = (list) => list.filter((beat) => moments.touches(beat, seat));
  const isAsked = () => Boolean($("#r-ask[data-asked]"));
  const steps = (list) => new Set(list.map((beat) => beat.step)).size;

  // The place in the log --------------------------------------------------------------------------------------------
  const remember = () => {
    kept?.setItem(`seen ${code}`, String(seenStep()));
    kept?.setItem(`within ${code}`, `${done.step}/${Number.isFinite(done.order) ? done.order : ""}`);
    report();
  };

  const seenStep = () => {
    const next = waiting()[0];
    return next ? Math.max(0, next.step - 1) : Math.max(done.step, beats.length ? beats[beats.length - 1].step : 0);
  };

  const recall = () => {
    const seen = Math.max(Number(stage.dataset.seen) || 0, Number.parseInt(kept?.getItem(`seen ${code}`), 10) || 0);
    const [step, order] = (kept?.getItem(`within ${code}`) || "0/").split("/");
    const within = { step: Number(step) || 0, order: order ? Number(order) : Infinity };
    return within.step >= seen ? within : { step: seen, order: Infinity };
  };

  const finish = (beat) => { if (after(beat, done)) done = { step: beat.step, order: beat.order }; };

  // The server is told, so that bots wait for those who still read: once a second, and when all is seen.
  const form = $("#seen-form");
  form?.addEventListener("submit", (event) => event.preventDefault()); // never as a page of its own
  const isConnected = () => $("#connection")?.dataset.state === "connected";
  let reported = Number(stage.dataset.seen) || 0, lastReport = 0, reportTimer = 0;
  const report = () => {
    const seen = seenStep();
    if (!form || !("playing" in root.dataset) || seen <= reported || !isConnected()) return;
    const wait = waiting().length ? lastReport + 1000 - Date.now() : 0;
    clearTimeout(reportTimer);
    if (wait > 0) { reportTimer = setTimeout(report, wait); return; }
    lastReport = Date.now();
    reported = seen;
    form.elements.moment.value = seen;
    form.requestSubmit();
  };

  // Drawing -----------------------------------------------------------------------------------------------------------
  const drawOpen = (beat) => {
    const source = beat.article ? beat.article.outerHTML : beat.lines.map((line) => line.innerHTML).join();
    if (shown && shown.key === beat.key && shown.source === source) return;
    const focused = open.contains(document.activeElement);
    const card = moments.card(beat);
    const grown = shown && (shown.key === beat.key || (beat.id && beat.id === shown.id));
    if (!grown) card.classList.add("enters");
    shown = { key: beat.key, id: beat.id, source, length: moments.words(beat).length, was: grown ? shown.length : 0 };
    open.replaceChildren(card);
    open.dataset.step = beat.step;
    if (focused) ($(".go", drawFoot(beat)) || stage).focus();
  };

  const button = (words, name, key) => {
    const made = make("button", name, words);
    made.type = "button";
    if (key) made.append(make("kbd", "", key));
    return made;
  };

  const drawFoot = (beat) => {
    const card = open.firstElementChild;
    if (!card) return stage;
    let foot = $(".foot", card);
    if (!foot) { foot = make("p", "foot"); card.append(foot); }
    $$(".go, .goes", foot).forEach((el) => el.remove());
    $(".clock", card)?.remove();
    card.classList.toggle("past", lookingBack);
    const unseen = after(beat, done);
    root.toggleAttribute("data-reading", unseen && !lookingBack && !clock && moments.isPassage(beat));
    if (lookingBack) foot.append(make("span", "goes", "earlier"), button("Go on", "go open", "Space"));
    else if (clock && !beat.mine) {
      foot.append(make("span", "goes"), button("Go on", "go", "Space"));
      card.append(make("span", "clock"));
      drawClock();
    } else if (unseen && !film) foot.append(button("Go on", "go", "Space"));
    return card;
  };

  // What does not fit is scrolled, with the keyboard as well.
  const letScroll = () => {
    const card = open.firstElementChild;
    if (!card) return;
    if (card.scrollHeight > card.clientHeight + 1) card.tabIndex = 0;
    else card.removeAttribute("tabindex");
  };

  const drawClock = () => {
    const words = $(".goes", open), line = $(".clock", open);
    if (!words || !clock) return;
    const stopped = isHeld();
    const text = stopped ? "waits while you look" : `goes on by itself in ${Math.max(1, Math.ceil(clock.left / 1000))} s`;
    if (words.textContent !== text) words.textContent = text;
    line.style.transform = `scaleX(${Math.max(0, clock.left / clock.whole)})`;
    line.classList.toggle("stopped", stopped);
  };

  const drawTrail = () => {
    const past = beats.filter((beat) => !after(beat, done) || (shown && beat.key === shown.key)).reverse();
    const list = isResting() || lookingBack || isAway ? past : past.filter((beat) => !shown || beat.key !== shown.key);
    const items = list.slice(0, AS_MANY_AS_FIT).map((beat) => {
      const item = moments.item(beat);
      if (shown && beat.key === shown.key && !isAway) {
        item.classList.add("here");
        item.firstElementChild.setAttribute("aria-current", "true");
      }
      return item;
    });
    const focused = trail.contains(document.activeElement) && document.activeElement.dataset.key;
    trail.replaceChildren(...items);
    if (focused) trail.querySelector(`[data-key="${focused}"]`)?.focus();
  };

  const isResting = () => {
    const beat = shown && find(shown.key);
    const keeps = beat?.mine && isAsked() && !phone.matches && !covers; // my own stays beside the question it led to
    const isOpen = lookingBack || isAway || (beat && after(beat, done)) || keeps;
    return Boolean(beat && !clock && !isOpen);
  };

  const drawAway = () => {
    away.hidden = !isAway && !film;
    open.hidden = isAway;
    if (away.hidden) { away.replaceChildren(); return; }
    if (isAway) {
      const count = waiting().length;
      const card = make("article", "moment panel away");
      const words = done.step ? "While you were away" : "Since the beginning";
      const choice = make("p", "foot");
      const mine = doneToMe(waiting()).length;
      choice.append(button(mine ? `Skip to what was done to me (${mine})` : "Skip", "quiet away-skip"), button("Watch", "go away-watch"));
      card.append(make("h3", "", `${words}: ${count} moments`), make("p", "sub", "Played one after the other, as you would have seen them."), choice);
      away.replaceChildren(card);
      return;
    }
    const bar = make("p", "film");
    const number = film.all - ofTheFilm().length + 1;
    bar.append(
      make("b", "", film.until ? "Done to you" : "While you were away"),
      make("span", "faint", `${Math.min(film.all, number)} of ${film.all}`),
      button(film.paused ? "Play" : "Pause", "quiet film-pause"),
      button("Skip", "quiet away-skip"),
    );
    const focused = away.contains(document.activeElement) && document.activeElement.className;
    away.replaceChildren(bar);
    if (focused) away.querySelector(`.${focused.split(" ").pop()}`)?.focus();
  };

  const drawSkip = (skip) => {
    const [label, words] = [$("span", skip), $("small", skip)];
    skip.dataset.label ??= label.textContent;
    skip.dataset.words ??= words.textContent;
    skip.setAttribute("aria-pressed", String(skipping));
    label.textContent = skipping ? "Skipping to my turn…" : skip.dataset.label;
    words.textContent = skipping ? "on the way; you still see what is done to you" : skip.dataset.words;
  };

  // On a phone the card lies over the lower edge of the board: what it is about, else what is mine, moves into the slice
  // above it. Nothing changes its size.
  const game = $("#board .game");
  const showAbove = () => {
    if (!game || $("#board").dataset.explaining !== undefined) return;
    const beat = shown && find(shown.key);
    const about = beat?.article?.dataset.about;
    const isOpen = phone.matches && !open.hidden && !stage.hasAttribute("data-rest") && beat;
    const thing = isOpen && ((about && parallax.named(about).find((one) => game.contains(one))) || $("[data-me]", game));
    if (!thing) { game.style.translate = ""; return; }
    const moved = Number.parseFloat(getComputedStyle(game).translate.split(" ")[1]) || 0;
    const it = thing.getBoundingClientRect();
    const hidden = it.bottom - moved + 8 - stage.getBoundingClientRect().top;
    const room = it.top - game.getBoundingClientRect().top;
    game.style.translate = hidden > 0 && room > 0 ? `0 ${-Math.min(hidden, room)}px` : "";
  };

  const draw = () => {
    const beat = shown && find(shown.key);
    root.removeAttribute("data-reading");
    if (beat) { drawOpen(beat); drawFoot(beat); }
    if (beat && isAsked() && !clock && !lookingBack && !after(beat, done)) parallax.ring("look", []); // the question is about something else
    drawTrail();
    drawAway();
    stage.toggleAttribute("data-rest", isResting());
    stage.toggleAttribute("data-empty", !shown && !isAway);
    letScroll();
    root.toggleAttribute("data-behind", waiting().length > 0);
    showAbove();
    parallax.drawRings();
    $$("[data-skip]").forEach(drawSkip);
  };

  // The queue ---------------------------------------------------------------------------------------------------------
  const readingTime = (beat) => {
    const letters = Math.max(0, shown.length - shown.was);
    const crowd = waiting().length;
    const hurry = film ? 0.8 : crowd > 8 ? 0.35 : crowd > 3 ? 0.6 : 1;
    return Math.min(LONGEST, (ABOUT_TO_LOOK + PER_LETTER * letters) * hurry) * pace();
  };

  const show = (beat) => {
    drawOpen(beat);
    held = false;
    const stays = moments.isPassage(beat) && !film;
    const mine = beat.mine && !film;
    const time = mine ? OWN * pace() : readingTime(beat);
    clock = stays ? null : { left: time, whole: time || 1, at: performance.now() };
    if (mine && !stays) finish(beat);
    told.textContent = moments.words(beat);
    announce(beat, false);
    remember();
    draw();
    if (clock) run();
  };

  const announce = (beat, again) => {
    const about = beat.article && beat.article.dataset.about;
    const thing = about && parallax.named(about)[0];
    if (thing) parallax.lookAt(thing);
    parallax.ring("look", about ? [about] : []);
    parallax.emit("moment", { line: beat.lines[0], article: open.firstElementChild, kind: moments.kind(beat), mine: beat.mine, again });
  };

  let ticking = 0;
  const run = () => {
    clearTimeout(ticking);
    if (!clock) return;
    const now = performance.now();
    if (!isHeld()) clock.left -= now - clock.at;
    clock.at = now;
    if (clock.left <= 0) { goOn(); return; }
    drawClock();
    ticking = setTimeout(run, Math.min(TICK, clock.left));
  };

  const isHeld = () => document.hidden || held || Boolean(film && film.paused) || Boolean(open.querySelector(":focus-visible"));

  const advance = () => {
    if (isAway || lookingBack || clock) return;
    const next = waiting()[0];
    if (next && (!shown || shown.key !== next.key)) show(next);
  };

  // The open one is done with; the next one, or rest.
  const goOn = () => {
    if (lookingBack) { forth(); return; }
    const beat = shown && find(shown.key);
    clock = null;
    if (beat) finish(beat);
    if (film && !waiting().length) film = null;
    if (skipping || film?.until) hurry();
    advance();
    remember();
    draw();
  };

  const lastBeat = () => beats[beats.length - 1];

  // Everything so far counts as seen; the newest stays open.
  const fastForward = () => {
    isAway = false;
    film = null;
    lookingBack = false;
    clock = null;
    const last = lastBeat();
    if (!last) return;
    const fresh = after(last, done) && (!shown || shown.key !== last.key);
    finish(last);
    drawOpen(last);
    if (fresh) { told.textContent = moments.words(last); announce(last, false); }
    remember();
    draw();
  };

  // What is still to come of the film. What happens meanwhile is told after it.
  const ofTheFilm = () => (film.until ? doneToMe(waiting()).filter((beat) => !after(beat, film.until)) : waiting());

  // Who skips the film sees what was done to them; pressed once more, not even that.
  const skipFilm = () => {
    const mine = doneToMe(waiting()).length;
    if (film?.until || !mine) { fastForward(); return; }
    isAway = false;
    clock = null;
    film = { all: mine, paused: false, until: lastBeat() };
    hurry();
    draw();
    $(".go", open)?.focus({ preventScroll: true }); // Space goes on from here; it does not skip the rest
  };

  // On the way to my turn, or to the end of the film, everything is passed over but what others have done to me.
  const hurry = () => {
    const list = waiting();
    const stop = film?.until ? ofTheFilm()[0] : doneToMe(list)[0];
    if (!stop && film?.until && after(lastBeat(), film.until)) { finish(film.until); film = null; return; }
    if (!stop) {
      fastForward();
      if (isAsked()) setTimeout(() => { skipping = false; }, TOGETHER);
      return;
    }
    if (shown && shown.key === stop.key && clock) return;
    const passed = list.slice(0, list.indexOf(stop));
    if (passed.length) finish(passed[passed.length - 1]);
    isAway = false;
    if (!film?.until) film = null;
    lookingBack = false;
    show(stop);
  };

  // Looking back ------------------------------------------------------------------------------------------------------
  const openAgain = (beat) => {
    const newest = lastShown();
    if (isAway) isAway = false;
    lookingBack = beat !== newest || stage.hasAttribute("data-rest"); // at rest the newest is closed, too
    clock = null;
    drawOpen(beat);
    announce(beat, true);
    draw();
    if (!lookingBack) advance();
  };

  const lastShown = () => {
    const past = beats.filter((beat) => !after(beat, done));
    const next = waiting()[0];
    return next && shown && shown.key === next.key ? next : past[past.length - 1];
  };

  const step = (by) => {
    const known = beats.filter((beat) => !after(beat, done) || (shown && beat.key === shown.key));
    const at = known.findIndex((beat) => shown && beat.key === shown.key);
    const beat = known[at + by];
    if (beat) openAgain(beat);
    return Boolean(beat);
  };

  const back = () => step(-1);
  const forth = () => {
    if (step(1)) return true;
    lookingBack = false;
    advance();
    draw();
    return false;
  };

  // What comes in -----------------------------------------------------------------------------------------------------
  const refresh = () => {
    beats = moments.read(log, seat);
    if (skipping && (waiting().length || isAsked())) hurry();
    if (shown && !find(shown.key)) { // it was taken back, or has grown into a later one
      const grown = shown.id && beats.find((beat) => beat.id === shown.id);
      const left = grown || beats.filter((beat) => !after(beat, done)).pop();
      clock = null;
      lookingBack = false;
      if (grown && after(grown, done)) { advance(); draw(); return; }
      shown = null;
      open.replaceChildren();
      if (left) { drawOpen(left); announce(left, true); } else parallax.ring("look", []);
    }
    advance();
    remember();
    draw();
  };

  const begin = () => {
    beats = moments.read(log, seat);
    done = recall();
    const stranger = !stage.dataset.seen && kept?.getItem(`seen ${code}`) == null && !seat;
    if (stranger && beats.length > 1) finish(beats[beats.length - 2]);
    const unseen = waiting();
    isAway = steps(unseen) > A_FEW;
    const last = beats.filter((beat) => !after(beat, done)).pop();
    if (last && !unseen.length) { drawOpen(last); announce(last, true); }
    advance();
    remember();
    draw();
  };

  // A connection that comes back after a long sleep brings a film, too.
  let wasGone = false;
  document.addEventListener("htmx:ws:close", () => { wasGone = true; });
  parallax.on("changed", () => {
    if (wasGone) {
      wasGone = false;
      beats = moments.read(log, seat);
      if (!clock && steps(waiting()) > A_FEW) isAway = true;
    }
    refresh();
  });
  document.addEventListener("htmx:ws:before:message:outgoing", (event) => {
    if (["answer", "use", "read"].includes(event.detail.message.values.do)) fastForward();
  });

  // Hands -------------------------------------------------------------------------------------------------------------
  const hold = (on) => { if (held !== on) { held = on; drawClock(); } };
  open.addEventListener("pointermove", (event) => { if (event.pointerType === "mouse" && (event.movementX || event.movementY)) hold(true); });
  open.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") hold(false); });
  open.addEventListener("pointerdown", (event) => { if (event.pointerType !== "mouse" && !event.target.closest(".go")) hold(true); });
  document.addEventListener("visibilitychange", drawClock);
  phone.addEventListener("change", draw);
  new ResizeObserver(letScroll).observe(open);

  const skip = (button) => {
    if (button.closest("#r-afterwards")) { fastForward(); return; } // the story is over, and the rest of it was declined
    if (skipping && clock) { goOn(); return; } // pressed again: I have seen what was done to me
    skipping = true;
    hurry();
    draw();
  };

  document.addEventListener("click", (event) => {
    const hit = (selector) => event.target.closest(selector);
    if (hit("#open .go, [data-go-on]")) goOn();
    else if (hit("#trail [data-key]")) { const beat = find(hit("[data-key]").dataset.key); if (beat) openAgain(beat); }
    else if (hit(".away-watch")) { isAway = false; film = { all: waiting().length, paused: false }; advance(); draw(); }
    else if (hit(".away-skip")) skipFilm();
    else if (hit(".film-pause")) { film.paused = !film.paused; draw(); }
    else if (hit("[data-skip]")) { event.preventDefault(); skip(hit("[data-skip]")); }
    else if (hit("#log > li [data-again], #log > li .words")) {
      const line = hit("#log > li");
      const beat = beats.find((one) => one.lines.includes(line)) || beats.find((one) => String(one.step) === line.dataset.moment);
      if (beat) openAgain(beat);
    }
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.closest("input, select, textarea, dialog, [contenteditable], [data-panzoom]")) return;
    if (event.key === " " && !event.target.closest("button, a, summary, [role=button]")) {
      if (isAway) $(".away-watch", away).click();
      else if (lookingBack || clock || waiting().length) goOn();
      else return;
      event.preventDefault();
    }
    if (event.key === "ArrowLeft" && back()) event.preventDefault();
    if (event.key === "ArrowRight" && lookingBack) { forth(); event.preventDefault(); }
  });

  begin();
})();
