import { texts } from "../texts.js";
import { byID, iconButton, make, textButton } from "./elements.js";

/**
 * A notice goes away after this time, unless the pointer or the focus is on it: there is time to
 * read it, and more to undo what it says.
 */
export function noticeMilliseconds(text, undo) {
  return undo ? 30_000 : 5000 + 100 * text.length;
}

/** The announcements that stay in the page. */
const announcementsMax = 20;

/** Says what has happened, and offers to undo it. */
export function notify(text, undo = null) {
  const notice = make("div", { class: "notice" }, make("span", {}, text));
  const remove = () => notice.remove();
  if (undo) {
    notice.append(textButton(texts.undo, () => {
      remove();
      undo();
    }));
  }
  notice.append(iconButton("close", texts.dismiss, remove));
  byID("notices").replaceChildren(notice);
  const removeLater = () => setTimeout(
    () => (notice.matches(":hover, :focus-within") ? removeLater() : remove()),
    noticeMilliseconds(text, undo),
  );
  removeLater();
}

/** Lets screen readers say what has happened, in its order. */
export function announce(text) {
  const log = byID("announcements");
  log.append(make("p", {}, text));
  while (log.childElementCount > announcementsMax) log.firstChild.remove();
}

/** Asks a question, or for the value of a field. Returns whether the answer is yes. */
export function ask({ title, text = "", yes, className, field = "" }) {
  return new Promise((resolve) => {
    const labels = { "aria-labelledby": "question", "aria-describedby": "explanation" };
    const dialog = make("dialog", { role: "alertdialog", ...labels },
      make("h2", { id: "question" }, title),
      make("p", { id: "explanation" }, text, field),
      textButton(yes, () => dialog.close("yes"), className),
      textButton(texts.cancel, () => dialog.close("")));
    // What cannot be undone is not what Enter does.
    if (className === "danger") dialog.lastChild.autofocus = true;
    dialog.onkeydown = ({ key, target }) => {
      if (key === "Enter" && target === field) dialog.close("yes");
    };
    dialog.onclose = () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    };
    document.body.append(dialog);
    dialog.showModal();
  });
}
