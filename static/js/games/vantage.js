"use strict";
/* Small helps for the window: names of things, pins by a click, a sketch pad that stays here, the story as a file. */
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const say = (text) => { const spot = $("[data-said]"); if (spot) spot.textContent = text; };

  // Pins: the next click on the picture fills in the offer's form (VAN-238).
  const pinning = (on) => {
    const button = $("button[data-pinning]"), picture = $("#r-picture");
    if (!button || !picture) return;
    button.setAttribute("aria-pressed", String(on));
    picture.toggleAttribute("data-pinning", on);
    say(on ? "Click the spot." : "");
  };
  const pinAt = (event, picture) => {
    const box = picture.getBoundingClientRect();
    const x = Math.round((100 * (event.clientX - box.left)) / box.width), y = Math.round((100 * (event.clientY - box.top)) / box.height);
    const field = $('#r-offers form:has([name="option"][value="pin"]) input[name="values"]');
    pinning(false);
    if (!field) return say("There is no room for another pin.");
    field.closest("details").open = true;
    field.value = `${x} ${y} `;
    field.scrollIntoView({ block: "nearest" });
    field.focus();
    say("Write your word and press the button beside it.");
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button?.hasAttribute("data-pinning")) return pinning(button.getAttribute("aria-pressed") !== "true");
    if (button?.hasAttribute("data-save-travelogue")) return save(button.closest("[data-travelogue]"));
    if (button?.hasAttribute("data-sketch-clear")) return clear();
    const picture = event.target.closest("#r-picture");
    if (!picture) return;
    if (picture.hasAttribute("data-pinning")) { event.stopPropagation(); event.preventDefault(); return pinAt(event, picture); }
    const thing = event.target.closest(".el");  // every thing answers with its name, so that dead ones cannot be told apart
    if (thing) say($("title", thing)?.textContent ?? "");
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
