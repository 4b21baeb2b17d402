import { addressOf, splitReply } from "../model/place.js";
import { texts } from "../texts.js";
import { make, textButton } from "./elements.js";
import { notify } from "./notices.js";

/** The space between the menu and the edges of the window. */
const edgePixels = 8;

/** Browsers before 2024 lack it. */
const hasPopover = "showPopover" in HTMLElement.prototype;
/** Safari reads a file a while after the press. */
const revokeMilliseconds = 60_000;

/** The menu of a message: one for all, since one is open at a time. */
export class MessageMenu {
  #menu = make("div", { id: "message-menu", popover: "auto", role: "menu" });
  #reply;
  #button;

  /** @param {(chatt) => void} reply writes about a message */
  constructor({ reply }) {
    this.#reply = reply;
    document.querySelector("main").append(this.#menu);
    this.#menu.onkeydown = (event) => this.#pressed(event);
    if (hasPopover) return;
    this.#close();
    addEventListener("click", ({ target }) => this.#button?.contains(target) || this.#close(), true);
  }

  /** Opens the menu of a chatt below its button, or above it without room. */
  open(chatt, button) {
    const { audio } = chatt;
    const { text } = splitReply(chatt.message);
    const address = addressOf(chatt.id);
    const copies = globalThis.navigator.clipboard;
    const items = [
      [texts.reply, () => this.#reply(chatt)],
      text && copies && [texts.copyText, () => copy(text)],
      copies && [texts.copyLink, () => copy(address)],
      audio && [texts.download, () => chatt.save()],
      navigator.share && [texts.share, () => share(chatt, text, address)],
    ].filter(Boolean);
    this.#menu.replaceChildren(...items.map(([text, action]) => this.#item(text, action)));
    this.#menu.setAttribute("aria-label", texts.messageMenu(chatt.username));
    this.#button = button;
    if (hasPopover) this.#menu.showPopover();
    else this.#menu.hidden = false;
    const box = button.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.#menu;
    const fits = box.bottom + height + edgePixels < innerHeight;
    // The button may be out of view.
    const top = Math.max(edgePixels, fits ? box.bottom : box.top - height);
    const left = Math.min(box.left, innerWidth - width - edgePixels);
    this.#menu.style.top = `${top}px`;
    this.#menu.style.left = `${Math.max(edgePixels, left)}px`;
    this.#menu.firstChild.focus();
  }

  #item(text, action) {
    const item = textButton(text, () => {
      this.#close();
      this.#button.focus();
      action();
    });
    item.setAttribute("role", "menuitem");
    return item;
  }

  #close() {
    if (hasPopover) this.#menu.hidePopover();
    else this.#menu.hidden = true;
  }

  #pressed(event) {
    if (event.key === "Escape") {
      this.#close();
      this.#button.focus();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const items = [...this.#menu.children];
    const next = items.indexOf(document.activeElement) + step;
    items[(next + items.length) % items.length].focus();
  }
}

/** Copies a text, and says whether the browser has allowed it. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    notify(texts.copied);
  } catch {
    notify(texts.cannotCopy);
  }
}

async function share({ username }, text, url) {
  try {
    await navigator.share({ title: username, text: text || texts.recording, url });
  } catch {
    // The person has closed the dialog.
  }
}

/** Gives a file to the person, with a name. */
export function saveFile(file, name) {
  const url = URL.createObjectURL(file);
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), revokeMilliseconds);
}
