// nearfar.d.ts describes what the page has: it compiles, its names are those of the page, and the
// usage that it allows works.

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, open, set, test } from "./page";
import { nextTokenShare, rawWeights } from "./usage";

test("the tests and the usage compile against the types", async () => {
  // The compiler takes seconds, and beside other work half a minute.
  test.slow();
  const tsc = fileURLToPath(new URL("node_modules/typescript/bin/tsc", import.meta.url));
  const project = fileURLToPath(new URL(".", import.meta.url));
  const outcome = await promisify(execFile)(process.execPath, [
    tsc,
    "--noEmit",
    "--pretty",
    "false",
    "-p",
    project,
  ]).catch((error: { stdout: string }) => error);
  expect(outcome.stdout).toBe("");
});

/** What each value is at run time; the compiler sees to it that no setting is missing here. */
const KINDS: Record<keyof Nearfar.Settings, string> = {
  room: "string",
  sentence: "string",
  others: "string",
  place: "number",
  model: "string",
  "model-b": "string",
  files: "null",
  layer: "number",
  "layer-b": "null",
  heads: "number",
  seed: "number",
  learned: "boolean",
  w: "numbers",
  v: "numbers",
  beta: "numbers",
  shape: "numbers",
  shift: "numbers",
  offset: "number",
  elsewhere: "null",
  a: "string",
  b: "string",
  causal: "boolean",
  distance: "boolean",
  competition: "boolean",
  head: "number",
  "head-b": "number",
  difference: "string",
  chosen: "numbers",
  cursor: "numbers",
  selected: "numbers",
  view: "string",
  range: "string",
  colours: "string",
  theme: "string",
  hide: "string",
  only: "string",
  embed: "number",
  lang: "string",
  curves: "strings",
  curve: "string",
  "curve-axis": "string",
  slopes: "boolean",
  matrix: "number",
  train: "string",
  inspect: "string",
  compare: "string",
  lesson: "string",
  step: "number",
};
const FUNCTIONS: Record<keyof Nearfar.Api, "function"> = {
  settings: "function",
  set: "function",
  trace: "function",
  attend: "function",
  link: "function",
  open: "function",
  models: "function",
  files: "function",
  layer: "function",
};

test("the page has what the types say, and nothing more", async ({ page }) => {
  await open(page);
  await set(page, { chosen: [1, 2], selected: [1], cursor: [1, 2], "head-b": 3 });
  const found = await page.evaluate(() => {
    const kind = (value: unknown) =>
      Array.isArray(value) ? `${typeof value[0]}s` : value === null ? "null" : typeof value;
    const kinds = (object: object) =>
      Object.fromEntries(Object.entries(object).map(([name, value]) => [name, kind(value)]));
    const { heads, ...trace } = window.nearfar.trace();
    return {
      api: kinds(window.nearfar),
      settings: kinds(window.nearfar.settings()),
      trace: Object.keys(trace),
      head: Object.keys(heads[0] ?? {}),
      tensors: [...Object.values(trace), ...Object.values(heads[0] ?? {})]
        .filter((value) => typeof value === "object" && !Array.isArray(value))
        .every(({ shape, data }) => Array.isArray(shape) && data instanceof Float32Array),
    };
  });
  expect(found.api).toEqual(FUNCTIONS);
  expect(found.settings).toEqual(KINDS);
  expect(found.trace.toSorted()).toEqual([
    "Wk",
    "Wo",
    "Wq",
    "Wv",
    "about",
    "cut",
    "input",
    "origins",
    "output",
    "tokens",
  ]);
  expect(found.tensors).toBe(true);
  expect(found.head).toEqual(
    expect.arrayContaining([
      "w",
      "v",
      "query",
      "key",
      "value",
      "distance",
      "coefficient",
      "score",
      "clipped",
      "logit",
      "weight",
      "output",
    ] satisfies (keyof Nearfar.Head)[]),
  );
});

test("the usage works, and the types are served with the page", async ({ page }) => {
  await open(page);
  const { a, b, link } = await page.evaluate(nextTokenShare);
  expect(a).toBeGreaterThan(0);
  expect(a).not.toBe(b);
  expect(link).toContain("#sentence=Near+and+far.");
  const { A, O } = await page.evaluate(rawWeights);
  expect(Object.values(A)).toHaveLength(4);
  expect(Object.values(O)).toHaveLength(2);
  const served = await page.request.get("nearfar.d.ts");
  expect(await served.text()).toContain("declare namespace Nearfar");
});
