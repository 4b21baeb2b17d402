import { texts } from "../texts.js";
import { byID, iconButton, setIcon, setText } from "./elements.js";
import { duration } from "./format.js";
import { drawWaveform } from "./waveform-canvas.js";

const rates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3];
const skipSeconds = 10;
/** What keys on the position do, in seconds. */
const keySeconds = {
  ArrowRight: 5, ArrowUp: 5, ArrowLeft: -5, ArrowDown: -5, PageUp: 10, PageDown: -10,
};

/** The controls of the clip that is played. */
export class PlayerView {
  #player;
  #waveforms;
  #settings;
  #region = byID("player");
  #slider = byID("position");
  #waveform = byID("waveform");
  #buttons;
  #source = null;
  #peaks = null;

  constructor({ player, waveforms, settings }) {
    this.#player = player;
    this.#waveforms = waveforms;
    this.#settings = settings;
    const transport = {
      previous: iconButton("previous", texts.previous, () => player.previous()),
      back: iconButton("back", texts.back, () => player.skip(-skipSeconds)),
      play: iconButton("play", texts.play, () => player.toggle()),
      forward: iconButton("forward", texts.forward, () => player.skip(skipSeconds)),
      next: iconButton("next", texts.next, () => player.next()),
    };
    const repeat = iconButton("repeat", texts.repeat, () => player.setRepeat(!player.repeat));
    const close = iconButton("close", texts.closePlayer, () => player.close());
    const goOn = iconButton("list", texts.playOn, () => this.#toggleOn());
    this.#buttons = { ...transport, repeat, goOn };
    transport.play.classList.add("main");
    byID("transport").append(...Object.values(transport));
    byID("player-extras").append(goOn, repeat, close);
    for (const rate of rates) byID("rate").add(new Option(`${rate}×`, rate));
    byID("rate").onchange = ({ target }) => player.setRate(Number(target.value));
    byID("volume").oninput = ({ target }) => player.setVolume(Number(target.value));
    this.#slider.oninput = () => player.seek(Number(this.#slider.value));
    this.#slider.onkeydown = (event) => this.#pressed(event);
    player.on("change", () => this.#render());
    new ResizeObserver(() => this.#draw()).observe(this.#waveform);
    this.#render();
  }

  /** Chooses whether the next clip of the conversation follows one that is played alone. */
  #toggleOn() {
    this.#settings.set("playsOn", this.#settings.get("playsOn") === "no" ? null : "no");
    this.#render();
  }

  #pressed(event) {
    const { key } = event;
    if (key in keySeconds) this.#player.skip(keySeconds[key]);
    else if (key === "Home") this.#player.seek(0);
    else if (key === "End") this.#player.seek(this.#player.duration);
    else if (key === " ") this.#player.toggle();
    else return;
    event.preventDefault();
  }

  #render() {
    const { source, state, isLoading, position, problem, rate, volume, repeat } = this.#player;
    if (!source && this.#region.contains(document.activeElement)) byID("message").focus();
    this.#region.hidden = source === null;
    if (source !== this.#source) this.#open(source);
    if (!source) return;
    const isPlaying = state.kind === "playing";
    const at = duration(position);
    const length = duration(this.#player.duration);
    const buttons = this.#buttons;
    setIcon(buttons.play, isPlaying ? "pause" : "play", isPlaying ? texts.pause : texts.play);
    // A press on them while the clip is loaded chooses where it begins.
    buttons.back.disabled = buttons.forward.disabled = state.kind === "start" && !isLoading;
    buttons.previous.hidden = !this.#player.hasPrevious;
    buttons.next.hidden = this.#player.queue.length === 0;
    buttons.repeat.setAttribute("aria-pressed", repeat);
    buttons.goOn.setAttribute("aria-pressed", this.#settings.get("playsOn") !== "no");
    buttons.goOn.hidden = this.#player.isQueue;
    byID("player-times").textContent = `${at} / ${length}`;
    this.#slider.max = this.#player.duration;
    this.#slider.value = position;
    const spoken = isPlaying ? texts.playingAt : texts.pausedAt;
    this.#slider.setAttribute("aria-valuetext", spoken(at, length));
    byID("rate").value = rate;
    byID("volume").value = volume;
    byID("volume").setAttribute("aria-valuetext", `${Math.round(100 * volume)} %`);
    setText(byID("player-problem"), problem ? texts.playProblems[problem] : "");
    this.#draw();
  }

  async #open(source) {
    this.#source = source;
    this.#peaks = null;
    if (!source) return;
    byID("player-title").textContent = [source.artist, source.title].filter(Boolean).join(": ");
    const found = await this.#waveforms.of(source);
    if (this.#source !== source) return;
    this.#peaks = found;
    this.#draw();
  }

  #draw() {
    drawWaveform(this.#waveform, this.#peaks, this.#player.position / (this.#player.duration || 1));
  }
}
