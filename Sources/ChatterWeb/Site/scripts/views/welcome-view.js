import { invitationAddress } from "../model/invitation.js";
import { texts } from "../texts.js";
import { byID, make, textButton } from "./elements.js";
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
