import { ChatterClient } from "./api/chatter-client.js";
import { LiveUpdates } from "./api/live-updates.js";
import { Conversation } from "./model/conversation.js";
import { Heard } from "./model/heard.js";
import { takeToken } from "./model/invitation.js";
import { Outbox } from "./model/outbox.js";
import { placeIn, splitReply } from "./model/place.js";
import { Session } from "./model/session.js";
import { ClipFiles } from "./player/clip-files.js";
import { ClipPlayer } from "./player/clip-player.js";
import { attachMediaSession } from "./player/media-session.js";
import { Waveforms } from "./player/waveform.js";
import { ClipRecorder } from "./recorder/clip-recorder.js";
import { LocalDatabase } from "./storage/database.js";
import { Settings } from "./storage/settings.js";
import { language, texts, useLanguage } from "./texts.js";
import { Arrivals } from "./views/arrivals.js";
import { ComposerView } from "./views/composer-view.js";
import { DayView } from "./views/day-view.js";
import { byID } from "./views/elements.js";
import { duration as clock, problemText } from "./views/format.js";
import { HeaderView } from "./views/header-view.js";
import { BoardView, WelcomeView } from "./views/invitation-view.js";
import { MessageMenu, saveFile } from "./views/message-menu.js";
import { announce, ask, notify } from "./views/notices.js";
import { PlayerView } from "./views/player-view.js";
import { SignInView } from "./views/sign-in-view.js";
import { TimelineView } from "./views/timeline-view.js";
import { VersionView } from "./views/version-view.js";

const invitation = takeToken();
/** The place of a link, until it is shown. */
let awaited = placeIn(location);
const isBoard = new URLSearchParams(location.search).get("view") === "board";
document.documentElement.classList.toggle("board", isBoard);
const settings = new Settings();
translatePage();

const client = new ChatterClient();
const database = new LocalDatabase();
const session = new Session({ client, database, settings });
const outbox = new Outbox({ client, database });
const live = new LiveUpdates({ client });
const heard = new Heard({ settings });
const conversation = new Conversation({
  client, live, database, settings, outbox, session, heard,
});
const clipFiles = new ClipFiles({ download: (url) => client.clip(url) });
const fetchClip = (url) => clipFiles.get(url);
const waveforms = new Waveforms({ database, fetchClip });
const [rate, volume] = ["rate", "volume"].map((name) => Number(settings.get(name) ?? 1));
const player = new ClipPlayer({
  rate, volume, fetchClip, following, place: ({ id }) => heard.place(id),
});
const recorder = new ClipRecorder();

const menu = new MessageMenu({ reply });
const actions = {
  play, seek, remove, discard, reveal, quote,
  edit: (key) => composer.edit(key),
  day: (date) => days.choose(date),
  menu: (chatt, button) => menu.open({ ...chatt, save: () => save(chatt) }, button),
};
// A board shows what is newest. What people have read at their own devices is for those to note.
const reading = isBoard ? new Settings({ storage: null }) : settings;
const timeline = new TimelineView({
  conversation, settings: reading, heard, waveforms, actions, isBoard,
});
const days = new DayView({ conversation, timeline });
const views = { conversation, timeline, recorder, player, database, settings };
const composer = new ComposerView(views);
new HeaderView({ conversation, settings, heard, playAll });
new PlayerView({ player, waveforms, settings });
const signIn = new SignInView({ session, isBoard });
new Arrivals({ conversation, settings, recorder });
new VersionView();
new WelcomeView({ session });
attachMediaSession(player);

followPlayer();
conversation.on("arrived", (chatt) => chatt.audio && player.append(source(chatt)));
if (isBoard) new BoardView({ conversation, player, source });
outbox.on("posted", ({ chatt, clip }) => clip && waveforms.of({ ...chatt.audio, blob: clip }));
conversation.on("deleted", (id) => {
  clipFiles.delete(`/v1/audio/${id}.m4a`);
  if (player.source?.id === id) notify(texts.clipDeleted);
  player.remove(id);
});
// A clip of a closed server must not play on after signing out.
conversation.on("closed", () => {
  player.close();
  clipFiles.clear();
  waveforms.clear();
});
live.on("state", () => {
  if (live.state === "live" && !session.description) session.describe().catch(() => {});
});
// The form for a token takes the place of the button that ends a recording.
session.on("change", () => session.isNeeded && recorder.stop());
keepOffline();
limitRecordings();
addEventListener("storage", ({ key }) => {
  if (key === "chatter/session") session.load();
  if (key === "chatter/heard" || key === "chatter/heardSince") heard.load();
});
addEventListener("hashchange", openPlace);
addEventListener("keydown", pressed);
conversation.on("loaded", openPlace);
await session.load();
if (invitation) signIn.accept(invitation);
else session.describe().catch(() => {});
conversation.start();

/** Puts the texts of the language into the page. */
function translatePage() {
  useLanguage([settings.get("language"), ...navigator.languages].filter(Boolean));
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-text]")) {
    element.textContent = texts[element.dataset.text];
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    const label = texts[element.dataset.label];
    element.setAttribute("aria-label", label);
    if (element.matches("button, summary")) element.title = label;
  }
}

/** What the player needs of a message with a clip, or of a post that waits. */
function source({ id, username, message, createdAt, audio, clip, duration }) {
  const facts = audio ?? { url: null, blob: clip, duration };
  const title = splitReply(message).text;
  return { ...facts, id, createdAt, title, artist: username };
}

function play(message) {
  // What is played must not get into the recording.
  recorder.pause();
  if (player.source?.id === message.id) player.toggle();
  else player.play(source(message));
}

/** Plays a clip from a second on. */
function seek(message, seconds) {
  if (player.source?.id !== message.id) play(message);
  player.seek(seconds);
}

/** Plays what was not heard, or all that is shown if there is nothing new. */
async function playAll() {
  recorder.pause();
  player.prime();
  const before = player.source;
  const { chatts } = conversation.timeline;
  const isNew = (chatt) => heard.isNew(chatt) && !conversation.isOwn(chatt);
  const unheard = await conversation.unheard().catch(() => chatts.filter(isNew));
  // Meanwhile another clip was chosen.
  if (player.source !== before) return;
  const all = unheard.length > 0 ? unheard : chatts.filter(({ audio }) => audio);
  player.playAll(all.map(source));
}

/** The clip after one that was played alone; null if the person does not want it. */
function following({ id }) {
  if (settings.get("playsOn") === "no") return null;
  const { chatts } = conversation.timeline;
  const index = chatts.findIndex((chatt) => chatt.id === id);
  const next = index < 0 ? null : chatts.slice(index + 1).find(({ audio }) => audio);
  return next ? source(next) : null;
}

/** Shows in the list what is played, and notes what was heard. */
function followPlayer() {
  let shown = null;
  let noted = null;
  player.on("change", () => {
    settings.set("rate", player.rate);
    settings.set("volume", player.volume);
    const { source: played, position, duration, state } = player;
    const id = played?.id ?? null;
    const isPlaying = state.kind === "playing";
    timeline.showPlaying({ id, isPlaying, position, duration });
    if (id !== shown) {
      shown = id;
      if (player.isQueue && id && !conversation.search) follow(id);
    }
    const place = `${id} ${Math.floor(position / 5)}`;
    if (isPlaying && place !== noted && played.url) {
      noted = place;
      heard.setPlace(id, position, duration);
    }
  });
  player.on("heard", (played) => played.url && heard.mark(played));
  player.on("skipped", ({ artist }) => notify(texts.clipSkipped(artist)));
}

async function follow(id) {
  const isThere = await conversation.reveal(id).catch(() => false);
  if (isThere && player.source?.id === id) timeline.follow(id);
}

/** Shows the message that the address of the page names, and plays its clip from there. */
async function openPlace() {
  const place = placeIn(location) ?? awaited;
  if (!place) return;
  // After signing in, an invitation may have replaced it in the address.
  awaited = place;
  if ((await reveal(place.id, place.seconds)) === "denied") return;
  awaited = null;
  // The same link may be followed again, and the next visit opens where reading ended.
  if (location.hash === place.hash) {
    history.replaceState(history.state, "", location.pathname + location.search);
  }
}

/** Leaves a search, and shows a message in its place; returns "denied" without a token. */
async function reveal(id, seconds = null) {
  try {
    if (!(await conversation.reveal(id))) return notify(texts.messageMissing);
  } catch (error) {
    // The form for a token is shown.
    if (error.status === 401) return "denied";
    return notify(texts.cannotLoad(problemText(error)));
  }
  timeline.show(id);
  const chatt = conversation.timeline.get(id);
  if (seconds !== null && chatt.audio) seek(chatt, seconds);
}

/** What is shown in place of a link to a message of this server. */
function quote({ id, seconds }) {
  const { timeline: known } = conversation;
  const chatt = known.get(id);
  const other = known.isRemoved(id) ? texts.messageGone : texts.aMessage;
  const text = chatt ? `${chatt.username}: ${splitReply(chatt.message).text || texts.recording}` : other;
  return `${text.slice(0, 80)}${seconds === null ? "" : ` (${clock(seconds)})`}`;
}

/** Begins a message about another one, and about the second of its clip that is played. */
function reply({ id }) {
  const isPlayed = player.source?.id === id && player.position > 1;
  composer.reply(id, isPlayed ? Math.floor(player.position) : null);
}

async function save({ id, username, audio }) {
  try {
    saveFile(await fetchClip(audio.url), `${username} ${id.slice(0, 8)}.m4a`);
  } catch (error) {
    notify(texts.cannotLoad(problemText(error)));
  }
}

/** The keys of the whole page. */
function pressed(event) {
  const { key, target, altKey, ctrlKey, metaKey } = event;
  const isText = target.matches("input, textarea, select, dialog *, [popover] *");
  if (altKey || ctrlKey || metaKey || isText || event.defaultPrevented) return;
  const record = byID("record");
  if (key === "r" && record.offsetParent !== null) record.click();
  else if (key === " " && !target.matches("button, summary, a") && player.source) player.toggle();
  else return;
  event.preventDefault();
}

async function remove({ id }, article) {
  const { deleteQuestion: title, deleteButton: yes } = texts;
  if (!(await ask({ title, yes, className: "danger" }))) return;
  try {
    await conversation.delete(id);
    announce(texts.messageGone);
    byID("message").focus();
  } catch (error) {
    notify(texts.cannotDelete(problemText(error)));
    article.querySelector("button").focus();
  }
}

async function discard(key) {
  const undo = await outbox.discard(key);
  if (undo) notify(texts.messageDiscarded, undo);
}

/** Ends recordings before they are larger than what the server accepts. */
function limitRecordings() {
  const textBytes = 2 ** 18;
  session.on("change", () => {
    const limits = session.description?.limits;
    if (limits) recorder.bytesMax = limits.bodyBytesMax - textBytes;
  });
}

/** Lets the page start, and posts be sent, when the network comes and goes. */
async function keepOffline() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const path = "/service-worker.js";
  const policy = globalThis.trustedTypes?.createPolicy("chatter", { createScriptURL: () => path });
  try {
    await serviceWorker.register(policy?.createScriptURL(path) ?? path, { type: "module" });
    serviceWorker.onmessage = ({ data }) => {
      if (data === "send") outbox.send();
      else location.hash = data.show;
    };
    const { sync } = await serviceWorker.ready;
    outbox.on("delayed", () => sync?.register("outbox").catch(() => {}));
    // What waits must not make room for other sites. Some browsers ask the person.
    outbox.on("delayed", () => navigator.storage?.persist?.().catch(() => {}));
  } catch {
    // A private window, or a certificate that was accepted by hand: without it, the page works
    // as long as it is open.
  }
}
