import { splitReply } from "../model/place.js";
import { texts } from "../texts.js";
import { byID } from "./elements.js";
import { announce, notify } from "./notices.js";

const icon = new URL("../../icons/icon-192.png", import.meta.url).href;
/** What is said of an arrival has at most this many characters. */
const charactersMax = 200;

/**
 * Announces to screen readers what was sent and what is new, which also shows in the title and on
 * the badge of the app while nobody looks, and in a notification if the person wants that.
 */
export class Arrivals {
  #conversation;
  #settings;
  #recorder;
  #count = 0;

  constructor({ conversation, settings, recorder }) {
    this.#conversation = conversation;
    this.#settings = settings;
    this.#recorder = recorder;
    conversation.on("arrived", (chatt) => this.#arrived(chatt));
    conversation.on("posted", () => recorder.isRunning || announce(texts.sent));
    document.addEventListener("visibilitychange", () => this.#show());
    this.#choice("announce", byID("announce"));
    this.#notifications(byID("notify"));
  }

  #arrived({ id, username, message, audio }) {
    const { text: own } = splitReply(message);
    const text = `${username}: ${own || texts.recording}`.slice(0, charactersMax);
    // What a screen reader says while somebody records is in the recording.
    const isQuiet = this.#settings.get("announce") === "no" || this.#recorder.isRunning;
    if (!isQuiet) announce(text);
    this.#count += 1;
    this.#show();
    if (document.hidden && this.#notifies) {
      const body = [audio && texts.recording, own].filter(Boolean).join(": ");
      try {
        const notification = new Notification(username, { body, tag: id, icon });
        notification.onclick = () => {
          focus();
          location.hash = id;
        };
      } catch {
        // Android lets only the service worker show them.
        navigator.serviceWorker?.ready.then((worker) =>
          worker.showNotification(username, { body, tag: id, icon }));
      }
    }
  }

  #show() {
    if (!document.hidden) this.#count = 0;
    document.title = this.#count > 0 ? `(${this.#count}) ${texts.title}` : texts.title;
    const { navigator } = globalThis;
    if (this.#count > 0) navigator.setAppBadge?.(this.#count).catch(() => {});
    else navigator.clearAppBadge?.().catch(() => {});
  }

  get #notifies() {
    return this.#settings.get("notify") === "yes" && Notification.permission === "granted";
  }

  #choice(name, box) {
    box.checked = this.#settings.get(name) !== "no";
    box.onchange = () => this.#settings.set(name, box.checked ? null : "no");
  }

  /** The browser is asked for its permission when notifications are wanted first. */
  #notifications(box) {
    box.parentElement.hidden = !("Notification" in globalThis);
    if (box.parentElement.hidden) return;
    box.checked = this.#notifies;
    box.onchange = async () => {
      const isWanted = box.checked;
      const isAllowed = isWanted && (await Notification.requestPermission()) === "granted";
      if (isWanted && !isAllowed) notify(texts.cannotNotify);
      this.#settings.set("notify", isAllowed ? "yes" : null);
      box.checked = isAllowed;
    };
  }
}
