import { texts } from "../texts.js";
import { element, iconButton } from "./elements.js";

/** A notice goes away after this time, unless the pointer or the focus is on it. */
const noticeMilliseconds = 30_000;

const region = () => document.getElementById("notices");

/** Says what has happened, and offers to undo it. */
export function notify(text, undo = null) {
  const notice = element("div", { class: "notice" }, element("span", {}, text));
  if (undo) {
    const onclick = () => {
      notice.remove();
      undo();
    };
    notice.append(element("button", { type: "button", onclick }, texts.undo));
  }
  notice.append(iconButton("close", texts.dismiss, () => notice.remove()));
  region().replaceChildren(notice);
  const removeLater = () =>
    setTimeout(() => {
      if (notice.matches(":hover, :focus-within")) removeLater();
      else notice.remove();
    }, noticeMilliseconds);
  removeLater();
}

/** Asks a question. Returns whether the answer is yes. */
export function confirm({ title, text = null, yes, isDangerous = false }) {
  return new Promise((resolve) => {
    const answer = (value) => () => dialog.close(value);
    const dialog = element(
      "dialog",
      { role: "alertdialog", "aria-labelledby": "question", "aria-describedby": "explanation" },
      element("h2", { id: "question" }, title),
      element("p", { id: "explanation" }, text ?? ""),
      element("button", { type: "button", onclick: answer("") }, texts.cancel),
      element(
        "button",
        { type: "button", class: isDangerous ? "danger" : "main", onclick: answer("yes") },
        yes,
      ),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
