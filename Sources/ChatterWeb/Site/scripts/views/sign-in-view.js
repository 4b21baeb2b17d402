import { NetworkError } from "../api/chatter-client.js";
import { texts } from "../texts.js";
import { byID, setText } from "./elements.js";

/** The form for a token, in place of the composer, and who is signed in, in the menu. */
export class SignInView {
  #session;
  #form = byID("sign-in");
  #token = byID("token");
  #isChecking = false;

  constructor({ session }) {
    this.#session = session;
    this.#form.onsubmit = (event) => {
      event.preventDefault();
      this.#signIn();
    };
    this.#token.oninput = () => this.#explain("");
    byID("sign-out").onclick = () => {
      byID("menu").open = false;
      session.signOut();
    };
    session.on("change", () => this.#render());
    this.#render();
  }

  /** A second press while the server checks the token would only count as another attempt. */
  async #signIn() {
    const token = this.#token.value.trim();
    if (this.#isChecking) return;
    if (!token) return this.#token.focus();
    this.#isChecking = true;
    try {
      await this.#session.signIn(token);
      this.#token.value = "";
      byID("message").focus();
    } catch (error) {
      this.#explain(problem(error));
      this.#token.focus();
    } finally {
      this.#isChecking = false;
    }
  }

  #render() {
    const { username, isNeeded, isClosed, isRevoked } = this.#session;
    const composer = byID("composer");
    const hadFocus = composer.contains(document.activeElement);
    if (this.#form.hidden && isNeeded) this.#explain(isRevoked ? texts.tokenRevoked : "");
    this.#form.hidden = !isNeeded;
    composer.hidden = isNeeded;
    // Not to the field for the token: what is being typed is not for it.
    if (isNeeded && hadFocus) byID("timeline").focus();
    setText(byID("sign-in-reason"), isClosed ? texts.signInToRead : texts.signInToPost);
    byID("signed-in").hidden = username === null;
    setText(byID("signed-in-as"), texts.signedInAs(username));
    const name = byID("username");
    if (username !== null) name.value = username;
    name.readOnly = username !== null;
  }

  #explain(problem) {
    setText(byID("sign-in-problem"), problem);
    this.#token.toggleAttribute("aria-invalid", problem !== "");
  }
}

function problem(error) {
  if (error instanceof NetworkError) return texts.notSent(texts.unreachable);
  // A character that no field of HTTP can have.
  if (error.status === undefined || error.status === 401) return texts.tokenRefused;
  return texts.notSent(error.message);
}
