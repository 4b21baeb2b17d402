// The operators' page: reads /metrics every two seconds and shows what changed.
import { difference, number, parse, quantile, seconds, size, sum } from "./metrics.js";

const interval = 2000;
const requestTimeout = 10000;
const pageLength = 20;

const element = (id) => document.getElementById(id);

const make = (name, text, properties = {}) => {
  const made = Object.assign(document.createElement(name), properties);
  if (text !== undefined) made.textContent = text;
  return made;
};

const fetchOK = async (path, options = {}) => {
  // The address of the page may contain the password, which fetch refuses.
  const url = new URL(path, location.origin);
  const response = await fetch(url, { ...options, signal: AbortSignal.timeout(requestTimeout) });
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({}));
  throw new Error(problem.error ?? problem.detail ?? `status ${response.status}`);
};

const showTerms = (list, entries) => {
  list.replaceChildren(
    ...entries.map(([term, value]) => {
      const group = make("div");
      group.append(make("dt", term), make("dd", value));
      return group;
    }),
  );
};

const showRows = (table, rows) => {
  table.tBodies[0].replaceChildren(
    ...rows.map(([first, ...others]) => {
      const row = make("tr");
      row.append(make("th", first, { scope: "row" }), ...others.map((text) => make("td", text)));
      return row;
    }),
  );
};

const isError = ({ status }) => Number(status) >= 400;

const backup = (metrics) => {
  const time = sum(metrics, "chatterd_backup_timestamp_seconds");
  const text =
    time === 0
      ? "none"
      : `${new Date(1000 * time).toISOString().slice(0, 16).replace("T", " ")} UTC, ` +
        size(sum(metrics, "chatterd_backup_bytes"));
  return sum(metrics, "chatterd_backup_failed") > 0 ? `failed; complete: ${text}` : text;
};

const showNow = (metrics, before, elapsed) => {
  const rate = (name, matches) =>
    `${number(Math.max(0, sum(metrics, name, matches) - sum(before, name, matches)) / elapsed)}/s`;
  const latency = difference(metrics, before, "chatterd_request_duration_seconds", (labels) =>
    labels.endpoint !== "events");
  const busy = difference(metrics, before, "chatterd_loop_busy_seconds");
  const share = (part, whole) =>
    `${number(sum(metrics, part))} of ${number(sum(metrics, whole))}`;
  showTerms(element("now"), [
    ["Requests", rate("chatterd_requests_total")],
    ["Errors", rate("chatterd_requests_total", isError)],
    ["99 % of requests within", seconds(quantile(latency, 0.99))],
    ["Posts stored", rate("chatterd_posts_total", ({ outcome }) => outcome === "stored")],
    ["Connections", share("chatterd_connections", "chatterd_connections_max")],
    ["Streams of events", number(sum(metrics, "chatterd_event_streams"))],
    [
      "Database connections in use",
      `${number(sum(metrics, "chatterd_database_connections", ({ state }) => state === "used"))} of ` +
        number(sum(metrics, "chatterd_database_connections_max")),
    ],
    ...(metrics.has("chatterd_chatts")
      ? [
          ["Chatts", number(sum(metrics, "chatterd_chatts"))],
          [
            "Clips",
            `${number(sum(metrics, "chatterd_clips"))}, ${size(sum(metrics, "chatterd_clip_bytes"))}`,
          ],
          ["Database", size(sum(metrics, "chatterd_database_bytes"))],
        ]
      : []),
    ["Last backup", backup(metrics)],
    ["Chatts in memory", number(sum(metrics, "chatterd_list_rows"))],
    ["Memory", size(sum(metrics, "process_resident_memory_bytes"))],
    [
      "Processor",
      `${Math.round((100 * (sum(metrics, "process_cpu_seconds_total") - sum(before, "process_cpu_seconds_total"))) / elapsed)} %`,
    ],
    ["99 % of waits for a loop within", seconds(quantile(busy, 0.99))],
    ...(metrics.has("chatterd_disk_free_bytes")
      ? [["Free disk space", size(sum(metrics, "chatterd_disk_free_bytes"))]]
      : []),
    [
      "Certificate until",
      new Date(1000 * sum(metrics, "chatterd_certificate_end_timestamp_seconds"))
        .toISOString()
        .slice(0, 10),
    ],
  ]);
};

const showTotals = (metrics) => {
  const requests = metrics.get("chatterd_requests_total") ?? [];
  const endpoints = [...new Set(requests.map(({ labels }) => labels.endpoint))].sort();
  showRows(
    element("requests"),
    endpoints.map((endpoint) => {
      const isHere = (labels) => labels.endpoint === endpoint;
      const times = difference(metrics, new Map(), "chatterd_request_duration_seconds", isHere);
      return [
        endpoint,
        number(sum(metrics, "chatterd_requests_total", isHere)),
        number(sum(metrics, "chatterd_requests_total", (labels) => isHere(labels) && isError(labels))),
        seconds(quantile(times, 0.5)),
        seconds(quantile(times, 0.99)),
      ];
    }),
  );
  const refusals = (metrics.get("chatterd_refusals_total") ?? []).filter(({ value }) => value > 0);
  showTerms(
    element("refusals"),
    refusals.length === 0
      ? [["None so far", "0"]]
      : refusals.map(({ labels, value }) => [`${labels.endpoint}: ${labels.reason}`, number(value)]),
  );
};

const state = (text, isFailure = false) => {
  const status = element("state");
  if (status.textContent !== text) status.textContent = text;
  status.classList.toggle("failed", isFailure);
};

const follow = async () => {
  let before;
  let then;
  for (;;) {
    try {
      const metrics = parse(await (await fetchOK("/metrics")).text());
      const now = performance.now();
      if (before) showNow(metrics, before, (now - then) / 1000);
      showTotals(metrics);
      const version = metrics.get("chatterd_build_info")?.[0].labels.version;
      element("version").textContent = version ?? "";
      state("The server is running.");
      [before, then] = [metrics, now];
    } catch (error) {
      state(`The server does not respond (${error.message}). Trying again.`, true);
    }
    await new Promise((resolve) => setTimeout(resolve, interval));
  }
};

// Each question has a dialog of its own, since `close` comes after the next question may be asked.
const ask = async (chatt) => {
  const dialog = element("question").content.firstElementChild.cloneNode(true);
  // A name of another direction leaves the question as it is.
  dialog
    .querySelector("p")
    .append("Delete the chatt of ", make("bdi", chatt.username), "? It disappears for everybody, permanently.");
  document.body.append(dialog);
  dialog.showModal();
  await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
  dialog.remove();
  return dialog.returnValue === "yes";
};

const chattRow = (chatt) => {
  const row = make("li");
  const content = make("div");
  const name = make("strong");
  name.append(make("bdi", chatt.username));
  const time = make("time", ` ${new Date(chatt.createdAt).toLocaleString()}`, {
    dateTime: chatt.createdAt,
  });
  const heading = make("p");
  heading.append(name, time);
  content.append(heading);
  if (chatt.message) content.append(make("p", chatt.message, { dir: "auto" }));
  if (chatt.audio) {
    content.append(
      make("audio", undefined, { controls: true, preload: "none", src: `/admin${chatt.audio.url}` }),
    );
  }
  const button = make("button", "Delete", { type: "button" });
  button.setAttribute("aria-label", `Delete the chatt of ${chatt.username}`);
  const failure = make("p", undefined, { className: "failed" });
  failure.setAttribute("role", "alert");
  button.addEventListener("click", async () => {
    if (!(await ask(chatt))) return;
    button.disabled = true;
    try {
      await fetchOK(`/admin/v1/chatts/${chatt.id}`, { method: "DELETE" });
      const next = row.nextElementSibling ?? row.previousElementSibling;
      row.remove();
      next?.querySelector("button")?.focus();
    } catch (error) {
      failure.textContent = `Not deleted: ${error.message}`;
      button.disabled = false;
    }
  });
  row.append(content, button, failure);
  return row;
};

let cursor;

const showChatts = async () => {
  const list = element("chatts");
  const older = element("older");
  older.disabled = true;
  try {
    const query = new URLSearchParams({ limit: pageLength, ...(cursor ? { before: cursor } : {}) });
    const page = await (await fetchOK(`/admin/v1/chatts?${query}`)).json();
    list.append(...page.chatts.map(chattRow));
    if (list.children.length === 0) list.append(make("li", "There are no chatts."));
    cursor = page.next;
    older.hidden = !cursor;
  } catch (error) {
    older.hidden = false;
    state(`The chatts could not be read: ${error.message}`, true);
  }
  older.disabled = false;
};

const showConfiguration = async () => {
  const options = await (await fetchOK("/admin/configuration")).json();
  showRows(
    element("configuration"),
    options.map(({ name, value, origin }) => [name, value, origin]),
  );
};

element("older").addEventListener("click", showChatts);
showChatts();
showConfiguration().catch((error) => state(`The options could not be read: ${error.message}`, true));
follow();
