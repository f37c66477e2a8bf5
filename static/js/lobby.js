"use strict";
// While people gather: whatever changes at the table is fetched anew and morphed, so that half-typed words stay.
(() => {
  const root = document.getElementById("root");
  const here = `${root.dataset.base}/t/${root.dataset.code}`;
  let looking = 0, connected = false, failures = 0;

  // What a person has unfolded stays so, and the form in which the host is choosing is theirs.
  htmx.registerExtension("unfolded", {
    htmx_before_morph_attr: (el, { attrName }) => !(attrName === "open" && el.tagName === "DETAILS"),
    htmx_before_morph_node: (el) => refused || el.id !== "setup" || !el.closest("details").open,
  });

  const lookAgain = async () => {
    await htmx.ajax("GET", document.getElementById("lobby").dataset.url, { target: "#lobby", swap: "outerMorph" });
    document.getElementById("talk").className = document.getElementById("lobby").dataset.colours;
    tellNewest();
  };

  // What was said last stands above the button, with how many are new, as long as the talk itself is out of sight.
  const kept = (() => { try { return window.sessionStorage; } catch { return null; } })(); // a frame may be denied storage
  const readHere = `read ${root.dataset.code}`;
  let read = Number(kept?.getItem(readHere) ?? 0), inSight = false;

  const tellNewest = () => {
    const lines = [...document.querySelectorAll("#chat > li")];
    if (inSight) { read = lines.length; kept?.setItem(readHere, read); }
    const fresh = lines.length - Math.min(read, lines.length);
    for (const place of document.querySelectorAll("[data-newest]")) {
      place.hidden = inSight || !lines.length;
      const who = document.createElement("b"), words = document.createElement("span"), count = document.createElement("em");
      who.textContent = lines.at(-1)?.querySelector(".who")?.textContent ?? "";
      words.textContent = (lines.at(-1)?.textContent ?? "").replace(/\s+/g, " ").trim().slice(who.textContent.length);
      count.textContent = fresh ? `${fresh} new` : "";
      place.replaceChildren(...(fresh ? [count] : []), who, words);
    }
  };
  new IntersectionObserver(([seen]) => { inSight = seen.isIntersecting; tellNewest(); }).observe(document.querySelector("#talk .say"));
  new MutationObserver(tellNewest).observe(document.getElementById("talk"), { childList: true, subtree: true });

  // What the host sees chosen is what is played: each change is kept at once, one after the other, and Start waits for it.
  let keeping = Promise.resolve(), refused = false;
  const say = (words) => { document.getElementById("refusal").textContent = words; };

  const wordsOf = (page) => new DOMParser().parseFromString(page, "text/html").querySelector(".lead")?.textContent ?? "";

  const keep = async (form) => {
    if (!form.reportValidity()) return;
    const sent = await fetch(form.action, { method: "POST", body: new FormData(form), redirect: "manual" });
    refused = sent.type !== "opaqueredirect"; // what was kept leads back to the table
    say(refused ? wordsOf(await sent.text()) : "");
    if (refused) await lookAgain(); // the form shows again what holds
    refused = false;
  };

  document.addEventListener("change", (event) => {
    const form = event.target.closest("#setup");
    if (form) keeping = keeping.then(() => keep(form));
  });

  const refreshChat = async () => {
    const reply = await fetch(`${here}/chat`);
    if (reply.ok) document.getElementById("chat").outerHTML = await reply.text();
  };

  document.addEventListener("htmx:ws:after:connection", refreshChat);
  document.addEventListener("htmx:ws:after:message:incoming", () => {
    connected = true;
    if (document.getElementById("r-about").dataset.status !== "lobby") { location.reload(); return; }
    clearTimeout(looking);
    looking = setTimeout(lookAgain, 60);
  });
  document.addEventListener("htmx:ws:close", () => {
    if (!connected && ++failures === 2) setTimeout(() => location.reload(), 4000);
  });

  document.addEventListener("submit", async (event) => {
    const start = event.target.closest("[data-start]");
    if (!start) return;
    event.preventDefault();
    await keeping;
    const setup = document.getElementById("setup");
    if (document.getElementById("refusal").textContent || (setup && !setup.reportValidity())) return;
    start.submit();
  });

  document.addEventListener("submit", async (event) => {
    const form = event.target.closest("[data-quiet-post]");
    if (!form) return;
    event.preventDefault();
    const sent = await fetch(form.action, { method: "POST", body: new FormData(form) });
    if (sent.ok) form.reset();
    if (!connected) refreshChat();
  });
})();
