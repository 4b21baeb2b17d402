import { placeIn } from "../model/place.js";
import { texts } from "../texts.js";
import { make, textButton } from "./elements.js";

/** Longer messages are shown in part, so that one of them does not fill the page. */
const longCharacters = 1500;
const longLines = 20;

/** Longer addresses are not links. */
const addressCharactersMax = 2048;
const address = /(?:https?:\/\/|www\.)[^\s<>"]+/gu;

/** The text of a message with its links, and a button that shows all of it if it is long. */
export function paragraph(message, words, quote) {
  const text = make("p", { dir: "auto" }, ...linked(message, words, quote));
  const lines = message.split("\n", longLines + 1).length;
  if (message.length <= longCharacters && lines <= longLines) return [text];
  text.classList.add("long");
  const all = textButton(texts.showAll, () => {
    text.classList.remove("long");
    all.closest("article")?.focus();
    all.remove();
  });
  return [text, all];
}

/** Splits a message into texts, links and found words. */
function linked(message, words, quote) {
  const nodes = [];
  let end = 0;
  for (const { 0: match, index } of message.matchAll(address)) {
    const text = withoutEnd(match);
    if (text === "www" || text.length > addressCharactersMax) continue;
    const node = link(text, quote);
    nodes.push(...marked(message.slice(end, index), words), node);
    end = index + text.length;
    if (!node.className) continue;
    // A quotation has a line of its own: what follows needs no space that is seen.
    const [space] = message.slice(end).match(/^\s*/);
    nodes.push(make("span", { hidden: true }, space));
    end += space.length;
  }
  return [...nodes, ...marked(message.slice(end), words)];
}

/** An address without what ends a sentence, or a bracket that it does not open. */
export function withoutEnd(text) {
  let end = text.length;
  let excess = text.split(")").length - text.split("(").length;
  for (; end > 0; end -= 1) {
    const last = text[end - 1];
    if (last === ")" && excess > 0) excess -= 1;
    else if (!".,;:!?'])".includes(last) || last === ")") break;
  }
  return text.slice(0, end);
}

/** A link; one to a message of this server is a quotation. */
function link(text, quote) {
  const href = text.startsWith("www.") ? `https://${text}` : text;
  const url = parsed(href);
  const place = url ? placeIn(url) : null;
  if (place) return make("a", { href: place.hash, class: "quotation" }, quote(place));
  return make("a", { href, target: "_blank", rel: "noopener noreferrer" }, text);
}

function parsed(href) {
  try {
    return new URL(href);
  } catch {
    return null;
  }
}

/** Marks the words of a text that begin as the words of a search do. */
function marked(text, words) {
  return found(text, words).map(({ text: part, isFound }) => (isFound ? make("mark", {}, part) : part));
}

/**
 * Splits a text into parts that a search has found and others: words that begin with one of its
 * words, whatever their case and accents.
 */
export function found(text, words) {
  const wanted = folded(words).split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  if (wanted.length === 0) return [{ text, isFound: false }];
  const parts = [];
  for (const [word] of text.matchAll(/[\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}]+/gu)) {
    const isFound = wanted.some((begin) => folded(word).startsWith(begin));
    const last = parts.at(-1);
    if (last && last.isFound === isFound) last.text += word;
    else parts.push({ text: word, isFound });
  }
  return parts;
}

function folded(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ß", "ss");
}
