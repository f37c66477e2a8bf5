"use strict";
// What every script of a table shares: the root, finding things, sending, and events between scripts.
window.parallax = (() => {
  const root = document.getElementById("root");
  const listeners = new Map();

  const $ = (selector, from = document) => from.querySelector(selector);
  const $$ = (selector, from = document) => Array.from(from.querySelectorAll(selector));
  const named = (name) => (name ? $$(`[data-name="${CSS.escape(name)}"]`) : []);

  const on = (event, listener) => {
    listeners.set(event, [...(listeners.get(event) || []), listener]);
  };
  const emit = (event, detail) => (listeners.get(event) || []).forEach((listener) => listener(detail));

  // A message without a form on the page: a form is made for it, so that it goes the way of all others.
  const send = (fields) => {
    const form = document.createElement("form");
    form.setAttribute("hx-ws:send", "");
    form.hidden = true;
    Object.entries(fields).forEach(([name, value]) => {
      const field = document.createElement("input");
      field.name = name;
      field.value = value;
      form.append(field);
    });
    root.append(form);
    htmx.process(form);
    form.requestSubmit();
    setTimeout(() => form.remove(), 0);
  };

  const kept = (() => {
    try {
      return window.localStorage;
    } catch {
      return null; // a frame may be denied storage
    }
  })();

  return { root, $, $$, named, on, emit, send, kept };
})();

// What happens on the wire becomes events of the page.
(() => {
  const { root, $, on, emit } = window.parallax;
  const question = () => $("#r-ask")?.dataset.asked || "";
  let asked = question();

  document.addEventListener("htmx:ws:before:message:incoming", () => emit("changing"));
  document.addEventListener("htmx:ws:after:message:incoming", () => {
    emit("changed");
    const now = question();
    if (now !== asked) {
      asked = now;
      emit("asked", now);
    }
  });

  // A table that begins or goes back to its lobby is another page.
  on("changed", () => {
    const status = $("#r-about")?.dataset.status;
    if (status && (status === "lobby") !== (root.dataset.status === "lobby")) location.reload();
  });

  // Who sits down while others look at the table brings their own colour.
  const colour = () => {
    const colours = ($("#r-players")?.dataset.colours || "").split(" ").filter(Boolean);
    colours.forEach((one, seat) => {
      const wanted = `m${seat}-${one}`;
      if (root.classList.contains(wanted)) return;
      [...root.classList].filter((name) => name.startsWith(`m${seat}-`)).forEach((name) => root.classList.remove(name));
      root.classList.add(wanted);
    });
  };
  on("changed", colour);

  // One sentence in the bar says what is going on, where the game has none of its own.
  const sayNow = () => {
    const place = $("[data-now]");
    const words = $("#r-status [data-sentence]");
    if (place) place.textContent = words ? words.textContent.replace(/\s+/g, " ").trim() : "";
  };
  on("changed", sayNow);
  sayNow();
})();
