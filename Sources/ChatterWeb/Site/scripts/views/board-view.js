import { texts } from "../texts.js";
import { make, setText, textButton } from "./elements.js";
import { invitation } from "./welcome-view.js";

/** What a projector shows beside the messages: the invitation, and a button that plays arrivals. */
export class BoardView {
  #player;
  #source;
  #button = textButton(texts.playArrivals, () => this.#toggle());
  #problem = make("p", { role: "alert" });
  #isAloud = false;

  /** @param {(chatt) => object} options.source returns what the player needs of a chatt */
  constructor({ conversation, player, source }) {
    this.#player = player;
    this.#source = source;
    this.#button.setAttribute("aria-pressed", false);
    const invited = invitation();
    if (invited.length === 0) invited.push(make("p", {}, texts.notInvited));
    const leave = make("a", { href: "/" }, texts.leaveBoard);
    const label = { id: "board", "aria-label": texts.board };
    document.body.append(make("aside", label, ...invited, this.#button, this.#problem, leave));
    conversation.on("arrived", (chatt) => this.#arrived(chatt));
    player.on("change", () => setText(this.#problem, texts.playProblems[player.problem] ?? ""));
  }

  /** Browsers play only after a press, so a board that was loaded again is silent. */
  #toggle() {
    this.#isAloud = !this.#isAloud;
    this.#button.setAttribute("aria-pressed", this.#isAloud);
    if (this.#isAloud) this.#player.prime();
    else this.#player.close();
  }

  /** Plays a clip that has arrived. If another one plays, it follows by itself. */
  #arrived(chatt) {
    const { state, isLoading } = this.#player;
    if (!this.#isAloud || !chatt.audio || isLoading || state.kind === "playing") return;
    this.#player.playAll([this.#source(chatt)]);
  }
}
