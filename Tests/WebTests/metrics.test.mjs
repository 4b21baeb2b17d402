import assert from "node:assert/strict";
import { test } from "node:test";
import {
  difference,
  number,
  parse,
  quantile,
  seconds,
  size,
  sum,
} from "../../Sources/ChatterWeb/Admin/metrics.js";

const text = `# HELP posts_total Posts.
# TYPE posts_total counter
posts_total{endpoint="chatts",outcome="stored"} 3
posts_total{endpoint="postchatt",outcome="refused"} 2
rows 1.5
time_seconds_bucket{loop="1",le="0.5"} 1
time_seconds_bucket{loop="1",le="+Inf"} 4
time_seconds_bucket{loop="2",le="0.5"} 2
time_seconds_bucket{loop="2",le="+Inf"} 2
odd{a="x\\"y\\\\z\\nw",b=""} 7
`;

test("samples are read with their labels", () => {
  const metrics = parse(text);
  assert.deepEqual(metrics.get("rows"), [{ labels: {}, value: 1.5 }]);
  assert.deepEqual(metrics.get("odd"), [{ labels: { a: 'x"y\\z\nw', b: "" }, value: 7 }]);
  assert.equal(sum(metrics, "posts_total"), 5);
  assert.equal(sum(metrics, "posts_total", ({ outcome }) => outcome === "stored"), 3);
  assert.equal(sum(metrics, "unknown"), 0);
});

test("what is no sample is ignored", () => {
  assert.equal(parse("# EOF\n\n{} 1\nname\n").size, 0);
});

test("histograms of several labels are added, and compared with an earlier reading", () => {
  const metrics = parse(text);
  assert.deepEqual(difference(metrics, new Map(), "time_seconds"), [
    [0.5, 3],
    [Infinity, 6],
  ]);
  const before = parse('time_seconds_bucket{loop="1",le="0.5"} 1');
  assert.deepEqual(difference(metrics, before, "time_seconds")[0], [0.5, 2]);
});

test("a quantile is the bound that the share of the values is within", () => {
  const buckets = [
    [1, 50],
    [2, 98],
    [Infinity, 100],
  ];
  assert.equal(quantile(buckets, 0.5), 1);
  assert.equal(quantile(buckets, 0.51), 2);
  assert.equal(quantile(buckets, 0.99), Infinity);
  assert.equal(quantile([[1, 0]], 0.5), undefined);
  assert.equal(quantile([], 0.5), undefined);
});

test("figures are written for people", () => {
  assert.equal(seconds(undefined), "–");
  assert.equal(seconds(0.0025), "2.5 ms");
  assert.equal(seconds(2.5), "2.5 s");
  assert.equal(seconds(Infinity), "longer");
  assert.equal(size(0), "0 B");
  assert.equal(size(1_500_000), "1.5 MB");
  assert.equal(number(0.12345), "0.123");
  assert.equal(number(3), "3");
});
