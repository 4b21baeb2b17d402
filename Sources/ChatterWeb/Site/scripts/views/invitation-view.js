import { invitationAddress } from "../model/invitation.js";
import { texts } from "../texts.js";
import { byID, make, setText, textButton } from "./elements.js";
import { copy } from "./message-menu.js";

/**
 * Returns the QR code and the address that invite others to this server; nothing if they cannot
 * open it. The server draws the code: it knows where a phone must begin to trust it.
 */
export function invitation() {
  const address = invitationAddress();
  if (!address) return [];
  const image = make("img", {
    src: "/trust/invitation.svg", alt: texts.invitationCode, width: 240, height: 240,
    onerror: () => image.remove(),
  });
  return [
    make("p", {}, texts.invited),
    image,
    make("p", {}, make("a", { href: address }, address)),
  ];
}

/** What a server without messages offers: to say something, and to invite others. */
export class WelcomeView {
  #session;
  #button = textButton(texts.saySomething, () => this.#say(), "main");

  constructor({ session }) {
    this.#session = session;
    session.on("change", () => this.#render());
    const invited = invitation();
    if (invited.length > 0 && navigator.clipboard) {
      invited.push(textButton(texts.copyLink, () => copy(invitationAddress())));
    }
    const phone = make("a", { href: "/trust" }, texts.welcomePhone);
    byID("welcome").append(this.#button, ...invited, make("p", {}, phone));
    this.#render();
  }

  #say() {
    const record = byID("record");
    // This button goes while the recording runs, and the focus must not go with it.
    record.focus();
    record.click();
  }

  #render() {
    this.#button.hidden = this.#session.isNeeded;
  }
}

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
