import { peaks } from "../player/waveform.js";
import { texts } from "../texts.js";
import { iconButton, setIcon } from "./elements.js";
import { duration } from "./format.js";

const rates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3];
const skipSeconds = 10;
/** What keys on the position do, in seconds. */
const keySeconds = { ArrowRight: 5, ArrowUp: 5, ArrowLeft: -5, ArrowDown: -5, PageUp: 10,
  PageDown: -10 };
/** The bars of a waveform. */
const barCount = 120;

/** The controls of the clip that is played. */
export class PlayerView {
  #player;
  #database;
  #region = document.getElementById("player");
  #title = document.getElementById("player-title");
  #times = document.getElementById("player-times");
  #slider = document.getElementById("position");
  #waveform = document.getElementById("waveform");
  #problem = document.getElementById("player-problem");
  #rate = document.getElementById("rate");
  #volume = document.getElementById("volume");
  #buttons;
  #source = null;
  #peaks = null;

  constructor({ player, database }) {
    this.#player = player;
    this.#database = database;
    this.#buttons = {
      previous: iconButton("previous", texts.previous, () => player.previous()),
      back: iconButton("back", texts.back, () => player.skip(-skipSeconds)),
      play: iconButton("play", texts.play, () => player.toggle(), { class: "icon main" }),
      forward: iconButton("forward", texts.forward, () => player.skip(skipSeconds)),
      next: iconButton("next", texts.next, () => player.next()),
      repeat: iconButton("repeat", texts.repeat, () => player.setRepeat(!player.repeat)),
      close: iconButton("close", texts.closePlayer, () => player.close()),
    };
    const { repeat, close, ...transport } = this.#buttons;
    document.getElementById("transport").append(...Object.values(transport));
    document.getElementById("player-extras").append(repeat, close);
    for (const rate of rates) this.#rate.add(new Option(`${rate}×`, rate));
    this.#rate.addEventListener("change", () => player.setRate(Number(this.#rate.value)));
    this.#volume.addEventListener("input", () => player.setVolume(Number(this.#volume.value)));
    this.#slider.addEventListener("input", () => player.seek(Number(this.#slider.value)));
    this.#slider.addEventListener("keydown", (event) => this.#pressed(event));
    player.addEventListener("change", () => this.#render());
    new ResizeObserver(() => this.#draw()).observe(this.#waveform);
    this.#render();
  }

  #pressed(event) {
    if (event.key in keySeconds) this.#player.skip(keySeconds[event.key]);
    else if (event.key === "Home") this.#player.seek(0);
    else if (event.key === "End") this.#player.seek(this.#player.duration);
    else if (event.key === " ") this.#player.toggle();
    else return;
    event.preventDefault();
  }

  #render() {
    const player = this.#player;
    const { source, state, ui, position, problem } = player;
    const hadFocus = this.#region.contains(document.activeElement);
    this.#region.hidden = source === null;
    if (!source) {
      if (hadFocus) document.getElementById("message").focus();
      this.#source = null;
      return;
    }
    if (source !== this.#source) this.#open(source);
    const isPlaying = state.kind === "playing";
    const at = duration(position);
    const length = duration(player.duration);
    const { play, previous, next, repeat, back, forward } = this.#buttons;
    setIcon(play, isPlaying ? "pause" : "play", isPlaying ? texts.pause : texts.play);
    play.disabled = ui.playDisabled;
    back.disabled = forward.disabled = ui.playCtlDisabled;
    previous.hidden = !player.hasPrevious;
    next.hidden = player.queue.length === 0;
    repeat.setAttribute("aria-pressed", String(player.repeat));
    this.#times.textContent = `${at} / ${length}`;
    this.#slider.max = player.duration || 0;
    this.#slider.value = position;
    const spoken = isPlaying ? texts.playingAt : texts.pausedAt;
    this.#slider.setAttribute("aria-valuetext", spoken(at, length));
    this.#rate.value = String(player.rate);
    this.#volume.value = String(player.volume);
    const text = problem ? texts.playProblems[problem] : "";
    if (this.#problem.textContent !== text) this.#problem.textContent = text;
    this.#draw();
  }

  async #open(source) {
    this.#source = source;
    this.#title.textContent = [source.artist, source.title].filter(Boolean).join(": ");
    this.#peaks = null;
    const found = await peaks(source, barCount, { database: this.#database });
    if (this.#source !== source) return;
    this.#peaks = found;
    this.#draw();
  }

  /** Draws the waveform, or a line, with the part that was played in the colour of the text. */
  #draw() {
    const { clientWidth: width, clientHeight: height } = this.#waveform;
    if (width === 0) return;
    this.#waveform.width = width * devicePixelRatio;
    this.#waveform.height = height * devicePixelRatio;
    const context = this.#waveform.getContext("2d");
    context.scale(devicePixelRatio, devicePixelRatio);
    const style = getComputedStyle(this.#waveform);
    const played = this.#player.position / (this.#player.duration || 1);
    const bar = width / barCount;
    for (let index = 0; index < barCount; index += 1) {
      const size = Math.max(2, (this.#peaks?.[index] ?? 0) * height);
      context.fillStyle = index / barCount < played ? style.color : style.borderColor;
      context.fillRect(index * bar, (height - size) / 2, Math.max(1, bar - 1), size);
    }
  }
}
