import { NetworkError } from "../api/chatter-client.js";
import { locale, texts } from "../texts.js";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Returns the sentence for a code of the server; the server's own for a code without one. */
export function sentence(code, detail) {
  return Object.hasOwn(texts.problems, code) ? texts.problems[code] : detail;
}

/** Returns what went wrong with a call. */
export function problemText(error) {
  return error instanceof NetworkError ? texts.unreachable : sentence(error.code, error.message);
}

/** Returns seconds as minutes and seconds: "1:05". */
export function duration(seconds) {
  const whole = Math.floor(Number.isFinite(seconds) ? seconds : 0);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Returns how long ago a time was, if that is less than a day; else the time of day. */
export function relativeTime(date, now = new Date()) {
  const age = now - date;
  if (age < minute) return texts.now;
  if (age >= day) return absolute(date, { timeStyle: "short" });
  const format = new Intl.RelativeTimeFormat(locale, { style: "short" });
  if (age < hour) return format.format(-Math.floor(age / minute), "minute");
  return format.format(-Math.floor(age / hour), "hour");
}

/** Returns the date and the time of day, with seconds. */
export function exactTime(date) {
  return absolute(date, { dateStyle: "full", timeStyle: "medium" });
}

/** Returns the day as people say it. */
export function dayName(date, now = new Date()) {
  const days = Math.round((midnight(now) - midnight(date)) / day);
  if (days !== 0 && days !== 1) return absolute(date, { dateStyle: "full" });
  const name = new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(-days, "day");
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

/** Returns the day here as fields for dates have it: "2026-11-28". */
export function dayValue(date) {
  return new Date(date - date.getTimezoneOffset() * minute).toISOString().slice(0, 10);
}

/** Whether two times are on the same day here. */
export function isSameDay(one, other) {
  return midnight(one) === midnight(other);
}

function absolute(date, style) {
  return new Intl.DateTimeFormat(locale, style).format(date);
}

function midnight(date) {
  return new Date(date).setHours(0, 0, 0, 0);
}
