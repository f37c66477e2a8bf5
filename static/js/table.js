"use strict";
// The page works without this file. It adds: message keys, connection state, the board as buttons, keys, panels, sound.
(() => {
  const root = document.getElementById("root");
  const $ = (selector, from = document) => from.querySelector(selector);
  const $$ = (selector, from = document) => from.querySelectorAll(selector);
  const named = (name) => $$(`[data-name="${CSS.escape(name)}"]`);

  // Each message carries a key of its own, so that one that is sent again after a reconnection counts once.
  document.addEventListener("htmx:ws:before:message:outgoing", (event) => {
    event.detail.message.values.key = Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join("");
    $("#refusal").replaceChildren();
  });

  // Connection ---------------------------------------------------------------------------------------------------
  const badge = $("#connection");
  const say = (text) => { if (badge) { badge.textContent = text; badge.dataset.state = text; } };
  let connected = false, failures = 0;
  document.addEventListener("htmx:ws:after:connection", () => { say("connected"); refreshChat(); });
  document.addEventListener("htmx:ws:after:message:incoming", () => { connected = true; });
  document.addEventListener("htmx:ws:close", (event) => {
    if (!connected && ++failures === 2) { withoutSocket(); return; }
    if (!connected && failures > 2) return;
    const code = event.detail && event.detail.code;
    say(code >= 4400 && code < 4500 ? "closed" : "reconnecting");
  });
  // Where no websocket passes: forms are posted as in the old days, and a stream of events says when to look again.
  const withoutSocket = () => {
    say("without websocket");
    if (root.dataset.status === "lobby") { setTimeout(() => location.reload(), 4000); return; }
    const here = `${root.dataset.base}/t/${root.dataset.code}`;
    document.addEventListener("submit", (event) => {
      const form = event.target.closest("form");
      if (!form || !form.hasAttribute("hx-ws:send")) return;
      event.stopImmediatePropagation(); // the browser sends it itself
      form.method = "post";
      form.action = `${here}/act${location.search}`;
    }, true);
    let first = true;
    new EventSource(`${here}/events${location.search}`).addEventListener("message", () => {
      if (!first) location.reload();
      first = false;
    });
  };
  const refreshChat = async () => {
    const list = $("#chat");
    if (!list) return;
    const reply = await fetch(`${root.dataset.base}/t/${root.dataset.code}/chat`);
    if (reply.ok) list.outerHTML = await reply.text();
  };

  // A choice that has a place on the board can be made there: the same option, the same form ----------------------
  const targets = () => $$("#r-ask [data-target], #r-offers [data-target]");
  const light = () => {
    $$(".lit, .picked").forEach((el) => el.classList.remove("lit", "picked"));
    targets().forEach((el) => { if (el.dataset.target) named(el.dataset.target).forEach((spot) => spot.classList.add("lit")); });
    $$("#r-ask :checked[data-target]").forEach((el) => named(el.dataset.target).forEach((spot) => spot.classList.add("picked")));
    $$(".coach-look").forEach((el) => el.classList.remove("coach-look"));
    const coach = $("#r-coach[data-look]");
    if (coach) named(coach.dataset.look).forEach((spot) => spot.classList.add("coach-look"));
    pair();
    total();
  };
  const pair = () => {
    const box = $("#r-ask [data-pair]");
    if (!box) return;
    const lists = [$("[data-item]", box), $("[data-slot]", box)];
    $("[name=values]", box).value = lists.map((list) => list.value).join(">");
    $$(".picked").forEach((el) => el.classList.remove("picked"));
    lists.forEach((list) => named(list.selectedOptions[0].dataset.target).forEach((el) => el.classList.add("picked")));
  };
  const total = () => {
    const sum = $("#r-ask [data-sum]");
    if (sum) sum.textContent = `So far ${Array.from($$("#r-ask [name^='part:']")).reduce((all, box) => all + Number(box.value), 0)}.`;
  };
  document.addEventListener("input", (event) => { if (event.target.closest("#r-ask")) light(); });
  document.addEventListener("click", (event) => {
    const spot = event.target.closest("[data-name]");
    if (!spot) return;
    const same = Array.from(targets()).find((el) => el.dataset.target === spot.dataset.name);
    if (!same) return;
    if (same.tagName === "OPTION") { same.selected = true; light(); }
    else if (same.type === "number") { same.stepUp(); light(); }
    else same.click();
  });

  // Where order matters, the order of ticking counts; each ticked box shows its place.
  let ticks = [];
  document.addEventListener("change", (event) => {
    const list = event.target.closest("[data-ordered]");
    if (!list) return;
    ticks = ticks.filter((value) => value !== event.target.value && list.querySelector(`:checked[value="${CSS.escape(value)}"]`));
    if (event.target.checked) ticks.push(event.target.value);
    $$("label", list).forEach((label) => { label.dataset.place = ticks.indexOf($("input", label).value) + 1 || ""; });
  });
  document.addEventListener("htmx:ws:before:message:outgoing", (event) => {
    const sent = event.detail.message.values;
    if ($("#r-ask [data-ordered]") && Array.isArray(sent.values)) sent.values.sort((a, b) => ticks.indexOf(a) - ticks.indexOf(b));
  });

  // Previously on ...: a line in the log where one left off.
  const lines = $$("#log [data-moment]"), last = `seen ${root.dataset.code}`;
  const kept = (() => { try { return window.localStorage; } catch { return null; } })(); // a frame may be denied storage
  const seen = Number(kept?.getItem(last) || 0);
  const fresh = Array.from(lines).find((line) => Number(line.dataset.moment) > seen);
  if (seen && fresh && fresh.previousElementSibling) {
    const mark = document.createElement("li");
    mark.className = "since";
    mark.textContent = "Since you were last here";
    fresh.before(mark);
  }
  addEventListener("pagehide", () => { const all = $$("#log [data-moment]"); if (all.length) kept?.setItem(last, all[all.length - 1].dataset.moment); });

  // Whose turn it is: title (sent by the server), favicon, sound ---------------------------------------------------
  const icon = $("#favicon");
  const calm = icon && icon.href;
  let asked = $("#r-ask") && $("#r-ask").dataset.asked;
  const turn = () => {
    const now = $("#r-ask") && $("#r-ask").dataset.asked;
    if (icon) icon.href = now ? icon.dataset.turn : calm;
    if (now && !asked && !("quiet" in root.dataset) && navigator.userActivation?.hasBeenActive) chime();
    asked = now;
  };
  const chime = () => {
    try {
      const audio = new AudioContext(), volume = audio.createGain();
      volume.connect(audio.destination);
      [523, 784].forEach((pitch, step) => {
        const tone = audio.createOscillator(), at = audio.currentTime + step * 0.14;
        tone.frequency.value = pitch;
        tone.connect(volume);
        tone.start(at);
        tone.stop(at + 0.13);
      });
      volume.gain.setValueAtTime(0.06, audio.currentTime);
      volume.gain.linearRampToValueAtTime(0, audio.currentTime + 0.32);
    } catch { /* no sound device, or the page was never touched */ }
  };

  // Countdown rings ----------------------------------------------------------------------------------------------
  setInterval(() => $$(".ring").forEach((ring) => {
    const left = Math.max(0, Number(ring.dataset.closes) - Date.now());
    $("circle", ring).setAttribute("stroke-dashoffset", String(100 - (100 * left) / Number(ring.dataset.lasts)));
    const seconds = Math.ceil(left / 1000);
    $(".left", ring).textContent = seconds > 5999 ? `${Math.round(seconds / 3600)}h` : seconds > 99 ? `${Math.ceil(seconds / 60)}m` : seconds;
  }), 200);

  // Panels -------------------------------------------------------------------------------------------------------
  const side = $(".side");
  const wide = matchMedia("(min-width: 60rem)");
  let open = null;
  const show = (name) => {
    if (!side) return;
    open = name;
    side.toggleAttribute("data-open", name !== null);
    const visible = name || (wide.matches ? "log" : null);
    $$(".panel", side).forEach((panel) => { panel.hidden = panel.id !== `panel-${visible}`; });
    $$("[data-panel]").forEach((button) => {
      button.setAttribute("aria-pressed", String(button.dataset.panel === visible));
      if (button.dataset.panel === visible) delete button.dataset.new;
    });
    const list = visible && $(`#${visible}`);
    if (list && list.tagName === "OL") side.firstElementChild.scrollTop = list.scrollTop = list.scrollHeight;
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-panel]");
    if (button) show(open === button.dataset.panel ? null : button.dataset.panel);
    if (event.target.closest("[data-keys]")) $("#keys").showModal();
  });
  wide.addEventListener("change", () => show(open));
  show(null);

  // Forms that change nothing on this page are sent quietly --------------------------------------------------------
  document.addEventListener("submit", async (event) => {
    const form = event.target.closest("[data-quiet-post]");
    if (!form) return;
    event.preventDefault();
    const reply = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), headers: { "HX-Request": "true" } });
    if (!reply.ok || reply.status === 200) { $("#refusal").innerHTML = "<p></p>"; $("#refusal p").textContent = "That did not work."; return; }
    if (form.classList.contains("composer")) form.elements.words.value = "";
  });

  // Keys ---------------------------------------------------------------------------------------------------------
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, dialog")) return;
    const press = (selector) => { const el = $(selector); if (el) { el.click(); event.preventDefault(); } };
    const panels = { l: "log", c: "chat", n: "notes", m: "more" };
    const key = event.key.toLowerCase();
    if (/^[1-9]$/.test(key)) press(`#r-ask .options button:nth-of-type(${key})`);
    else if (key === "u") press("[data-undo]");
    else if (key === "h") press("[data-hold]");
    else if (key === "p") { $("#prompt").focus(); const first = $("#r-ask button, #r-ask select, #r-ask input:not([type=hidden])"); if (first) first.focus(); event.preventDefault(); }
    else if (key === "b") { const board = $("[data-panzoom]") || $("#board"); if (board) { board.focus(); event.preventDefault(); } }
    else if (key === "?") { $("#keys").showModal(); }
    else if (key in panels && $(`#panel-${panels[key]}`)) show(open === panels[key] ? null : panels[key]);
  });

  // Before the game: whatever changed, the lobby is fetched anew and morphed, so that half-typed words stay.
  let looking = 0;
  const lookAgain = () => htmx.ajax("GET", $("#lobby").dataset.url, { target: "#lobby", swap: "outerMorph" });

  // After every message ------------------------------------------------------------------------------------------
  document.addEventListener("htmx:ws:after:message:incoming", () => {
    const about = $("#r-about");
    if (about && (about.dataset.status === "lobby") !== (root.dataset.status === "lobby")) { location.reload(); return; }
    if (root.dataset.status === "lobby") { clearTimeout(looking); looking = setTimeout(lookAgain, 60); return; }
    light();
    turn();
    const log = $("#panel-log");
    if (log && !log.hidden && log.scrollHeight - log.scrollTop - log.clientHeight < 160) log.scrollTop = log.scrollHeight;
    const chat = $("#chat");
    if (chat && $("#panel-chat").hidden && chat.childElementCount > Number(chat.dataset.seen || chat.childElementCount)) $("[data-panel=chat]").dataset.new = "";
    if (chat) chat.dataset.seen = chat.childElementCount;
  });
  if (root.dataset.status !== "lobby") { light(); turn(); }
})();
