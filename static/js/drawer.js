"use strict";
// The drawer: log, chat, notes and more over the column. The log follows its end unless somebody reads further up.
(() => {
  const { $, $$, on, root } = window.parallax;
  const drawer = $("#drawer");
  const NEAR = 40; // pixels from the end that still count as the end
  let open = null;

  // Lists that follow their end --------------------------------------------------------------------------------------

  const lists = () => $$("[data-follows]");
  const atEnd = (list) => list.scrollHeight - list.scrollTop - list.clientHeight < NEAR;
  const toEnd = (list) => {
    list.scrollTop = list.scrollHeight;
  };
  const following = new WeakMap(); // list -> whether it was at its end before the fragments came
  const isFollowing = (list) => following.get(list) ?? true;
  let seenLines = $$("#log > li").length;

  on("changing", () => lists().forEach((list) => {
    if (list.clientHeight) following.set(list, atEnd(list));
  }));
  on("changed", () => {
    lists().filter(isFollowing).forEach(toEnd);
    showLatest();
    countNew();
  });
  document.addEventListener("scroll", (event) => {
    const list = event.target;
    if (!(list instanceof Element) || !list.matches("[data-follows]") || !list.clientHeight) return;
    following.set(list, atEnd(list));
    countNew();
  }, true);

  const countNew = () => {
    const list = $("#panel-log [data-follows]");
    const button = $("[data-new-lines]");
    const count = $$("#log > li").length;
    const reading = open === "log" && !isFollowing(list);
    if (!reading) seenLines = count;
    const fresh = count - seenLines;
    button.hidden = fresh <= 0;
    button.textContent = `${fresh} new`;
  };

  // What came before the lines that the page has is fetched when somebody wants it: a piece, or all of it.
  let isWhole = false;
  const firstStep = () => Number($("#log > li")?.dataset.moment ?? 0);
  const offerEarlier = () => {
    $("[data-earlier]").hidden = isWhole || firstStep() <= 2; // the first row of a table is its beginning
  };
  const fetchEarlier = async () => {
    const lines = $$("#log > li");
    const query = new URLSearchParams({ upto: lines.at(-1).dataset.moment, have: lines.length });
    if (root.dataset.seat) query.set("seat", root.dataset.seat);
    const reply = await fetch(`${root.dataset.base}/t/${root.dataset.code}/log?${query}`);
    const words = reply.ok ? await reply.text() : "";
    if ($("#log > li") !== lines[0]) return false; // the log came anew meanwhile
    isWhole = !words;
    const list = $("#panel-log [data-follows]");
    const fromEnd = list.scrollHeight - list.scrollTop;
    $("#log").insertAdjacentHTML("afterbegin", words);
    seenLines += $$("#log > li").length - lines.length;
    list.scrollTop = list.scrollHeight - fromEnd;
    offerEarlier();
    return !isWhole;
  };
  const fetchWhole = async () => {
    while (await fetchEarlier());
  };
  on("changed", () => {
    if (firstStep() > 2 && isWhole) isWhole = false; // it was sent anew, with its latest lines
    offerEarlier();
  });

  const showLatest = () => {
    const line = $("#log > li:last-child");
    const place = $("[data-latest]");
    if (!line || !place) return;
    const twin = line.cloneNode(true);
    $$(".moment, .rule, .mark, [id]", twin).forEach((el) => el.remove());
    place.replaceChildren(...twin.childNodes);
  };

  // Panels -----------------------------------------------------------------------------------------------------------

  const show = (name) => {
    open = name;
    drawer.toggleAttribute("data-open", name !== null);
    $$(".sheet-panel", drawer).forEach((panel) => {
      panel.hidden = panel.id !== `panel-${name}`;
    });
    $$("[data-panel]").forEach((button) => {
      button.setAttribute("aria-expanded", String(button.dataset.panel === name));
      if (button.dataset.panel === name) delete button.dataset.new;
    });
    const list = name && $(`#panel-${name} [data-follows]`);
    if (list && isFollowing(list)) toEnd(list);
    closeMenu();
    countNew();
  };
  const togglePanel = (name) => show(open === name ? null : name);

  const menu = $("[data-menu]");
  const closeMenu = () => {
    root.removeAttribute("data-menu-open");
    menu.setAttribute("aria-expanded", "false");
  };
  const toggleMenu = () => {
    menu.setAttribute("aria-expanded", String(root.toggleAttribute("data-menu-open")));
  };

  const dock = $("#dock");
  const toggleDock = () => {
    $("[data-dock]")?.setAttribute("aria-expanded", String(dock.toggleAttribute("data-open")));
    const parts = $(".dock-parts", dock);
    if (parts) parts.scrollTop = 0;
  };

  document.addEventListener("click", (event) => {
    const tab = event.target.closest("[data-panel]");
    if (tab) {
      togglePanel(tab.dataset.panel);
      if ("whole" in tab.dataset && !isWhole) fetchWhole();
    } else if (event.target.closest("[data-shut]")) show(null);
    else if (event.target.closest("[data-earlier]")) fetchEarlier();
    else if (event.target.closest("[data-menu]")) toggleMenu();
    else if (event.target.closest("[data-dock], .dockline")) toggleDock();
    else if (event.target.closest("[data-new-lines]")) {
      toEnd($("#panel-log [data-follows]"));
      countNew();
    } else if (!event.target.closest(".tabs")) closeMenu();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && open && !event.target.closest("dialog")) show(null);
  });

  // Words of others while the chat is closed: a mark on its tab.
  let said = $("#chat")?.childElementCount ?? 0;
  on("changed", () => {
    const count = $("#chat")?.childElementCount ?? 0;
    if (count > said && open !== "chat") {
      $$(".tabs [data-panel=chat]").forEach((tab) => {
        tab.dataset.new = "";
      });
      menu.dataset.new = "";
    }
    if (open === "chat") delete menu.dataset.new;
    said = count;
  });

  // Giving up and leaving ask for a word ------------------------------------------------------------------------------

  const leaving = $("#leaving");
  const wordOf = (form) => form.dataset.leave;
  const deedOf = (form) => form.dataset.which.split(" ").pop(); // the same, whatever else is asked meanwhile
  const sendAtRest = (form) => {
    if (window.parallax.settling(form)) setTimeout(sendAtRest, 50, form); // a press that was meant is not lost
    else form.requestSubmit();
  };
  const offerToLeave = (form) => {
    const box = $("#leave-form").content.firstElementChild.cloneNode(true);
    $("[data-what]", box).textContent = $("[data-label]", form).textContent;
    $("[data-consequence]", box).textContent = $("[data-note]", form)?.textContent ?? "";
    $("[data-the-word]", box).textContent = wordOf(form);
    const [field, button] = [$("input", box), $("button", box)];
    button.textContent = $("[data-label]", form).textContent;
    field.addEventListener("input", () => {
      button.disabled = field.value.trim().toLowerCase() !== wordOf(form).toLowerCase();
    });
    box.addEventListener("submit", (event) => {
      event.preventDefault();
      const same = $$("form[data-leave]").find((one) => deedOf(one) === deedOf(form));
      if (!same || button.disabled) return;
      const words = $("[name=values][data-word]", same);
      if (words) words.value = field.value.trim();
      show(null);
      sendAtRest(same);
    });
    return box;
  };
  let shown = "";
  const listLeaving = () => {
    if (!leaving) return;
    const forms = $$("form[data-leave]");
    const deeds = forms.map(deedOf).join(" ");
    if (deeds === shown) return; // a half-written word stays
    shown = deeds;
    leaving.replaceChildren(...forms.map(offerToLeave));
  };
  on("changed", listLeaving);

  Object.assign(window.parallax, { togglePanel, showPanel: show });
  showLatest();
  offerEarlier();
  listLeaving();
})();
