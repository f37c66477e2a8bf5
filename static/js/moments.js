"use strict";
// Reads the log as a list of beats: one thing that happened, with its place in the story. Nothing is kept here; whatever
// becomes of the log (a line more, an undo, a new connection), reading it again gives the truth.
(() => {
  const seals = document.getElementById("stage")?.dataset.seals ?? "";
  const SVG = "http://www.w3.org/2000/svg";

  const make = (tag, name, text) => {
    const made = document.createElement(tag);
    if (name) made.className = name;
    if (text) made.textContent = text;
    return made;
  };

  const picture = (kind) => {
    const svg = document.createElementNS(SVG, "svg");
    const use = document.createElementNS(SVG, "use");
    svg.setAttribute("class", "ic");
    svg.setAttribute("aria-hidden", "true");
    use.setAttribute("href", `${seals}#${kind}`);
    svg.append(use);
    return svg;
  };

  // Whose deed it was. What only I can read and nobody is named in is mine, too.
  const isMine = (line, article, seat) => {
    if (seat === "") return false;
    if (article && article.dataset.actor) return article.dataset.actor === seat;
    if ("private" in line.dataset) return true;
    const who = line.querySelector(".words .who");
    return Boolean(!article && who && who.classList.contains(`s${seat}`));
  };

  const read = (log, seat = "") => {
    const steps = new Map();
    for (const line of log.querySelectorAll(":scope > li[data-moment]")) {
      const step = Number(line.dataset.moment);
      if (!steps.has(step)) steps.set(step, []);
      steps.get(step).push(line);
    }
    const beats = [];
    for (const [step, lines] of steps) {
      const told = lines.filter((line) => line.querySelector(":scope > .moment"));
      const groups = told.length ? told.map((line) => [line]) : [lines];
      groups.forEach((group, order) => {
        const article = group[0].querySelector(":scope > .moment");
        const id = article ? article.dataset.momentId : "";
        beats.push({ step, order, key: `${step}/${order}`, id, lines: group, article, mine: isMine(group[0], article, seat) });
      });
    }
    // One that has grown stands where it was told last; what it was before is not told a second time.
    const last = new Map(beats.filter((beat) => beat.id).map((beat) => [beat.id, beat]));
    return beats.filter((beat) => !beat.id || last.get(beat.id) === beat);
  };

  const kind = (beat) => (beat.article ? beat.article.dataset.kind : "event");

  // Lines of a game that tells no moments yet: the first is the title, the others follow, with their dice.
  const plain = (beat) => {
    const card = make("article", "moment panel plain");
    const header = make("header");
    const seal = make("span", "seal");
    const words = make("div", "t");
    const title = make("h3");
    const [first, ...rest] = beat.lines;
    seal.append(picture(first.querySelector(".rolled") ? "roll" : "event"));
    title.append(...first.querySelector(".words").cloneNode(true).childNodes);
    words.append(title);
    header.append(seal, words);
    card.append(header);
    const rolled = beat.lines.flatMap((line) => [...line.querySelectorAll(".rolled")]);
    if (rolled.length) card.append(diceOf(rolled));
    if (rest.length) {
      const list = make("ul", "told");
      rest.forEach((line) => {
        const item = make("li");
        item.append(...line.querySelector(".words").cloneNode(true).childNodes);
        list.append(item);
      });
      card.append(list);
    }
    return card;
  };

  const diceOf = (rolled) => {
    const box = make("div", "dice");
    box.title = rolled.map((roll) => roll.title).join("; ");
    rolled.forEach((roll) => roll.querySelectorAll(".pip").forEach((pip) => {
      const die = make("span", "die");
      const face = make("span", "f");
      face.append(make("span", "shows", pip.textContent));
      die.append(face);
      box.append(die);
    }));
    return box;
  };

  const card = (beat) => {
    const made = beat.article ? beat.article.cloneNode(true) : plain(beat);
    made.hidden = false;
    made.dataset.key = beat.key;
    made.dataset.step = beat.step;
    return made;
  };

  const title = (beat) => (beat.article ? beat.article.querySelector("h3") : beat.lines[0].querySelector(".words")).textContent.trim();
  const tidy = (text) => text.replace(/\s+/g, " ").trim();

  // Half a line for the trail: what changed first, else where it was, else what else was told.
  const half = (beat) => {
    if (!beat.article) return beat.lines[1] ? tidy(beat.lines[1].querySelector(".words").textContent) : "";
    const scene = beat.article.querySelector(".sub");
    const first = beat.article.querySelector(".changes > li:not(.more)");
    if (!first) return scene ? tidy(scene.textContent) : "";
    const [from, to, why] = [".from", ".to", ".why"].map((name) => tidy(first.querySelector(name)?.textContent ?? ""));
    if (from && !first.querySelector(".arrow")) return why; // nothing came of it
    const sentence = /^[A-Z].*\s/.test(to) && /[.!?]$/.test(to); // what something does, in its own words
    if (sentence) return to;
    const whose = first.dataset.seat && first.dataset.seat !== beat.article.dataset.actor; // not of who did it
    return `${whose ? tidy(first.querySelector(".hidden-but-read")?.textContent ?? "") : ""} ${tidy(first.querySelector(".what").textContent)}`.trim();
  };

  const MOST_DICE = 4; // in one line
  const facesOf = (beat) => {
    const from = beat.article ? [beat.article] : beat.lines;
    return from.flatMap((one) => [...one.querySelectorAll(beat.article ? ".dice .shows" : ".rolled .pip")]).slice(0, MOST_DICE);
  };
  const rolled = (faces) => {
    const box = make("span", "rolled");
    faces.forEach((face) => {
      const off = face.closest(".die.off") ? " off" : "";
      const word = face.textContent.trim();
      if (word.length < 3) box.append(make("span", `pip${off}`, word));
    });
    return box;
  };

  const item = (beat) => {
    const made = make("li");
    const button = make("button", "trail-item");
    const seal = make("span", `seal sm ${beat.article ? beat.article.querySelector(".seal").className.replace("seal", "").trim() : ""}`);
    const words = make("span", "half");
    button.type = "button";
    button.dataset.key = beat.key;
    seal.append(picture(kind(beat)));
    words.append(make("b", "", title(beat)), make("small", "", half(beat)));
    button.append(seal, words);
    const dice = facesOf(beat);
    if (dice.length) button.append(rolled(dice));
    made.append(button);
    return made;
  };

  // What a screen reader says: title, where, passage, dice, what came of it, each change with its reason.
  const words = (beat) => {
    if (!beat.article) return beat.lines.map((line) => tidy(line.querySelector(".words").textContent)).join(" ");
    const part = (from, selector) => tidy(Array.from(from.querySelectorAll(selector), (el) => el.textContent).join(" "));
    const dice = Array.from(beat.article.querySelectorAll(".die"), (die) => ["shows", "b", "small"].map((name) => part(die, name === "shows" ? ".shows" : `:scope > ${name}`)).filter(Boolean).join(" "));
    const changes = Array.from(beat.article.querySelectorAll(".changes li:not(.more)"), (line) =>
      [part(line, ".hidden-but-read"), part(line, ".what").replace("→", "to"), part(line, ".why")].filter(Boolean).join(" "));
    const came = Array.from(beat.article.querySelectorAll(".came"), (block) => tidy(block.textContent));
    const parts = [title(beat), part(beat.article, ".sub"), part(beat.article, ".passage"), dice.join(", "), ...came, ...changes];
    return parts.filter(Boolean).map((text) => (/[.!?…]$/.test(text) ? text : `${text}.`)).join(" ");
  };

  // Whether somebody else's deed changed anything of this seat's.
  const touches = (beat, seat) => seat !== "" && !beat.mine && Boolean(beat.article?.querySelector(`.changes li[data-seat="${seat}"]`));

  const isPassage = (beat) => kind(beat) === "story" && Boolean(beat.article.querySelector(".passage"));

  window.parallax = window.parallax || {};
  window.parallax.moments = { read, card, item, words, kind, isPassage, touches, make };
})();
