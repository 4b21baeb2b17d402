export class PlayQueue {
  #past = [];
  current = null;
  upcoming = [];
  /** Whether all clips are played, also those that arrive later. */
  isEndless = false;

  replace(clips, { isEndless = false } = {}) {
    this.#past = [];
    [this.current = null, ...this.upcoming] = clips;
    this.isEndless = isEndless;
  }

  append(clip) {
    if (this.isEndless) this.upcoming.push(clip);
  }

  get hasPrevious() {
    return this.#past.length > 0;
  }

  next() {
    if (this.upcoming.length === 0) return null;
    this.#past.push(this.current);
    return (this.current = this.upcoming.shift());
  }

  previous() {
    if (!this.hasPrevious) return null;
    this.upcoming.unshift(this.current);
    return (this.current = this.#past.pop());
  }
}
