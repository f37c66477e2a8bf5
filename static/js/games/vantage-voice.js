"use strict";
// Whoever reads aloud sees how long the others wait, beside the words, and may leave the reading to the browser.
(() => {
  const { $, on } = window.parallax;
  const voices = window.speechSynthesis;

  // The ring of the question, once more where the reader's eyes are: the same clock moves both.
  const showClock = () => {
    const place = $(".v-voice-clock"), ring = $("#r-status .ring[data-closes]");
    if (!place || place.firstElementChild?.dataset.closes === ring?.dataset.closes) return;
    place.replaceChildren(...(ring ? [ring.cloneNode(true)] : []));
  };

  // Only a voice of this machine: the words are nobody else's yet.
  const ownVoice = () => {
    const here = voices?.getVoices().filter((voice) => voice.localService) ?? [];
    return here.find((voice) => voice.lang.startsWith(document.documentElement.lang)) ?? here[0];
  };
  const offerVoice = () => {
    const button = $("[data-voice]");
    if (button) button.hidden = !ownVoice();
    else voices?.cancel();
  };
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-voice]")) return;
    const words = new SpeechSynthesisUtterance($(".v-passage").innerText);
    words.voice = ownVoice();
    voices.cancel();
    voices.speak(words);
  });
  voices?.addEventListener("voiceschanged", offerVoice);

  const show = () => {
    showClock();
    offerVoice();
  };
  on("changed", show);
  show();
})();
