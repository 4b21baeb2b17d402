import { ChatterClient, NetworkError } from "./api/chatter-client.js";
import { LiveUpdates } from "./api/live-updates.js";
import { Conversation } from "./model/conversation.js";
import { takeToken } from "./model/invitation.js";
import { Outbox } from "./model/outbox.js";
import { Session } from "./model/session.js";
import { ClipPlayer } from "./player/clip-player.js";
import { attachMediaSession } from "./player/media-session.js";
import { ClipRecorder } from "./recorder/clip-recorder.js";
import { LocalDatabase } from "./storage/database.js";
import { Settings } from "./storage/settings.js";
import { language, texts, useLanguage } from "./texts.js";
import { ComposerView } from "./views/composer-view.js";
import { byID } from "./views/elements.js";
import { HeaderView } from "./views/header-view.js";
import { ask, notify } from "./views/notices.js";
import { PlayerView } from "./views/player-view.js";
import { SignInView } from "./views/sign-in-view.js";
import { TimelineView } from "./views/timeline-view.js";
import { VersionView } from "./views/version-view.js";

const invitation = takeToken();
// The page is painted before its controls work. A page in the background is not painted at all.
if (!document.hidden) {
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
const settings = new Settings();
translatePage();

const client = new ChatterClient();
const database = new LocalDatabase();
const session = new Session({ client, database, settings });
const outbox = new Outbox({ client, database });
const live = new LiveUpdates({ client });
const conversation = new Conversation({ client, live, database, settings, outbox, session });
const [rate, volume] = ["rate", "volume"].map((name) => Number(settings.get(name) ?? 1));
const fetchClip = (url) => client.clip(url);
const isPrivate = () => client.token && session.description?.readingNeedsToken !== false;
const player = new ClipPlayer({
  rate, volume, fetchClip: (url) => (isPrivate() ? fetchClip(url) : null),
});
const recorder = new ClipRecorder();

const actions = { play, remove, edit: (key) => composer.edit(key), discard };
const timeline = new TimelineView({ conversation, settings, actions });
const views = { conversation, timeline, recorder, player, database, settings };
const composer = new ComposerView(views);
new HeaderView({ conversation, settings, playAll });
new PlayerView({ player, database, fetchClip });
const signIn = new SignInView({ session });
new VersionView();
attachMediaSession(player);

player.on("change", () => {
  settings.set("rate", player.rate);
  settings.set("volume", player.volume);
  timeline.showPlaying(player.state.kind === "playing" ? player.source.id : null);
});
// A clip of a closed server must not play on after signing out.
session.on("change", () => session.isClosed && player.close());
announceArrivals();
keepOffline();
limitRecordings();
addEventListener("storage", ({ key }) => key === "chatter/session" && session.load());
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
function source({ id, username, message, audio, clip, duration }) {
  const facts = audio ?? { url: null, blob: clip, duration };
  return { ...facts, id, title: message ?? "", artist: username };
}

function play(message) {
  if (player.source?.id === message.id) player.toggle();
  else player.play(source(message));
}

function playAll() {
  player.playAll(conversation.timeline.chatts.filter(({ audio }) => audio).map(source));
}

async function remove({ id }, article) {
  const { deleteQuestion: title, deleteButton: yes } = texts;
  if (!(await ask({ title, yes, className: "danger" }))) return;
  try {
    await conversation.delete(id);
    if (player.source?.id === id) player.close();
    byID("message").focus();
  } catch (error) {
    const problem = error instanceof NetworkError ? texts.unreachable : error.message;
    notify(texts.cannotDelete(problem));
    article.querySelector("button").focus();
  }
}

async function discard(key) {
  const undo = await outbox.discard(key);
  if (undo) notify(texts.messageDiscarded, undo);
}

/** Says who has written, and counts it in the title while nobody looks. */
function announceArrivals() {
  let count = 0;
  const show = () => {
    if (!document.hidden) count = 0;
    document.title = count > 0 ? `(${count}) ${texts.title}` : texts.title;
  };
  conversation.on("arrived", (chatt) => {
    const { username, message, audio } = chatt;
    if (audio) player.append(source(chatt));
    byID("announcements").textContent = `${username}: ${message ?? texts.recording}`.slice(0, 200);
    count += 1;
    show();
  });
  document.addEventListener("visibilitychange", show);
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
    serviceWorker.onmessage = () => outbox.send();
    const { sync } = await serviceWorker.ready;
    outbox.on("delayed", () => sync?.register("outbox").catch(() => {}));
  } catch {
    // A private window, or a certificate that was accepted by hand: without it, the page works
    // as long as it is open.
  }
}
