import { texts } from "../texts.js";
import { byID, make, textButton } from "./elements.js";
import { dayValue, problemText } from "./format.js";
import { ask, notify } from "./notices.js";

/** The way to a day: from the menu, and from the days between the messages. */
export class DayView {
  #conversation;
  #timeline;

  constructor({ conversation, timeline }) {
    this.#conversation = conversation;
    this.#timeline = timeline;
    const menu = byID("menu");
    const button = textButton(texts.goToDay, () => {
      menu.open = false;
      menu.querySelector("summary").focus();
      this.choose(new Date());
    });
    menu.lastElementChild.prepend(button);
  }

  /** Shows the first message of a day that the person chooses, or of the next one with messages. */
  async choose(proposed) {
    const day = await askDay(proposed);
    if (!day) return;
    try {
      const { first, isComplete } = await this.#conversation.revealDate(day);
      if (first) this.#timeline.show(first.id);
      if (!isComplete) notify(texts.dayTooFar);
      else if (!first) notify(texts.nothingSinceDay);
    } catch (error) {
      notify(texts.cannotLoad(problemText(error)));
    }
  }
}

/** Asks for a day, and proposes one. Returns its beginning here; null if the person wants none. */
async function askDay(proposed) {
  const field = make("input", {
    type: "date", value: dayValue(proposed), max: dayValue(new Date()), "aria-label": texts.day,
  });
  const isChosen = await ask({ title: texts.goToDay, yes: texts.showDay, field });
  // A day that is not complete has no value.
  return isChosen && field.value ? new Date(`${field.value}T00:00`) : null;
}
