import { texts } from "../texts.js";
import { byID, iconButton, make, textButton } from "./elements.js";

const checkMilliseconds = 3_600_000;
/** How long the next service worker may take to become active. */
const activationMilliseconds = 2000;
/** The path of the files of this version, which the address of this module has. */
const ownDirectory = new URL("../../", import.meta.url).pathname;

/** Whether the server has another version of the page; false if it cannot be reached. */
export async function isOutdated({ fetch = globalThis.fetch, directory = ownDirectory } = {}) {
  try {
    const response = await fetch("/", { method: "HEAD", cache: "no-store" });
    const named = response.ok ? response.headers.get("Link") : null;
    // The response of a captive portal has no such names.
    return /<\/web\//.test(named ?? "") && !named.includes(`<${directory}`);
  } catch {
    return false;
  }
}

/** Loads the page again, by the service worker of the next version if there is one. */
async function reload() {
  const { serviceWorker } = navigator;
  const next = (await serviceWorker?.getRegistration())?.waiting;
  if (!next) return location.reload();
  serviceWorker.addEventListener("controllerchange", () => location.reload());
  next.postMessage("activate");
  setTimeout(() => location.reload(), activationMilliseconds);
}

/** Ends the notice that the page has not started, and offers the next version once there is one. */
export class VersionView {
  #region = make("div", { role: "status" });

  constructor() {
    byID("not-started").remove();
    try {
      sessionStorage.removeItem("chatter/reloaded");
    } catch {
      // A browser that stores nothing.
    }
    byID("notices").before(this.#region);
    addEventListener("visibilitychange", () => document.hidden || this.#check());
    setInterval(() => this.#check(), checkMilliseconds);
  }

  async #check() {
    if (this.#region.hasChildNodes() || !(await isOutdated())) return;
    navigator.serviceWorker?.getRegistration().then((one) => one?.update()).catch(() => {});
    // The page never reloads by itself: a recording may be running.
    const notice = make("div", { class: "notice" }, make("span", {}, texts.newVersion));
    notice.append(textButton(texts.reload, reload));
    notice.append(iconButton("close", texts.dismiss, () => notice.remove()));
    this.#region.replaceChildren(notice);
  }
}
