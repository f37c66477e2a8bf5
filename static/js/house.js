"use strict";
// The pages around the games work without this file. It adds: the sentence of a table as one chooses, copying,
// and that a newcomer who gives a name late still gets what was pressed.
(() => {
  const form = document.querySelector("[data-sentence]");

  const tell = async () => {
    const asked = new URLSearchParams(new FormData(form));
    asked.delete("name");
    const reply = await fetch(`${form.dataset.sentence}?${asked}`);
    if (!reply.ok) return;
    const place = document.getElementById("sentence");
    place.innerHTML = await reply.text();
    const finer = document.getElementById("finer-words");
    const words = place.querySelector("[data-finer]");
    if (!words) return;
    if (finer) finer.textContent = words.dataset.finer;
    document.getElementById("how-long").textContent = words.dataset.long;
  };

  const seats = () => form.querySelector("[name=seats]:checked");

  // A land that is for three is chosen together with three chairs; other numbers go back to what fits all.
  const fit = (changed) => {
    if (changed.dataset.seats) {
      const wanted = form.querySelector(`[name=seats][value="${changed.dataset.seats}"]`);
      if (wanted) wanted.checked = true;
    } else if (changed.name === "seats") {
      const strict = form.querySelectorAll("[data-seats]:checked");
      strict.forEach((one) => {
        if (one.dataset.seats === seats().value) return;
        const open = form.querySelector(`[name="${CSS.escape(one.name)}"]:not([data-seats])`);
        if (open) open.checked = true;
      });
    }
  };

  // What matters only together with something else is shown with it.
  document.addEventListener("change", (event) => {
    event.target.form?.querySelectorAll("[data-only]").forEach((one) => {
      const [name, value] = one.dataset.only.split("=");
      one.hidden = event.target.form.elements[name]?.value !== value;
    });
  });

  if (form) {
    form.addEventListener("change", (event) => { fit(event.target); tell(); });
  }

  // A greeting by the hour where the person sits, not where the house stands. At night there is none.
  const hail = document.querySelector("[data-hail]");
  const hour = new Date().getHours();
  if (hail && hour >= 5) {
    hail.textContent = hour < 12 ? "Good morning" : hour < 18 ? "Good afternoon" : "Good evening";
  }

  // Who presses *Learn* before giving a name is asked for it, and then gets what they had pressed, not the first button.
  const newcomer = document.getElementById("newcomer");
  const name = newcomer?.querySelector("[name=name]");
  let wanted = null;

  const goOn = (event) => {
    if (event.key !== "Enter" || !wanted || event.target !== name) return;
    event.preventDefault();
    newcomer.requestSubmit(wanted);
  };

  if (name) {
    newcomer.addEventListener("click", (event) => { wanted = event.target.closest("button") ?? wanted; });
    newcomer.addEventListener("keydown", goOn);
    name.addEventListener("invalid", () => {
      const game = wanted?.closest("article")?.querySelector("h3")?.textContent;
      const next = game ? ` Then Enter: ${wanted.firstChild.textContent.trim()}, ${game}.` : "";
      name.setCustomValidity(`First your name.${next}`);
    });
    name.addEventListener("input", () => name.setCustomValidity(""));
  }

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
    } catch {
      const field = button.parentElement.querySelector("input");
      field.select();
      document.execCommand("copy");
    }
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });
})();
