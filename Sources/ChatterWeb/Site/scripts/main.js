import { ChatterClient, NetworkError } from "./api/chatter-client.js";
import { LiveUpdates } from "./api/live-updates.js";
import { Conversation } from "./model/conversation.js";
import { Outbox } from "./model/outbox.js";
import { ClipPlayer } from "./player/clip-player.js";
import { attachMediaSession } from "./player/media-session.js";
import { ClipRecorder } from "./recorder/clip-recorder.js";
import { LocalDatabase } from "./storage/database.js";
import { Settings } from "./storage/settings.js";
import { language, texts, useLanguage } from "./texts.js";
import { ComposerView } from "./views/composer-view.js";
import { HeaderView } from "./views/header-view.js";
import { confirm, notify } from "./views/notices.js";
import { PlayerView } from "./views/player-view.js";
import { TimelineView } from "./views/timeline-view.js";

const settings = new Settings();
translatePage();

const client = new ChatterClient();
const database = new LocalDatabase();
const outbox = new Outbox({ client, database });
const live = new LiveUpdates();
const conversation = new Conversation({ client, live, database, settings, outbox });
const player = new ClipPlayer({ rate: settings.rate, volume: settings.volume });
const recorder = new ClipRecorder();

const timeline = new TimelineView(conversation, {
  play: (message) => (player.source?.id === message.id ? player.toggle() : player.play(clip(message))),
  remove,
  edit: (key) => composer.edit(key),
  discard,
});
const composer = new ComposerView({
  conversation, timeline, recorder, player, database, settings,
});
new HeaderView({ conversation, settings, playAll });
new PlayerView({ player, database });
attachMediaSession(player);

player.addEventListener("change", () => {
  settings.rate = player.rate;
  settings.volume = player.volume;
  timeline.showPlaying(player.state.kind === "playing" ? player.source.id : null);
});
announceArrivals();
limitRecordings();
keepOffline();
conversation.start();

/** Puts the texts of the language into the page. */
function translatePage() {
  useLanguage([settings.language, ...navigator.languages].filter(Boolean));
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-text]")) {
    element.textContent = texts[element.dataset.text];
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    const label = texts[element.dataset.label];
    element.setAttribute("aria-label", label);
    if (element.matches("button, summary")) element.title = label;
    if (element.type === "search") element.placeholder = label;
  }
  document.getElementById("message").placeholder = texts.message;
}

/** What the player needs of a message with a clip, or of a post that waits. */
function clip({ id, username, message, audio, clip = null, duration = null }) {
  return {
    id,
    url: audio?.url ?? null,
    blob: clip,
    title: message ?? "",
    artist: username,
    duration: audio?.duration ?? duration,
    sha256: audio?.sha256,
  };
}

function playAll() {
  player.playAll(conversation.timeline.chatts.filter(({ audio }) => audio).map(clip));
}

async function remove(chatt, article) {
  const yes = texts.deleteButton;
  if (!(await confirm({ title: texts.deleteQuestion, yes, isDangerous: true }))) return;
  try {
    if (player.source?.id === chatt.id) player.close();
    await conversation.delete(chatt.id);
    document.getElementById("message").focus();
  } catch (error) {
    const problem = error instanceof NetworkError ? texts.unreachable : error.message;
    notify(texts.cannotDelete(problem));
    article.querySelector("button").focus();
  }
}

async function discard(key) {
  const undo = await conversation.discard(key);
  if (undo) notify(texts.messageDiscarded, undo);
}

/** Says who has written, and counts it in the title while nobody looks. */
function announceArrivals() {
  const announcements = document.getElementById("announcements");
  let count = 0;
  const show = () => (document.title = count > 0 ? `(${count}) ${texts.title}` : texts.title);
  conversation.addEventListener("arrived", ({ detail: chatt }) => {
    const { username, message, audio } = chatt;
    if (audio) player.append(clip(chatt));
    announcements.textContent = `${username}: ${message ?? texts.recording}`.slice(0, 200);
    if (document.hidden) count += 1;
    show();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) count = 0;
    show();
  });
  show();
}

/** Ends recordings before they are larger than what the server accepts. */
async function limitRecordings() {
  const textBytes = 2 ** 18;
  try {
    const { limits } = await client.server();
    recorder.bytesMax = limits.bodyBytesMax - textBytes;
  } catch {
    // The server is away; its usual limit is that of the recorder.
  }
}

/** Lets the page start, and posts be sent, when the network comes and goes. */
async function keepOffline() {
  if (!navigator.serviceWorker) return;
  const path = "/service-worker.js";
  const policy = globalThis.trustedTypes?.createPolicy("chatter", { createScriptURL: () => path });
  const url = policy?.createScriptURL(path) ?? path;
  try {
    await navigator.serviceWorker.register(url, { type: "module" });
    navigator.serviceWorker.addEventListener("message", () => outbox.send());
    const { sync } = await navigator.serviceWorker.ready;
    outbox.addEventListener("delayed", () => sync?.register("outbox").catch(() => {}));
  } catch {
    // A private window, or a certificate that was accepted by hand: without it, the page works
    // as long as it is open.
  }
}
