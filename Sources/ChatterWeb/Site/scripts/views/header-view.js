import { language, languages, texts } from "../texts.js";
import { element } from "./elements.js";

/** A search begins when nothing has been typed for this time. */
const searchMilliseconds = 250;

/** The state of the connection, the search, and the menu. */
export class HeaderView {
  #conversation;
  #status = document.getElementById("connection");
  #search = document.getElementById("search");
  #timer = null;

  constructor({ conversation, settings, playAll }) {
    this.#conversation = conversation;
    document.getElementById("play-all").addEventListener("click", playAll);
    const form = document.getElementById("search-form");
    form.addEventListener("submit", (event) => event.preventDefault());
    for (const type of ["submit", "change"]) form.addEventListener(type, () => this.#find());
    this.#search.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#find(), searchMilliseconds);
    });
    const menu = document.getElementById("menu");
    addEventListener("click", ({ target }) => {
      if (!menu.contains(target)) menu.open = false;
    });
    menu.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape") return;
      menu.open = false;
      menu.querySelector("summary").focus();
    });
    const choice = document.getElementById("language");
    for (const [code, { name }] of Object.entries(languages)) {
      choice.append(element("option", { value: code, lang: code }, name));
    }
    choice.value = language;
    choice.addEventListener("change", () => {
      settings.language = choice.value;
      location.reload();
    });
    conversation.addEventListener("change", () => this.#render());
    this.#render();
  }

  #find() {
    clearTimeout(this.#timer);
    this.#conversation.setSearch(this.#search.value.trim());
  }

  #render() {
    const { connection } = this.#conversation;
    const text = connection === "live" ? "" : texts[connection];
    if (this.#status.textContent !== text) this.#status.textContent = text;
  }
}
