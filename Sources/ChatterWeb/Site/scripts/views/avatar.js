import { make } from "./elements.js";

/** Neighbours on the colour circle are this far apart, so that similar names differ. */
const goldenAngle = 137.508;

/** Returns the colour of a name: the same on every device, as an angle of the colour circle. */
export function hue(name) {
  let hash = 0;
  for (const character of name) hash = (Math.imul(hash, 31) + character.codePointAt(0)) >>> 0;
  return Math.round(hash * goldenAngle) % 360;
}

/** Returns the first letters of the first and the last word of a name. */
export function initials(name) {
  const words = name.trim().split(/\s+/);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  const segmenter = Intl.Segmenter ? new Intl.Segmenter() : null;
  const first = (word) =>
    (segmenter ? [...segmenter.segment(word)][0]?.segment : [...word][0]) ?? "";
  return chosen.map(first).join("").toLocaleUpperCase();
}

/** Returns the mark of a person beside their messages; the name is said elsewhere. */
export function avatar(name) {
  return make("span", { class: "avatar", "aria-hidden": "true" }, initials(name));
}
