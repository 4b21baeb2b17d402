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
