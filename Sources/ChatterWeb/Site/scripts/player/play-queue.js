/** The clips that are played one after the other. */
export class PlayQueue {
  #past = [];
  current = null;
  /** Clips to come, the next first. */
  upcoming = [];
  /** Whether all clips are played, also those that arrive later. */
  isEndless = false;

  /** Begins with the first clip. */
  replace(clips, { isEndless = false } = {}) {
    this.#past = [];
    [this.current = null, ...this.upcoming] = clips;
    this.isEndless = isEndless;
  }

  /** Adds a clip that has arrived, if all are played. */
  append(clip) {
    if (this.isEndless) this.upcoming.push(clip);
  }

  get hasPrevious() {
    return this.#past.length > 0;
  }

  /** Adds a clip that is played next. */
  follow(clip) {
    this.upcoming.push(clip);
  }

  /** Removes a clip that was deleted; returns whether it is the current one. */
  remove(id) {
    const isOther = (clip) => clip.id !== id;
    this.#past = this.#past.filter(isOther);
    this.upcoming = this.upcoming.filter(isOther);
    return this.current?.id === id;
  }

  /** Goes to the next clip; returns it, or null at the end. */
  next() {
    if (this.upcoming.length === 0) return null;
    this.#past.push(this.current);
    return (this.current = this.upcoming.shift());
  }

  /** Goes to the previous clip; returns it, or null at the beginning. */
  previous() {
    if (!this.hasPrevious) return null;
    this.upcoming.unshift(this.current);
    return (this.current = this.#past.pop());
  }
}
