/** Something that others observe: `on` calls them with the detail of an event. */
export class Emitter extends EventTarget {
  on(type, listener) {
    this.addEventListener(type, ({ detail }) => listener(detail));
  }

  emit(type, detail) {
    this.dispatchEvent(Object.assign(new Event(type), { detail }));
  }
}
