"use strict";
// Choices: the board as buttons, ticks in order, pairs and sums, and fingers that press nothing they have not seen.
(() => {
  const { $, $$, named, on } = window.parallax;
  const AREAS = ["#r-ask", "#r-offers", "#r-lesson", "#r-intro", "#explain"];
  const STILL = Number(window.parallax.root.dataset.rest); // milliseconds in which changed buttons do nothing

  // A choice that has a place on the board can be made there: the same option, the same form -----------------------

  // In a lesson the board does what the lesson wants, and nothing else.
  const wanted = () => ($("#r-lesson[data-open]") ? "#r-lesson [data-target]" : "#r-ask [data-target], #r-offers [data-target]");
  // An item of a list that does not say where it lies is called on the board as it is called here.
  const aim = () => $$("#r-ask [data-pair] option:not([data-target])").forEach((el) => {
    el.dataset.target = el.value.replace(":", "-");
  });
  const controls = () => {
    aim();
    return $$(wanted()).filter((el) => el.dataset.target);
  };
  const controlsFor = (name) => controls().filter((control) => control.dataset.target === name);

  const press = (control) => {
    if (settling(control)) return;
    if (control.tagName === "OPTION") {
      control.selected = true;
      changedByHand(control.parentElement);
    } else if (control.type === "number") {
      control.stepUp();
      changedByHand(control);
    } else control.click();
  };
  const changedByHand = (field) => {
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  };

  // A thing with exactly one use does it, unless that asks for care; a thing with several, or none, tells about itself.
  document.addEventListener("click", (event) => {
    const spot = event.target.closest("[data-name]");
    const own = event.target.closest("a, button, input, label, select, summary, form");
    if (!spot || (own && own !== spot)) return; // a thing that is a button itself has no other meaning
    const found = controlsFor(spot.dataset.name);
    if (found.length === 1 && !("careful" in found[0].dataset)) press(found[0]);
    else if (window.parallax.explain) window.parallax.explain(spot.dataset.name, spot);
    else if (found.length) found[0].focus();
  });

  // What can be chosen is lit on the board, and what is chosen is marked -------------------------------------------

  const mark = (className, names) => {
    const wanted = new Set(names.flatMap(named));
    $$(`.${className}`).forEach((el) => wanted.has(el) || el.classList.remove(className));
    wanted.forEach((el) => el.classList.add(className));
  };
  const chosen = () => {
    const pair = joinPair();
    const ticked = $$("#r-ask :checked[data-target]").filter((el) => el.tagName !== "OPTION");
    return [...ticked.map((el) => el.dataset.target), ...pair];
  };
  const light = () => {
    mark("lit", controls().map((control) => control.dataset.target));
    mark("picked", chosen());
    mark("coach-look", $$("#r-coach, #r-intro").map((coach) => coach.dataset.look).filter(Boolean));
    addUp();
    countTicks();
  };

  // An assignment of one thing to one place is two lists and one value.
  const joinPair = () => {
    const box = $("#r-ask [data-pair]");
    if (!box) return [];
    const lists = [$("[data-item]", box), $("[data-slot]", box)];
    $("[name=values]", box).value = lists.map((list) => list.value).join(">");
    return lists.map((list) => list.selectedOptions[0]?.dataset.target).filter(Boolean);
  };
  const addUp = () => {
    const place = $("#r-ask [data-sum]");
    if (!place) return;
    const sum = $$("#r-ask [name^='part:']").reduce((all, box) => all + Number(box.value), 0);
    place.textContent = String(sum);
  };
  // The confirm button says how many are chosen, and works when it is enough.
  const countTicks = () => {
    const button = $("#r-ask [data-least]");
    if (!button) return;
    const count = $$("#r-ask [name=values]:checked").length;
    const [least, most] = [Number(button.dataset.least), Number(button.dataset.most)];
    const words = $("small", button);
    if (words) words.textContent = least === most ? `${count} of ${most} chosen` : `${count} chosen, ${least} to ${most}`;
    button.classList.toggle("open", count < least || count > most);
  };
  document.addEventListener("input", (event) => {
    if (event.target.closest("#r-ask")) light();
  });

  // Where order matters, the order of ticking counts; each ticked box shows its place.
  let ticks = [];
  const showPlaces = (list) => {
    $$("label", list).forEach((label) => {
      label.dataset.place = ticks.indexOf($("input", label).value) + 1 || "";
    });
  };
  document.addEventListener("change", (event) => {
    const list = event.target.closest("[data-ordered]");
    if (!list) return;
    ticks = ticks.filter((value) => value !== event.target.value);
    if (event.target.checked) ticks.push(event.target.value);
    showPlaces(list);
  });
  document.addEventListener("htmx:ws:before:message:outgoing", (event) => {
    const sent = event.detail.message.values;
    if (!$("#r-ask [data-ordered]") || !Array.isArray(sent.values)) return;
    sent.values.sort((a, b) => ticks.indexOf(a) - ticks.indexOf(b));
  });

  // Ticks and words belong to their question: the next one begins empty, though the fragments are morphed.
  on("asked", () => {
    ticks = [];
    $$("#r-ask form").forEach((form) => form.reset());
    $$("#r-ask [data-place]").forEach((label) => delete label.dataset.place);
    const body = $(".ask-body");
    if (body) body.scrollTop = 0;
    letGo();
    light();
  });

  // Fragments are morphed, so the button that was pressed may live on as another answer: the next Space or Enter would
  // press that one unseen. The focus goes to the decision itself, from where the first answer is one Tab away.
  const letGo = () => {
    if (document.activeElement?.matches(":is(#r-ask, #r-offers) button")) $("#prompt").focus({ preventScroll: true });
  };

  // A finger is safe -------------------------------------------------------------------------------------------------

  const still = new Map(); // area -> until when its buttons do nothing
  const shapeOf = (area) => {
    const buttons = area ? $$("button, input, select", area) : [];
    return buttons.map((el) => `${el.name}=${el.value} ${el.tagName === "BUTTON" ? el.textContent : ""}`).join("\n");
  };
  const shapes = new Map(AREAS.map((selector) => [selector, shapeOf($(selector))]));

  // The time counts from when the change is on the screen: a slow page must not eat it up.
  const settle = (selector) => {
    $(selector)?.classList.add("settling");
    still.set(selector, Infinity);
    const begin = () => {
      const until = performance.now() + STILL;
      still.set(selector, until);
      setTimeout(() => {
        if (still.get(selector) === until) $(selector)?.classList.remove("settling");
      }, STILL);
    };
    if (document.hidden) begin();
    else requestAnimationFrame(begin);
  };
  const noticeChanges = () => AREAS.forEach((selector) => {
    const shape = shapeOf($(selector));
    const before = shapes.get(selector);
    shapes.set(selector, shape);
    if (shape !== before) settle(selector);
    else if ((still.get(selector) || 0) > performance.now()) $(selector)?.classList.add("settling");
  });
  const settling = (control) => {
    const selector = AREAS.find((one) => control.closest(one));
    return selector !== undefined && (still.get(selector) || 0) > performance.now();
  };

  // What was just answered cannot be answered twice by a quick second press.
  document.addEventListener("htmx:ws:before:message:outgoing", (event) => {
    if (["answer", "use"].includes(event.detail.message.values.do)) ["#r-ask", "#r-offers"].forEach(settle);
  });

  // Enter on a focused button is a press of its own, unless it is the same press that is still being held or repeated.
  let lastKey = 0;
  let keyRepeats = false;
  document.addEventListener("keydown", (event) => {
    if (!["Enter", " "].includes(event.key)) return;
    keyRepeats = event.repeat || event.timeStamp - lastKey < STILL;
    lastKey = event.timeStamp;
  }, true);
  const byKeyboard = (event) => event.type === "click" && event.isTrusted && event.detail === 0 && !keyRepeats;
  const refuse = (event) => {
    if (!(event.target instanceof Element) || !settling(event.target) || byKeyboard(event)) return;
    if (event.type === "submit" && performance.now() - lastKey < STILL && !keyRepeats) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const kind of ["click", "submit"]) window.addEventListener(kind, refuse, true);

  // Folded lines stay open while the fragments around them are drawn anew.
  let unfolded = [];
  on("changing", () => {
    unfolded = $$(".besides details[open][id]").map((el) => el.id);
  });
  on("changed", () => {
    unfolded.forEach((id) => document.getElementById(id)?.setAttribute("open", ""));
    noticeChanges();
    light();
  });

  // Whose turn it is: title (sent by the server) and favicon.
  const icon = $("#favicon");
  const calm = icon?.href;
  const showTurn = () => {
    if (icon) icon.href = $("#r-ask")?.dataset.asked ? icon.dataset.turn : calm;
  };
  on("asked", showTurn);

  // Countdown rings.
  const inWords = (seconds) => {
    if (seconds > 5999) return `${Math.round(seconds / 3600)}h`;
    return seconds > 99 ? `${Math.ceil(seconds / 60)}m` : String(seconds);
  };
  const countDown = () => $$(".ring[data-closes]").forEach((ring) => {
    const lasts = Number(ring.dataset.lasts);
    const all = Math.max(0, Number(ring.dataset.closes) - Date.now());
    const reading = all > lasts && !("held" in ring.dataset); // what is new is read before the ring runs
    const left = reading ? lasts : all;
    $("circle.left-over", ring).setAttribute("stroke-dashoffset", String(Math.max(0, 100 - (100 * left) / lasts)));
    $(".left", ring).textContent = inWords(Math.ceil(left / 1000));
    $("small", ring).textContent = reading ? "read first" : "seconds";
  });
  setInterval(countDown, 200);

  Object.assign(window.parallax, { press, settling, settle, controlsFor, light });
  light();
  showTurn();
  countDown();
})();
