import { OtherServerError, takeToken, tokenIn } from "../model/invitation.js";
import { texts } from "../texts.js";
import { byID, setText } from "./elements.js";
import { problemText } from "./format.js";
import { announce, notify } from "./notices.js";

/** What the codes of a refused token mean for its holder: names of `texts.tokenProblems`. */
export const causes = {
  "token-missing": "missing",
  "token-repeated": "malformed",
  "token-other-scheme": "malformed",
  "token-malformed": "malformed",
  "token-oversized": "malformed",
  "token-unknown": "unknown",
  "token-expired": "expired",
  "token-not-yet-valid": "early",
  "token-audience": "foreign",
  "token-issuer": "foreign",
  "token-algorithm": "kind",
  "token-header": "kind",
  "token-no-expiry": "kind",
  "token-type": "kind",
  "token-signature": "signature",
  "token-unknown-key": "signature",
  "token-user-claim": "nameless",
  "token-no-keys": "uncheckable",
  "token-unavailable": "uncheckable",
  "too-many-tokens": "tooMany",
};

/** The form for a token, in place of the composer, and who is signed in, in the menu. */
export class SignInView {
  #session;
  #isBoard;
  #form = byID("sign-in");
  #token = byID("token");
  /** Who is shown to be signed in; null if nobody is. */
  #shown = null;
  /** The check of a token by the server; null while there is none. */
  #checking = null;

  /** @param {boolean} options.isBoard whether the page only reads */
  constructor({ session, isBoard = false }) {
    this.#session = session;
    this.#isBoard = isBoard;
    this.#form.onsubmit = (event) => {
      event.preventDefault();
      this.#signIn();
    };
    this.#token.oninput = () => this.#explain("");
    byID("sign-out").onclick = () => this.#signOut();
    session.on("change", () => this.#render());
    // An invitation that is opened where the page is open already does not load it again.
    addEventListener("hashchange", () => this.accept(takeToken()));
    this.#render();
  }

  /**
   * Signs in with the token of an invitation, if there is one. Who is signed in already stays so
   * until the server has accepted it.
   */
  async accept(token) {
    if (!token) return;
    await this.#checking;
    this.#token.value = token;
    const problem = await this.#check(`#token=${encodeURIComponent(token)}`);
    if (!problem) return;
    await this.#session.describe().catch(() => {
      // The form then has the token, to send it again.
      this.#session.isInvited = true;
      this.#render();
    });
    if (!this.#form.hidden) return this.#reject(problem);
    this.#token.value = "";
    notify(problem);
  }

  /** Signs in with what is in the field. */
  async #signIn() {
    // A second press would only count as another attempt.
    if (this.#checking) return;
    if (!this.#token.value.trim()) return this.#token.focus();
    const problem = await this.#check(this.#token.value);
    if (!problem) return byID("message").focus();
    this.#reject(problem);
  }

  /** Says what is wrong with what is in the field, and lets it be replaced. */
  #reject(problem) {
    this.#explain(problem);
    this.#token.focus();
    this.#token.select();
  }

  async #signOut() {
    const menu = byID("menu");
    menu.open = false;
    menu.querySelector("summary").focus();
    await this.#session.signOut();
    announce(texts.signedOut);
  }

  /** Signs in with a token or an invitation. Returns what is wrong; null if nothing is. */
  async #check(text) {
    this.#checking = this.#problemOf(text);
    const problem = await this.#checking;
    this.#checking = null;
    return problem;
  }

  async #problemOf(text) {
    let { malformed } = texts.tokenProblems;
    try {
      const token = tokenIn(text);
      if (token !== text.trim()) malformed = texts.linkWithoutToken;
      // A character that no field of HTTP can have (RFC 6750 section 2.1).
      if (!/^[!-~]+$/.test(token)) return malformed;
      const before = this.#session.username;
      await this.#session.signIn(token);
      const { username } = this.#session;
      if (username && (!before || before === username)) notify(`${texts.signedInAs(username)}.`);
      this.#token.value = "";
      return null;
    } catch (error) {
      return causes[error.code] === "malformed" ? malformed : explanation(error);
    }
  }

  #render() {
    const { username, isClosed, isRevoked } = this.#session;
    const isNeeded = this.#isBoard ? isClosed : this.#session.isNeeded;
    const composer = byID("composer");
    const hadFocus = composer.contains(document.activeElement);
    if (this.#form.hidden && isNeeded) this.#explain(isRevoked ? texts.tokenRevoked : "");
    this.#form.hidden = !isNeeded;
    composer.hidden = isNeeded;
    byID("dock").classList.toggle("alone", isClosed);
    // Not to the field for the token: what is being typed is not for it.
    if (isNeeded && hadFocus) byID("timeline").focus();
    setText(byID("sign-in-reason"), isClosed ? texts.signInToRead : texts.signInToPost);
    byID("signed-in").hidden = username === null;
    setText(byID("signed-in-as"), texts.signedInAs(username));
    // By a link, or in another tab.
    if (username && this.#shown && this.#shown !== username) {
      notify(texts.noLongerAs(username, this.#shown));
    }
    this.#shown = username;
    const name = byID("username");
    if (username !== null) name.value = username;
    name.readOnly = username !== null;
    const label = username === null ? texts.yourName : texts.signedInAs("").trim();
    setText(name.previousElementSibling, label);
  }

  #explain(problem) {
    setText(byID("sign-in-problem"), problem);
    this.#token.toggleAttribute("aria-invalid", problem !== "");
  }
}

function explanation(error) {
  if (error instanceof OtherServerError) return texts.linkOfOtherServer(error.host);
  const known = texts.tokenProblems[causes[error.code]];
  if (known) return known;
  if (error.status === 401) return texts.tokenRefused;
  return texts.notSent(problemText(error));
}
