"use strict";
// What is this? A card beside its thing: by a click on something with several uses or none, by resting the mouse on it, or
// with ? for what has the focus or lies under the pointer. Escape closes it.
(() => {
  const { root, $, $$, named, on } = parallax;
  const place = $("#explain");
  if (!place) return;
  const board = $("#board");
  const game = $("#board .game");
  const phone = matchMedia("(max-width: 720px)");
  const fine = matchMedia("(hover: hover) and (pointer: fine)");
  const REST = 900; // milliseconds of resting on a thing
  const LEAVE = 280; // time to reach the card with the mouse
  const WIDTH = 424;
  const GAP = 18;
  const EDGE = 14;

  let now = null; // { name, thing, by, back, sent, refusal }
  let wanted = 0; // the newest request; older answers are dropped
  const card = () => place.firstElementChild;
  const theThing = () => now && ((now.thing.isConnected && now.thing) || named(now.name)[0]);

  // Fetching --------------------------------------------------------------------------------------------------------
  const address = (name) => {
    const query = new URLSearchParams({ name });
    if (root.dataset.seat) query.set("seat", root.dataset.seat);
    return `${root.dataset.base}/t/${root.dataset.code}/what?${query}`;
  };

  const ask = (name) => fetch(address(name)).catch(() => null);

  // The server draws a card for whatever is asked, a refusal included; anything else is a page of some other trouble.
  const draw = async (reply, name) => {
    const page = new DOMParser().parseFromString(await reply.text(), "text/html");
    const drawn = page.querySelector("article.explain");
    if (!drawn) return null;
    drawn.dataset.of = name;
    return document.adoptNode(drawn);
  };

  const explain = async (name, thing, by = "click") => {
    if (!("cards" in root.dataset)) return; // a game whose things have no cards yet
    const request = ++wanted;
    const reply = await ask(name);
    if (!reply || request !== wanted) return;
    const drawn = await draw(reply, name);
    if (!drawn || request !== wanted || !thing.isConnected) return;
    if (now) tidy();
    now = { name, thing, by, back: document.activeElement };
    place.replaceChildren(drawn);
    htmx.process(drawn);
    board.dataset.explaining = name;
    if (by === "click") parallax.settle?.("#explain");
    lightMatching();
    parallax.ring("what", [name]);
    position();
    if (by !== "hover") drawn.focus({ preventScroll: true });
  };

  const renew = async () => {
    const { name } = now;
    const request = ++wanted;
    const reply = await ask(name);
    if (!reply || request !== wanted || !now) return;
    const drawn = await draw(reply, name);
    if (!drawn || request !== wanted || !now) return;
    const focused = place.contains(document.activeElement);
    if (now.refusal) drawn.querySelector("header").after(now.refusal);
    place.replaceChildren(drawn);
    htmx.process(drawn);
    lightMatching();
    position();
    if (focused) drawn.focus({ preventScroll: true });
  };

  // Where it stands: beside its thing, never over it, never over dock or decision --------------------------------------
  const position = () => {
    const thing = theThing();
    const drawn = card();
    if (!thing || !drawn) return;
    drawn.classList.remove("from-left", "from-right", "from-above", "from-below");
    game.style.translate = "";
    const room = board.getBoundingClientRect();
    const it = thing.getBoundingClientRect();
    if (phone.matches) inTheBoardsPlace(drawn, room, it);
    else beside(drawn, room, it, thing);
    parallax.drawRings();
  };

  const put = (drawn, room, left, top, width) => {
    drawn.style.left = `${left - room.left}px`;
    drawn.style.top = `${top - room.top}px`;
    drawn.style.width = `${width}px`;
  };
  const between = (low, value, high) => Math.max(low, Math.min(value, high));

  // How many things that could be chosen, or that a lesson speaks of, a card there would hide.
  const litUnder = (left, top, height, thing) => $$(".game .lit, .game .lesson-look").filter((el) => {
    const seen = el.getBoundingClientRect();
    const [x, y] = [(seen.left + seen.right) / 2, (seen.top + seen.bottom) / 2];
    return el !== thing && x > left && x < left + WIDTH && y > top && y < top + height;
  }).length;
  const besideTheBoard = (room) => {
    const stage = $("#stage").getBoundingClientRect();
    const left = Math.min(stage.left, room.right - EDGE - WIDTH);
    const isColumn = stage.width && stage.left > game.getBoundingClientRect().right - 2;
    return isColumn && stage.width >= 0.85 * WIDTH ? left : null;
  };

  const beside = (drawn, room, it, thing) => {
    const most = room.height - 2 * EDGE;
    drawn.style.maxHeight = `${most}px`;
    drawn.style.width = `${WIDTH}px`;
    const height = Math.min(most, drawn.offsetHeight);
    const x = (it.left + it.right) / 2;
    const y = (it.top + it.bottom) / 2;
    const left = between(room.left + EDGE, x - WIDTH / 2, room.right - EDGE - WIDTH);
    const top = between(room.top + EDGE, y - height / 3, room.bottom - EDGE - height);
    const sides = [
      ["from-left", room.right - EDGE - it.right - GAP, it.right + GAP],
      ["from-right", it.left - GAP - room.left - EDGE, it.left - GAP - WIDTH],
    ];
    const fits = it.top < room.bottom ? sides.filter(([, space]) => space >= WIDTH) : [];
    const hides = (at) => litUnder(at, top, height, thing);
    const side = fits.sort((one, other) => hides(one[2]) - hides(other[2]))[0];
    const aside = besideTheBoard(room);
    if (aside !== null && it.top < room.bottom && it.right < aside && (!side || hides(side[2]) > hides(aside))) {
      put(drawn, room, aside, top, WIDTH); // over the stage: further from its thing, but every choice stays in sight
      return;
    }
    if (side) {
      put(drawn, room, side[2], top, WIDTH);
      drawn.classList.add(side[0]);
      drawn.style.setProperty("--beak", `${between(20, y - top, height - 20)}px`);
      return;
    }
    // Above or below it, where there is more room; the card scrolls if that is little.
    const above = Math.min(it.top, room.bottom) - GAP - room.top - EDGE;
    const below = room.bottom - EDGE - it.bottom - GAP;
    const isAbove = above >= below;
    const tall = Math.min(height, Math.max(isAbove ? above : below, 120));
    drawn.style.maxHeight = `${tall}px`;
    put(drawn, room, left, isAbove ? Math.min(it.top, room.bottom + GAP - EDGE) - GAP - tall : it.bottom + GAP, WIDTH);
    drawn.classList.add(isAbove ? "from-below" : "from-above");
    drawn.style.setProperty("--beak", `${between(20, x - left, WIDTH - 20)}px`);
  };

  // On a phone the card takes the board's place; the thing stays in sight above it.
  const SLICE = 110;
  const inTheBoardsPlace = (drawn, room, it) => {
    const most = Math.max(160, room.height - SLICE - 8);
    drawn.style.width = `${room.width - 16}px`;
    drawn.style.maxHeight = `${most}px`;
    const height = Math.min(most, drawn.offsetHeight);
    const top = room.bottom - 8 - height;
    put(drawn, room, room.left + 8, top, room.width - 16);
    const middle = (room.top + top) / 2;
    const y = (it.top + it.bottom) / 2;
    const isMine = it.top >= room.bottom;
    if (!isMine && it.bottom > top - 8) game.style.translate = `0 ${Math.min(0, middle - y)}px`;
  };

  // My answers that mean the same light up in the column.
  const lightMatching = () => {
    $$(".matching").forEach((el) => el.classList.remove("matching"));
    if (now) $$("#r-ask [data-target], #r-offers [data-target]").filter((el) => el.dataset.target === now.name)
      .forEach((el) => (el.closest("label, button, .offer") || el).classList.add("matching"));
  };

  const tidy = () => {
    place.replaceChildren();
    game.style.translate = "";
    delete board.dataset.explaining;
    parallax.ring("what", []);
    parallax.ring("place", []);
    now = null;
    lightMatching();
  };

  const close = () => {
    wanted += 1;
    if (!now) return;
    const { by, back, thing } = now;
    const hadFocus = place.contains(document.activeElement);
    tidy();
    if (by === "hover" || !hadFocus) return;
    if (thing.isConnected && thing.matches("[tabindex], button, a")) thing.focus({ preventScroll: true });
    else if (back && back.isConnected) back.focus({ preventScroll: true });
  };

  // Options that need more than a press are taken in the column.
  const take = (id) => {
    const same = $$("#r-ask [value], #r-offers [value]").find((el) => el.value === id && el.type !== "hidden");
    const form = $$("#r-offers form, .besides form").find((one) => one.elements.option?.value === id);
    close();
    if (same) parallax.press(same);
    else if (form) {
      const folded = form.closest("details");
      if (folded) folded.open = true;
      form.querySelector("input:not([type=hidden]), select, button")?.focus();
    }
  };

  const showPlaces = (button) => {
    const showing = button.getAttribute("aria-pressed") !== "true";
    const places = (card().dataset.places || "").split(" ").filter(Boolean);
    button.setAttribute("aria-pressed", String(showing));
    if (showing && places[0]) named(places[0]).slice(0, 1).forEach(parallax.lookAt);
    parallax.ring("place", showing ? places : []);
  };

  // Hands -----------------------------------------------------------------------------------------------------------
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-close-card]")) close();
    else if (event.target.closest("[data-take]")) take(event.target.closest("[data-take]").dataset.take);
    else if (event.target.closest("[data-places-of]")) showPlaces(event.target.closest("[data-places-of]"));
    else if (now && !event.target.closest("#explain, [data-name]")) close();
  });

  let resting = 0;
  let leaving = 0;
  let under = null;
  const thingAt = (event) => event.target instanceof Element && event.target.closest(".game [data-name], #dock [data-name]");
  document.addEventListener("pointerover", (event) => {
    under = thingAt(event);
    if (event.pointerType !== "mouse" || !fine.matches) return;
    if (now && now.by === "hover") {
      clearTimeout(leaving);
      const inside = event.target.closest("#explain") || (under && under.dataset.name === now.name);
      if (!inside) leaving = setTimeout(close, LEAVE);
    }
    clearTimeout(resting);
    const thing = under;
    if (!thing || event.buttons || stillThere(event) || (now && now.by !== "hover") || (now && now.name === thing.dataset.name)) return;
    resting = setTimeout(() => { if (thing === under && thing.isConnected) explain(thing.dataset.name, thing, "hover"); }, REST);
  });
  // A mouse that stays where it has pressed asks nothing, whatever comes to lie under it.
  const STIR = 24; // pixels
  let pressed = null;
  const stillThere = (event) => {
    if (pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > STIR) pressed = null;
    return pressed !== null;
  };
  document.addEventListener("pointerdown", (event) => {
    clearTimeout(resting);
    pressed = { x: event.clientX, y: event.clientY };
  }, true);

  // Before the dialog of keys hears of it.
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input, select, textarea, dialog")) return;
    if (event.key === "Escape" && (now || resting)) {
      clearTimeout(resting);
      if (!now) return;
      close();
      event.stopImmediatePropagation();
    }
    if (event.key !== "?") return;
    const thing = document.activeElement?.closest("[data-name]") || (under && under.isConnected && under);
    if (!thing) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    explain(thing.dataset.name, thing, "key");
  }, true);

  // What is pressed in the card is answered there: it closes when the table has taken it, and says so when it has not.
  const answered = () => {
    const refused = $("#refusal").textContent.trim();
    if (!refused) return close();
    now.sent = false;
    now.refusal = Object.assign(document.createElement("p"), { className: "refused", textContent: refused });
    now.refusal.setAttribute("role", "alert");
    return renew();
  };
  place.addEventListener("submit", () => { if (now) now.sent = true; }, true);
  document.addEventListener("htmx:ws:before:message:outgoing", (event) => {
    if (["answer", "use"].includes(event.detail.message.values.do) && !now?.sent) close();
  });
  on("changed", () => {
    if (!now) return;
    if (now.sent) answered();
    else if (!theThing()) close();
    else { now.thing = theThing(); renew(); }
  });
  new ResizeObserver(position).observe(board);

  parallax.explain = explain;
  parallax.closeCard = close;
})();
