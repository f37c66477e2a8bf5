"use strict";
/* Small helps for the window: names of things, pins by a tap, dice that are dragged onto slots, a sketch pad that stays
   here, the story as a file. */
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const say = (text) => { const spot = $("[data-said]"); if (spot) spot.textContent = text; };

  // Pins: the next tap on the picture says where, and the word is written there (VAN-238).
  const pinning = (on) => {
    const button = $("button[data-pinning]"), picture = $("#r-picture");
    if (!button || !picture) return;
    button.setAttribute("aria-pressed", String(on));
    picture.toggleAttribute("data-pinning", on);
    say(on ? "Tap the spot on the picture." : "");
  };
  const closePin = () => $(".v-pinword")?.remove();
  const pinAt = (event, picture) => {
    const box = picture.getBoundingClientRect();
    const x = Math.round((100 * (event.clientX - box.left)) / box.width), y = Math.round((100 * (event.clientY - box.top)) / box.height);
    pinning(false);
    closePin();
    if (!$('#r-offers [name="option"][value="pin"]')) return say("There is no room for another pin.");
    const form = document.createElement("form");
    form.className = "v-pinword";
    form.innerHTML = '<input maxlength="40" required autocomplete="off" aria-label="Your word for this spot" placeholder="your word"><button class="small">Pin it</button>';
    const window_ = picture.closest(".v-window"), frame = window_.getBoundingClientRect();
    window_.append(form);
    const left = Math.min(event.clientX - frame.left, frame.width - form.offsetWidth - 8), top = Math.min(event.clientY - frame.top + 8, box.bottom - frame.top - form.offsetHeight - 8);
    Object.assign(form.style, { left: `${Math.max(8, left)}px`, top: `${Math.max(8, top)}px` });
    form.addEventListener("submit", (sent) => {
      sent.preventDefault();
      window.parallax.send({ do: "use", option: "pin", values: `${x} ${y} ${form.firstElementChild.value.trim()}` });
      closePin();
    });
    form.addEventListener("keydown", (key) => { if (key.key === "Escape") closePin(); key.stopPropagation(); });
    form.firstElementChild.focus();
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button?.hasAttribute("data-pinning")) return pinning(button.getAttribute("aria-pressed") !== "true");
    if (button?.hasAttribute("data-save-travelogue")) return save(button.closest("[data-travelogue]"));
    if (button?.hasAttribute("data-sketch-clear")) return clear();
    if (button?.hasAttribute("data-stop-clock")) return stopClock();
    const picture = event.target.closest("#r-picture");
    if (!picture) return;
    if (picture.hasAttribute("data-pinning")) { event.stopPropagation(); event.preventDefault(); return pinAt(event, picture); }
    const thing = event.target.closest(".el");  // every thing answers with its name, so that dead ones cannot be told apart
    if (thing) say($("title", thing)?.textContent ?? "");
  }, true);

  // Dice: a die that is dragged onto a slot is placed there, instead of where the suggestion would put it (VAN-105). A
  // card takes it as well as its slot; so do the answers in the column, for whose slots are not in view.
  let drag = null;
  // Whoever has a die in hand is in no hurry: what would go by itself waits (VAN-109). The question is sent anew then, so
  // its answers are looked for whenever they are needed.
  const stopClock = () => {
    if ($('#r-offers [name="option"][value="wait"]')) window.parallax.send({ do: "use", option: "wait" });
  };
  const answersFor = (face) => [...document.querySelectorAll(`#r-ask button[value^="put:${face}:"]`)];
  const slotOf = (answer) => answer.value.split(":")[2];
  const drop = (x, y) => {
    const under = document.elementsFromPoint(x, y).find((el) => !drag.ghost.contains(el));
    const box = under?.closest('[data-name^="slot-"]'), card = under?.closest('[data-name^="card-"]');
    const answer = under?.closest("#r-ask .answer"), answers = answersFor(drag.face);
    return answers.find((one) => one === answer)
      ?? answers.find((one) => box && `slot-${slotOf(one)}` === box.dataset.name)
      ?? answers.find((one) => card && `card-${slotOf(one).split(".")[0]}` === card.dataset.name);
  };
  const places = () => answersFor(drag.face).flatMap((one) => [...document.querySelectorAll(`[data-name="slot-${CSS.escape(slotOf(one))}"]`)]);
  const lift = (event) => {
    stopClock();
    const at = drag.die.getBoundingClientRect();
    drag.ghost = drag.die.cloneNode(true);
    drag.ghost.removeAttribute("data-name");
    drag.ghost.classList.add("carried");
    Object.assign(drag.ghost.style, { inlineSize: `${at.width}px`, blockSize: `${at.height}px` });
    document.body.append(drag.ghost);
    drag.die.classList.add("lifted");
    const dock = $("#dock");
    drag.opened = matchMedia("(max-width: 720px)").matches && !dock.hasAttribute("data-open");
    if (drag.opened) dock.setAttribute("data-open", "");
    places().forEach((el) => el.classList.add("takes"));
    if (drag.opened) places().find((el) => dock.contains(el))?.scrollIntoView({ block: "center" });
    carry(event);
  };
  const carry = (event) => {
    drag.ghost.style.transform = `translate(${event.clientX - drag.dx}px, ${event.clientY - drag.dy}px)`;
    const over = drop(event.clientX, event.clientY);
    document.querySelectorAll(".over-slot").forEach((el) => el.classList.remove("over-slot"));
    if (over) document.querySelectorAll(`[data-name="slot-${CSS.escape(slotOf(over))}"]`).forEach((el) => el.classList.add("over-slot"));
  };
  const letGo = () => {
    document.querySelectorAll(".takes, .over-slot").forEach((el) => el.classList.remove("takes", "over-slot"));
    drag.ghost?.remove();
    drag.die.classList.remove("lifted");
    if (drag.opened) $("#dock").removeAttribute("data-open");
    drag = null;
  };
  document.addEventListener("pointerdown", (event) => {
    const die = event.target.closest?.("#r-dice .v-die[data-face]");
    const face = die?.dataset.face;
    if (!face || !answersFor(face).length || event.button) return;
    const box = die.getBoundingClientRect();
    drag = { die, face, x: event.clientX, y: event.clientY, dx: event.clientX - box.left, dy: event.clientY - box.top };
    die.setPointerCapture(event.pointerId);
  });
  document.addEventListener("pointermove", (event) => {
    if (!drag) return;
    if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 6) return;
    if (drag.ghost) carry(event);
    else lift(event);
  });
  let dropped = -Infinity;
  document.addEventListener("pointerup", (event) => {
    if (!drag) return;
    const answer = drag.ghost && drop(event.clientX, event.clientY);
    if (drag.ghost) dropped = event.timeStamp;
    letGo();
    if (answer) placeAtRest(answer.value);
  });
  // The question may just have been sent anew, because the clock was stopped: a drop that was meant is not lost.
  const placeAtRest = (value) => {
    const answer = [...document.querySelectorAll("#r-ask button")].find((one) => one.value === value);
    if (answer && window.parallax.settling(answer)) setTimeout(placeAtRest, 50, value);
    else if (answer) window.parallax.press(answer);
  };
  document.addEventListener("pointercancel", () => { if (drag) letGo(); });
  window.addEventListener("click", (event) => { // a drag is no press on the die
    if (event.timeStamp - dropped > 300 || !event.target.closest?.("#r-dice .v-die")) return;
    event.stopImmediatePropagation();
    event.preventDefault();
  }, true);

  // The travelogue as a text file, made here.
  const save = (part) => {
    const lines = [...part.querySelectorAll("li")].map((line) => line.textContent.replace(/\s+/g, " ").trim());
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([`${lines.join("\n\n")}\n`], { type: "text/plain" }));
    link.download = "travelogue.txt";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };

  // The sketch pad: strokes live in this browser's storage, by table and place, and are never sent (VAN-239).
  const pad = () => $("canvas[data-sketch]");
  const key = (canvas) => `sketch:${$("#root")?.dataset.code ?? ""}:${canvas.dataset.sketch}`;
  const strokes = (canvas) => { try { return JSON.parse(localStorage.getItem(key(canvas)) ?? "[]"); } catch { return []; } };
  const draw = (canvas) => {
    const pen = canvas.getContext("2d");
    pen.clearRect(0, 0, canvas.width, canvas.height);
    Object.assign(pen, { lineWidth: 4, lineCap: "round", lineJoin: "round", strokeStyle: "#2d2a24" });
    for (const line of strokes(canvas)) { pen.beginPath(); line.forEach(([x, y], n) => (n ? pen.lineTo(x, y) : pen.moveTo(x, y))); pen.stroke(); }
  };
  const clear = () => { const canvas = pad(); if (canvas) { localStorage.removeItem(key(canvas)); draw(canvas); } };
  let line = null;
  const spot = (canvas, event) => { const box = canvas.getBoundingClientRect(); return [Math.round(((event.clientX - box.left) / box.width) * canvas.width), Math.round(((event.clientY - box.top) / box.height) * canvas.height)]; };
  document.addEventListener("pointerdown", (event) => { if (event.target.matches?.("canvas[data-sketch]")) { line = [spot(event.target, event)]; event.target.setPointerCapture(event.pointerId); } });
  document.addEventListener("pointermove", (event) => {
    if (!line || !event.target.matches?.("canvas[data-sketch]")) return;
    line.push(spot(event.target, event));
    const pen = event.target.getContext("2d"), [a, b] = line.slice(-2);
    Object.assign(pen, { lineWidth: 4, lineCap: "round", strokeStyle: "#2d2a24" });
    pen.beginPath(); pen.moveTo(...a); pen.lineTo(...b); pen.stroke();
  });
  document.addEventListener("pointerup", (event) => {
    const canvas = event.target.matches?.("canvas[data-sketch]") ? event.target : null;
    if (line && canvas) { try { localStorage.setItem(key(canvas), JSON.stringify([...strokes(canvas), line].slice(-400))); } catch { say("This browser keeps no more strokes."); } }
    line = null;
  });
  document.addEventListener("toggle", (event) => { if (event.target.matches?.(".v-sketch") && pad()) draw(pad()); }, true);
})();
