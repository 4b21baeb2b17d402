import { language, languages, texts } from "../texts.js";
import { byID, setText } from "./elements.js";

/** A search begins when nothing has been typed for this time. */
const searchMilliseconds = 250;

/** The state of the connection, the search, and the menu. */
export class HeaderView {
  #conversation;
  #heard;
  #playAll = byID("play-all");
  #search = byID("search");
  #timer;

  constructor({ conversation, settings, heard, playAll }) {
    this.#conversation = conversation;
    this.#heard = heard;
    this.#playAll.onclick = playAll;
    heard.on("change", () => this.#render());
    conversation.timeline.on("change", () => this.#render());
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
    const { connection, search, timeline } = this.#conversation;
    if (search === "" && this.#search.value && document.activeElement !== this.#search) {
      this.#search.value = "";
    }
    const isNew = (chatt) => this.#heard.isNew(chatt) && !this.#conversation.isOwn(chatt);
    const count = timeline.chatts.filter(isNew).length;
    // What is not loaded may be new, too.
    const isAll = !timeline.olderCursor || timeline.chatts[0]?.createdAt <= this.#heard.since;
    const shown = isAll ? count : `${count}+`;
    const label = count > 0 ? texts.playNew(shown) : texts.playAll;
    setText(this.#playAll.lastElementChild, count > 0 ? String(shown) : "");
    this.#playAll.classList.toggle("main", count > 0);
    this.#playAll.setAttribute("aria-label", label);
    this.#playAll.title = label;
    this.#playAll.disabled = isAll && !timeline.chatts.some(({ audio }) => audio);
    setText(byID("connection"), ["live", "denied"].includes(connection) ? "" : texts[connection]);
  }
}
