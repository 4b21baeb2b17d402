// Reads the text format of Prometheus and computes what the page shows. Pure functions.

const line = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)/;
const label = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"/g;

const unescaped = (text) =>
  text.replace(/\\(.)/g, (_, character) => (character === "n" ? "\n" : character));

/** Returns the samples by name: lists of `{ labels, value }`. */
export const parse = (text) => {
  const metrics = new Map();
  for (const part of text.split("\n")) {
    const match = part.startsWith("#") ? null : line.exec(part);
    if (!match) continue;
    const [, name, labels = "", value] = match;
    const pairs = [...labels.matchAll(label)].map(([, key, content]) => [key, unescaped(content)]);
    if (!metrics.has(name)) metrics.set(name, []);
    metrics.get(name).push({ labels: Object.fromEntries(pairs), value: Number(value) });
  }
  return metrics;
};

/** Returns the sum of the samples whose labels match. */
export const sum = (metrics, name, matches = () => true) =>
  (metrics.get(name) ?? [])
    .filter(({ labels }) => matches(labels))
    .reduce((total, { value }) => total + value, 0);

/** Returns `[bound, count]` of the values of a histogram since an earlier reading, cumulative. */
export const difference = (metrics, before, name, matches = () => true) => {
  const counts = (from) => {
    const totals = new Map();
    for (const { labels, value } of from.get(`${name}_bucket`) ?? []) {
      if (!matches(labels)) continue;
      const bound = labels.le === "+Inf" ? Infinity : Number(labels.le);
      totals.set(bound, (totals.get(bound) ?? 0) + value);
    }
    return totals;
  };
  const earlier = counts(before);
  return [...counts(metrics)]
    .map(([bound, count]) => [bound, count - (earlier.get(bound) ?? 0)])
    .sort(([first], [second]) => first - second);
};

/** Returns the bound that this share of the values is within; undefined without values. */
export const quantile = (buckets, share) => {
  const count = buckets.at(-1)?.[1] ?? 0;
  if (count <= 0) return undefined;
  return buckets.find(([, within]) => within >= share * count)[0];
};

/** Returns a number for people, with at most three digits after a point. */
export const number = (value) =>
  value >= 100 || Number.isInteger(value)
    ? Math.round(value).toLocaleString()
    : Number(value.toPrecision(3)).toString();

/** Returns a time for people. */
export const seconds = (value) => {
  if (value === undefined) return "–";
  if (value === Infinity) return "longer";
  return value < 1 ? `${number(value * 1000)} ms` : `${number(value)} s`;
};

/** Returns a size for people, in powers of ten. */
export const size = (bytes) => {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let step = 0;
  let value = bytes;
  while (value >= 1000 && step < units.length - 1) {
    value /= 1000;
    step += 1;
  }
  return `${number(value)} ${units[step]}`;
};
