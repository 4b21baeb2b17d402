/** Measures how loud a microphone is, some times a second. */
export class LevelMeter {
  static #milliseconds = 80;
  static #decibelsMin = -60;
  #context;
  #timer;

  /** @param {(level: number) => void} onlevel receives 0 for silence, 1 for the loudest sound */
  constructor(stream, onlevel, { AudioContext = globalThis.AudioContext } = {}) {
    this.#context = new AudioContext();
    const analyser = this.#context.createAnalyser();
    this.#context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    this.#timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      const peak = samples.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0);
      // Proportional to decibels, as hearing is.
      onlevel(Math.max(0, 1 - (20 * Math.log10(peak)) / LevelMeter.#decibelsMin));
    }, LevelMeter.#milliseconds);
  }

  stop() {
    clearInterval(this.#timer);
    this.#context.close();
  }
}
