/** Measures how loud a microphone is, some times a second. */
export class LevelMeter {
  static #milliseconds = 80;
  #analyser;
  #timer;

  /** @param {(level: number) => void} onlevel receives the peak, from 0 to 1 */
  constructor(source, onlevel) {
    this.#analyser = source.context.createAnalyser();
    source.connect(this.#analyser);
    const samples = new Float32Array(this.#analyser.fftSize);
    this.#timer = setInterval(() => {
      this.#analyser.getFloatTimeDomainData(samples);
      onlevel(Math.min(1, samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)));
    }, LevelMeter.#milliseconds);
  }

  stop() {
    clearInterval(this.#timer);
    this.#analyser.disconnect();
  }
}
