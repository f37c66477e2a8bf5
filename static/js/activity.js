// Our home page inside Discord's frame. It speaks Discord's wire protocol with the window around it: a handshake, one
// question (who is there), and then the ordinary pages take over. `[op, payload]`; op 0 handshake, 1 frame, 2 close.
(() => {
  const page = document.getElementById("activity");
  const words = document.getElementById("activity-words");
  const again = document.getElementById("activity-again");
  const given = new URLSearchParams(location.search);
  const parents = page.dataset.parents.split(" ");
  const around = window.parent.opener || window.parent;
  const [HANDSHAKE, FRAME, CLOSE] = [0, 1, 2];
  const waiting = new Map(); // nonce -> what to do with the answer
  let ready = () => {};

  const origin = () => {
    try {
      const from = new URL(document.referrer).origin;
      return parents.includes(from) ? from : "*"; // nothing that we say is secret
    } catch {
      return "*";
    }
  };
  const say = (op, payload) => around.postMessage([op, payload], origin());

  const command = (cmd, args) =>
    new Promise((resolve, reject) => {
      const nonce = crypto.randomUUID();
      waiting.set(nonce, { resolve, reject });
      say(FRAME, { cmd, args, nonce });
    });

  window.addEventListener("message", (event) => {
    if (!parents.includes(event.origin) || !Array.isArray(event.data)) return;
    const [op, payload] = event.data;
    if (op === CLOSE) return stop(payload?.message || "Discord has closed the connection.");
    if (op !== FRAME) return;
    if (payload.cmd === "DISPATCH" && payload.evt === "READY") return ready();
    const answer = waiting.get(payload.nonce);
    waiting.delete(payload.nonce);
    if (!answer) return;
    if (payload.evt === "ERROR") answer.reject(new Error(payload.data?.message || "Discord said no."));
    else answer.resolve(payload.data);
  });

  const stop = (text) => {
    words.textContent = text;
    again.hidden = false;
  };

  const enter = async () => {
    await new Promise((resolve, reject) => {
      ready = resolve;
      setTimeout(() => reject(new Error("Discord does not answer. Open Parallax from a channel in Discord.")), 8000);
      const who = { client_id: page.dataset.client, frame_id: given.get("frame_id") };
      say(HANDSHAKE, { v: 1, encoding: "json", sdk_version: "2.5.0", ...who });
    });
    const { code } = await command("AUTHORIZE", {
      client_id: page.dataset.client,
      response_type: "code",
      scope: ["identify"],
      prompt: "none",
      state: page.dataset.state,
    });
    words.textContent = "Opening the table …";
    const body = new URLSearchParams({ code, state: page.dataset.state, instance_id: given.get("instance_id") || "" });
    const reply = await fetch(page.dataset.enter, { method: "POST", body, headers: { Accept: "application/json" } });
    if (!reply.ok) throw new Error((await reply.json().catch(() => ({}))).error || "Parallax did not let you in.");
    location.replace((await reply.json()).to);
  };

  again.addEventListener("click", () => location.reload());
  enter().catch((error) => stop(error.message));
})();
