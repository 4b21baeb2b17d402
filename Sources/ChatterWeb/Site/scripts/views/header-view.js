import { language, languages, texts } from "../texts.js";
import { byID, setText } from "./elements.js";

/** A search begins when nothing has been typed for this time. */
const searchMilliseconds = 250;

/** The state of the connection, the search, and the menu. */
export class HeaderView {
  #conversation;
  #search = byID("search");
  #timer;

  constructor({ conversation, settings, playAll }) {
    this.#conversation = conversation;
    byID("play-all").onclick = playAll;
    this.#search.placeholder = texts.search;
    byID("search-form").onsubmit = (event) => {
      event.preventDefault();
      this.#find();
    };
    this.#search.oninput = () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#find(), searchMilliseconds);
    };
    const menu = byID("menu");
    addEventListener("click", ({ target }) => {
      if (!menu.contains(target)) menu.open = false;
    });
    menu.onkeydown = ({ key }) => {
      if (key !== "Escape") return;
      menu.open = false;
      menu.querySelector("summary").focus();
    };
    const choice = byID("language");
    for (const [code, { name }] of Object.entries(languages)) choice.add(new Option(name, code));
    choice.value = language;
    choice.onchange = () => {
      settings.set("language", choice.value);
      location.reload();
    };
    conversation.on("change", () => this.#render());
    this.#render();
  }

  #find() {
    clearTimeout(this.#timer);
    this.#conversation.setSearch(this.#search.value.trim());
  }

  #render() {
    const { connection } = this.#conversation;
    setText(byID("connection"), ["live", "denied"].includes(connection) ? "" : texts[connection]);
  }
}
