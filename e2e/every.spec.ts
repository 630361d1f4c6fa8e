// Every method that trains, from room to room: trained here, saved, opened in Inspect, in the Lab and in Compare, with
// the same weights everywhere. What they are is the command's to say, which runs the same file beside the page.

import { execFile } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Locator, Page } from "@playwright/test";
import { READ } from "./methods";
import { expect, folderOfFiles, frame, menuOf, nth, open, read, ready, set, soon, test, trace } from "./page";

const COMMAND = fileURLToPath(new URL("../target/debug/nearfar", import.meta.url));

/** Query and key of the cell that is looked at, from 0. */
const CELL: [number, number] = [3, 1];

interface Attended {
  probabilities: number[];
  sequences: { heads: { steps: { matrix: number[][] }[] }[] }[];
}

/** The weights of every head, `[h][N][N]`, and the share of each class, as the command has them. */
async function attended(file: string): Promise<{ weights: number[][][]; classes: number[] }> {
  const outcome = await promisify(execFile)(COMMAND, ["attend", file, READ, "--json"], { maxBuffer: 2 ** 26 });
  const { probabilities, sequences } = JSON.parse(outcome.stdout) as Attended;
  // The weights are the last step of every method.
  const weights = nth(sequences, 0).heads.map(({ steps }) => nth(steps, steps.length - 1).matrix);
  return { weights, classes: probabilities };
}

/** Trains a step of every method that the room offers: the name of each and its file. */
async function trainAll(page: Page, kept: (method: string, file: string) => void): Promise<[string, string][]> {
  const folder = folderOfFiles();
  const choices = "task=near;heads=2;d=4;width=8;feed-forward=8;examples=60;batch=6";
  await open(page, new URLSearchParams({ room: "train", sentence: READ, train: `a=${encodeURIComponent(choices)}` }).toString());
  await soon(page, ".train[data-ready]", true, 30_000);
  await expect(page.locator(".train[data-ready]")).toBeVisible();
  const menu = page.locator(".train-model").getByRole("combobox", { name: "Attention" }).first();
  const methods = await menu.locator("option").evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
  const files: [string, string][] = [];
  const counter = page.locator(".counter[data-run=A]");
  await page.locator("summary", { hasText: "Checkpoint" }).click();
  for (const method of methods) {
    await menu.selectOption(method);
    await expect(menu).toHaveValue(method);
    await expect(counter).toContainText("step 0");
    await page.getByRole("button", { name: "Step", exact: true }).click();
    await expect(counter).toContainText("step 1");
    if (!(await page.getByRole("group", { name: "Checkpoint" }).isVisible())) await page.locator("summary", { hasText: "Checkpoint" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as .safetensors" }).click();
    const file = await download;
    const path = join(folder, file.suggestedFilename());
    copyFileSync(await file.path(), path);
    files.push([method, path]);
    kept(method, path);
  }
  // Each has its method in its name.
  expect(new Set(files.map(([, file]) => nameOf(file))).size).toBe(methods.length);
  return files;
}

const nameOf = (file: string): string => file.slice(file.lastIndexOf("/") + 1);

/** Moves the cursor of a picture to the cell, unless it stayed there from the method before. */
async function point(page: Page, board: Locator): Promise<void> {
  const [query, key] = CELL;
  if ((await board.getAttribute("aria-label"))?.match(new RegExp(`\\(${query + 1}\\) → .+ \\(${key + 1}\\)`))) return;
  await board.focus();
  await page.keyboard.press("Home");
  for (let at = 0; at <= READ.split(" ").length; at++) await page.keyboard.press("ArrowUp");
  for (let at = 0; at < CELL[0]; at++) await page.keyboard.press("ArrowDown");
  for (let at = 0; at < CELL[1]; at++) await page.keyboard.press("ArrowRight");
}

test("every method: trained here, saved, and the same weights in Inspect, the Lab and Compare", async ({ page }) => {
  test.setTimeout(300_000);
  const found = new Map<string, Awaited<ReturnType<typeof attended>>>();
  // The command reads a file while the page trains the next; what it fails with is told when all are awaited.
  const reading: Promise<unknown>[] = [];
  const files = await trainAll(page, (method, file) => {
    const read = attended(file).then((is) => found.set(method, is));
    read.catch(() => {});
    reading.push(read);
  });
  expect(files.length).toBeGreaterThanOrEqual(13);
  await Promise.all(reading);
  const of = (method: string) => found.get(method) ?? { weights: [], classes: [] };
  const cell = (method: string, head = 0): number => nth(nth(nth(of(method).weights, head), CELL[0]), CELL[1]);
  // A method apart is not all the same numbers.
  expect(new Set(files.map(([method]) => cell(method).toFixed(4))).size).toBeGreaterThan(6);

  // Inspect says what it is, and runs it.
  await page.goto("about:blank");
  await open(page, new URLSearchParams({ room: "inspect", sentence: READ, inspect: "view=run" }).toString());
  await soon(page, ".inspect[data-ready]", true, 30_000);
  await expect(page.locator(".inspect[data-ready]")).toBeVisible();
  for (const [method, file] of files) {
    await page.locator(".inspect-drop input[type=file]").setInputFiles(file);
    await expect(page.locator("#inspect-name")).toHaveText(nameOf(file));
    if (method === "disan") continue;
    await expect(page.locator(".run-state"), method).toContainText("9 tokens through 1 layer", { timeout: 30_000 });
    await point(page, page.locator(".run-matrix .matrix-frame"));
    const value = page.locator(".run-matrix .slice-value");
    await expect(value, method).toContainText(/“\(?but\)?” \(4\) → “\(?weak\)?” \(2\)/);
    // The head that stands first is shown.
    const head = Number(/head (\d+)/.exec(await page.locator("#run-matrix-title").innerText())?.[1]) - 1;
    await expect.poll(async () => Math.abs(read(await value.getAttribute("title")) - cell(method, head)), { message: `${method} in Inspect` }).toBeLessThan(1e-6);
  }

  // The Lab has every weight of every head, and the answer that follows them.
  await page.goto("about:blank");
  await open(page, `sentence=${encodeURIComponent(READ)}`);
  for (const [method, file] of files.filter(([method]) => method !== "disan")) {
    await (await menuOf(page, "A")).getByLabel("Open a checkpoint", { exact: true }).setInputFiles(file);
    await expect(page.locator(".matrix-about").first(), method).toContainText(nameOf(file), { timeout: 60_000 });
    await expect(page.locator('.files-line[data-current="true"]')).toBeAttached({ timeout: 60_000 });
    await ready(page);
    const { heads } = await trace(page);
    const { weights, classes } = of(method);
    expect(heads, method).toHaveLength(weights.length);
    for (const [head, matrix] of weights.entries()) {
      const shown = nth(heads, head)["weight"]?.data ?? [];
      const worst = Math.max(...matrix.flat().map((weight, at) => Math.abs(weight - nth(shown, at))));
      expect(worst, `${method} in the Lab, head ${head + 1}`).toBeLessThan(1e-6);
    }
    const answer = page.locator(".answer.a");
    const meters = answer.getByRole("meter");
    await expect(meters, method).toHaveCount(classes.length);
    for (const [at, share] of classes.entries()) {
      expect(Math.abs(Number(await meters.nth(at).getAttribute("value")) - share), `${method} answers`).toBeLessThan(1e-5);
    }
    await expect(answer, method).not.toContainText("as trained");
  }

  // The last one's answer follows w, and says what it was.
  await set(page, { a: "da:learnable-sigmoid:early-multiply", w: [-3, -3] });
  await expect(page.locator(".answer.a")).toContainText("as trained");
  await page.getByRole("button", { name: "Undo" }).click();

  // Compare begins with the last one as A, as it was trained, and takes the others.
  await set(page, { room: "compare", head: 1 });
  await soon(page, ".compare[data-ready]", true, 30_000);
  await expect(page.locator(".compare[data-ready]")).toBeVisible();
  const card = (file: string): Locator => page.locator(`.compare-card[data-method="file:${nameOf(file)}"]`);
  const [, last] = nth(files, files.length - 1);
  await expect(card(last).getByRole("button", { name: "as A" })).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator(".compare-made")).toContainText(nameOf(last));
  for (const [method, file] of files) {
    if ((await card(file).count()) === 0) {
      await page.getByRole("button", { name: "One model" }).click();
      await page.getByLabel("Open a model").setInputFiles(file);
    }
    await expect(card(file).locator(".compare-answer"), method).toContainText("says ", { timeout: 30_000 });
    await frame(page);
    await point(page, card(file).getByRole("application"));
    const value = card(file).locator(".compare-value .exact");
    await expect(value, `${method} in Compare`).toHaveAttribute("title", /\d/);
    await expect.poll(async () => Math.abs(read(await value.getAttribute("title")) - cell(method)), { message: `${method} in Compare` }).toBeLessThan(1e-6);
  }
});
