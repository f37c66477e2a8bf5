"use strict";
// A soft sound for each kind of moment, and a chime when it is my turn. Silent on a page that nobody has touched, for a
// person who wants no sound, and from the second day on unless they are turned on.
(() => {
  const { root, $, on } = parallax;
  const kept = (() => { try { return window.localStorage; } catch { return null; } })();

  // Frequencies in hertz, one after the other, and how each is voiced.
  const SOUNDS = {
    story: { notes: [294, 440], voice: "sine", long: 0.5 },
    check: { notes: [392, 494], voice: "triangle", long: 0.16 },
    roll: { notes: [180, 160, 200], voice: "triangle", long: 0.06 },
    fight: { notes: [147, 110], voice: "sawtooth", long: 0.16, soft: 0.45 },
    event: { notes: [330, 311], voice: "sine", long: 0.24 },
    gain: { notes: [440, 554, 659], voice: "sine", long: 0.1 },
    loss: { notes: [330, 262], voice: "sine", long: 0.22 },
    reveal: { notes: [523, 587], voice: "sine", long: 0.12 },
    turn: { notes: [392], voice: "sine", long: 0.22 },
    vote: { notes: [349, 349], voice: "triangle", long: 0.1 },
    end: { notes: [262, 330, 392, 523], voice: "sine", long: 0.3 },
    chime: { notes: [523, 784], voice: "sine", long: 0.14 },
  };

  // Days on which this browser has played, at most the two that matter.
  const today = new Date().toDateString();
  const days = new Set((kept?.getItem("sound days") || "").split("|").filter(Boolean));
  if (days.size < 2) kept?.setItem("sound days", [...days.add(today)].join("|"));
  const isFirstDay = () => days.size < 2;

  const volume = () => {
    const chosen = kept?.getItem("volume");
    if (chosen !== null && chosen !== undefined) return Number(chosen) / 100;
    return isFirstDay() ? 0.5 : 0;
  };
  const isQuiet = () => "quiet" in root.dataset || !volume() || !navigator.userActivation?.hasBeenActive;

  let audio = null;
  const play = (name) => {
    const sound = SOUNDS[name];
    if (!sound || isQuiet() || document.hidden && name !== "chime") return;
    try {
      audio = audio || new AudioContext();
      const start = audio.currentTime;
      sound.notes.forEach((pitch, index) => {
        const tone = audio.createOscillator(), loudness = audio.createGain();
        const at = start + index * sound.long * 0.8;
        tone.type = sound.voice;
        tone.frequency.value = pitch;
        loudness.gain.setValueAtTime(0, at);
        loudness.gain.linearRampToValueAtTime(0.12 * volume() * (sound.soft || 1), at + 0.015);
        loudness.gain.exponentialRampToValueAtTime(0.0001, at + sound.long + 0.08);
        tone.connect(loudness).connect(audio.destination);
        tone.start(at);
        tone.stop(at + sound.long + 0.1);
      });
      root.dataset.sounded = name;
    } catch { /* no sound device */ }
  };

  on("moment", ({ kind, again, mine }) => { if (!again && !(mine && kind === "turn")) play(kind); });
  let asked = $("#r-ask")?.dataset.asked || "";
  on("changed", () => {
    const now = $("#r-ask")?.dataset.asked || "";
    if (now && !asked) play("chime");
    asked = now;
  });

  const slider = $("#volume");
  if (slider) {
    slider.value = String(Math.round(volume() * 100));
    slider.addEventListener("change", () => { kept?.setItem("volume", slider.value); play("gain"); });
  }
  parallax.sound = play;
})();
