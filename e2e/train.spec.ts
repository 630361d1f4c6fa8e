// The Train room: a worker that learns in the page, and a room that is fetched when it is opened.

import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessibleAtBothWidths, follow, frame, nth, open, pixels, read, ready, set, settings, soon, test } from "./page";

/** A model so small that a step takes a millisecond or two. */
const TINY = "heads=2;d=4;width=8;feed-forward=8;examples=60;batch=6";

/** Opens the room with these choices for run A, and for B where given. */
async function openRoom(page: Page, a = "", more: Record<string, string> = {}): Promise<void> {
  const { theme = "light", ...rest } = more;
  const train = new URLSearchParams({ ...(a ? { a } : {}), ...rest }).toString();
  const link = new URLSearchParams({ nearfar: "1", room: "train", theme, train }).toString();
  // Once it is open, a link is followed in it.
  const isOpen = (await page.locator(".train").count()) > 0;
  await (isOpen ? follow : open)(page, link);
  await soon(page, ".train[data-ready]", true, 30_000);
  await expect(page.locator(".train[data-ready]")).toBeVisible();
}

const play = (page: Page): Locator => page.locator("button.play");

async function step(page: Page, run = "A"): Promise<number> {
  const text = await page.locator(`.counter[data-run=${run}]`).innerText();
  return read(/step ([\d\u202f]+)/.exec(text)?.[1]?.replaceAll("\u202f", ""));
}

async function playTo(page: Page, steps: number, run = "A"): Promise<void> {
  await play(page).click();
  await expect.poll(() => step(page, run), { timeout: 45_000 }).toBeGreaterThanOrEqual(steps);
  await play(page).click();
  await expect(play(page)).toHaveText(/Play/);
}

/** w of every head with all its digits, which its title has. */
async function weights(page: Page, run = "A"): Promise<number[]> {
  const titles = await page
    .locator(`.train-heads[data-run=${run}] .train-head-w .exact`)
    .evaluateAll((shown) => shown.map((number) => number.getAttribute("title")));
  return titles.map((title) => read(title));
}

/** The step of run A that the browser keeps. */
function keptStep(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((done, failed) => {
        const opening = indexedDB.open("nearfar-train", 1);
        opening.onerror = () => failed(new Error("no database"));
        opening.onsuccess = () => {
          const asked = opening.result.transaction("runs").objectStore("runs").get("a");
          asked.onsuccess = () => {
            opening.result.close();
            const { text } = asked.result as { text: string };
            done((JSON.parse(text) as [string, unknown, number])[2]);
          };
        };
      }),
  );
}

/** w of the head that matters most, as soon as the held-out texts are answered right. */
async function winner(page: Page): Promise<number> {
  const line = page.locator(".finding-line[data-run=A]");
  await play(page).click();
  await expect(line).toContainText(/Head \d+ \(w = .* matters.* (8\d|9\d|100) % of the held-out/s, {
    timeout: 45_000,
  });
  await play(page).click();
  // The numbers that this rests on are folded.
  const rests = page.locator(".finding-more");
  await expect(rests.locator("p")).toBeHidden();
  await rests.locator("summary").click();
  await expect(rests).toContainText(/surely matters?, .*the loss on \d+ held-out texts grows by \S+ \(\S+ to \S+\)/);
  return read(/\(w = ([^,)]+)/.exec(await line.innerText())?.[1]);
}

test("the first visit fetches nothing of the room", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await open(page);
  expect(asked.filter((path) => /nearfar-train|\/train\//.test(path))).toEqual([]);
  await page.getByRole("button", { name: "Train", exact: true }).click();
  await soon(page, ".train[data-ready]", true, 30_000);
  await expect(page.locator(".train[data-ready]")).toBeVisible();
  for (const name of ["nearfar-train.js", "nearfar-train_bg.wasm", "nearfar-train-worker_bg.wasm"]) {
    expect(asked.filter((path) => path.endsWith(`/${name}`))).toHaveLength(1);
  }
});

// Near words make it negative: the eleventh step of the walk (learn.spec.ts).
test("a far word makes w positive", async ({ page }) => {
  test.slow();
  await openRoom(page, "task=far;heads=4");
  expect(await weights(page)).toEqual([0, 0, 0, 0]);
  // The plot's own legend names every head.
  await expect(page.locator(".plot-legend").first().locator(".legend-entry")).toHaveText(["1", "2", "3", "4"]);
  await expect(page.locator(".finding-line")).toHaveText(/^Nothing is learned yet: all 4 heads/);
  expect(await winner(page)).toBeGreaterThan(0.1);
});

test("pause stops, a step is one step, rewind comes back to the same start", async ({ page }) => {
  await openRoom(page, `task=near;${TINY}`);
  const single = page.getByRole("button", { name: "Step", exact: true });
  for (const expected of [1, 2, 3]) {
    await single.click();
    await expect.poll(() => step(page)).toBe(expected);
  }
  const first = await weights(page);
  expect(first.some((w) => w !== 0)).toBe(true);
  const rewind = page.getByRole("button", { name: "Rewind" });
  await rewind.click();
  await expect.poll(() => step(page)).toBe(0);
  expect(await weights(page)).toEqual([0, 0]);
  // From the keyboard, where no control has the focus.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  for (const expected of [1, 2, 3]) {
    await page.keyboard.press(".");
    await expect.poll(() => step(page)).toBe(expected);
  }
  expect(await weights(page)).toEqual(first);

  await playTo(page, 40);
  const paused = await step(page);
  await page.waitForTimeout(300);
  expect(await step(page)).toBe(paused);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press("Space");
  await expect(play(page)).toHaveText(/Pause/);
  await page.keyboard.press("Space");
  await expect(play(page)).toHaveText(/Play/);

  // A change starts again, and what was can be gone back to.
  const before = await step(page);
  await page.getByRole("textbox", { name: "Heads" }).fill("3");
  await page.getByRole("textbox", { name: "Heads" }).press("Tab");
  await expect.poll(() => step(page)).toBe(0);
  await expect.poll(async () => (await weights(page)).length).toBe(3);
  await page.getByRole("button", { name: /Go back to step/ }).click();
  await expect.poll(() => step(page)).toBe(before);
  expect(await weights(page)).toHaveLength(2);
});

test("own rows are read, and bad ones named with their lines", async ({ page }) => {
  await openRoom(page, `task=near;${TINY}`);
  await page.getByLabel("What is learned").selectOption("own");
  await expect(page.getByRole("alert")).toContainText("There is no file yet");
  // Nothing of the task before stays.
  await expect(page.locator(".finding-line")).toContainText("Nothing has started");
  await expect(page.locator(".train-task")).not.toContainText("training examples");
  const box = page.getByLabel(/Or paste rows/);
  const use = page.getByRole("button", { name: "Use these rows" });
  await box.fill("good\ta lovely film\nbad\ngood\tx\ty\n");
  await use.click();
  await expect(page.locator(".problems li")).toHaveText([/^line 2: 1 columns/, /^line 3: 3 columns/]);
  // What was typed is still there.
  await expect(box).toHaveValue(/lovely film/);
  const rows = Array.from({ length: 40 }, (_, row) =>
    row % 2 ? `good\ta lovely film ${row}` : `bad\ta dull film ${row}`,
  );
  await box.fill(rows.join("\n"));
  await use.click();
  await expect(page.locator(".train-task")).toContainText("32 training examples, 8 held out");
  await expect(page.locator(".problems li")).toHaveCount(0);
  await playTo(page, 5);
  await expect(page.locator(".train-answer")).toContainText("good");
  // A file that is refused takes the place of nothing.
  const [before, w] = [await step(page), await weights(page)];
  await box.fill("good\ta lovely film\nbad\n");
  await use.click();
  await expect(page.locator(".problems li")).toHaveText([/^line 2: 1 columns/]);
  await expect(page.locator(".train-task")).toContainText("32 training examples, 8 held out");
  expect([await step(page), await weights(page)]).toEqual([before, w]);
});

test("a run comes back after a reload", async ({ page }) => {
  await openRoom(page, `task=far;${TINY}`);
  await page.getByLabel("Seed").fill("7");
  await page.getByLabel("Seed").press("Tab");
  await expect.poll(async () => (await settings(page)).train).toContain("seed");
  await playTo(page, 60);
  const [before, w] = [await step(page), await weights(page)];
  // Kept when it was paused, without anybody waiting for it.
  await page.waitForTimeout(500);
  await page.reload();
  await expect(page.locator(".run-news")).toContainText(`Restored at step ${before.toLocaleString("en")}`, {
    timeout: 30_000,
  });
  await expect.poll(() => step(page)).toBe(before);
  expect(await weights(page)).toEqual(w);
  await page.getByRole("button", { name: "Begin again" }).click();
  await expect.poll(() => step(page)).toBe(0);
});

test("undo and redo keep what was trained, and the text follows", async ({ page }) => {
  await openRoom(page, `task=near;${TINY}`);
  const task = page.getByLabel("What is learned");
  const has = async (name: string, steps: number, w: number[]) => {
    await expect(task).toHaveValue(name);
    await expect.poll(() => step(page)).toBe(steps);
    expect(await weights(page)).toEqual(w);
  };
  await playTo(page, 40);
  const near = [await step(page), await weights(page)] as const;
  await task.selectOption("far");
  await expect.poll(() => step(page)).toBe(0);
  await expect.poll(async () => (await settings(page)).train).toContain("far");
  await playTo(page, 20);
  const far = [await step(page), await weights(page)] as const;
  const text = page.locator("[data-panel=train-attention] textarea").first();
  const farText = await text.inputValue();
  // Twice each way: what comes back is left again.
  for (let round = 0; round < 2; round++) {
    await page.getByRole("button", { name: "Undo" }).click();
    await has("near", ...near);
    await expect(text).not.toHaveValue(farText);
    await expect(page.locator(".run-state").first()).toContainText(`Go back to step ${far[0]}`);
    await page.getByRole("button", { name: "Redo" }).click();
    await has("far", ...far);
    await expect(text).toHaveValue(farText);
  }
  await expect(page.locator(".run-state").first()).toContainText("2 earlier runs are kept");
  // A run that goes on after it came back is left as it then is.
  await page.getByRole("button", { name: "Undo" }).click();
  await has("near", ...near);
  await page.getByRole("button", { name: "Step", exact: true }).click();
  await expect.poll(() => step(page)).toBe(near[0] + 1);
  const on = await weights(page);
  await page.getByRole("button", { name: "Redo" }).click();
  await has("far", ...far);
  await page.getByRole("button", { name: "Undo" }).click();
  await has("near", near[0] + 1, on);
  // What came back is what the browser keeps, and what a reload finds.
  await expect.poll(() => keptStep(page)).toBe(near[0] + 1);
  await expect.poll(async () => page.url() === (await page.evaluate(() => window.nearfar.link()))).toBe(true);
  await page.reload();
  await soon(page, ".train[data-ready]", true, 30_000);
  await expect(page.locator(".train[data-ready]")).toBeVisible();
  await has("near", near[0] + 1, on);
});

test("undo after Rewind brings back the run that was rewound, redo the one after it", async ({ page }) => {
  await openRoom(page, `task=far;${TINY}`);
  await playTo(page, 20);
  await page.getByLabel("What is learned").selectOption("near");
  await expect.poll(() => step(page)).toBe(0);
  await playTo(page, 30);
  const first = [await step(page), await weights(page)] as const;
  await page.getByRole("button", { name: "Rewind" }).click();
  await expect.poll(() => step(page)).toBe(0);
  await expect.poll(async () => (await settings(page)).train).toContain("a-run=1");
  await page.getByRole("button", { name: "Step", exact: true }).click();
  await expect.poll(() => step(page)).toBe(1);
  const second = await weights(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => step(page)).toBe(first[0]);
  expect(await weights(page)).toEqual(first[1]);
  await expect(page.getByLabel("What is learned")).toHaveValue("near");
  await page.getByRole("button", { name: "Redo" }).click();
  await expect.poll(() => step(page)).toBe(1);
  expect(await weights(page)).toEqual(second);
});

test("a run beside the first comes back with what it learned", async ({ page }) => {
  await openRoom(page, `task=near;${TINY}`, { b: `task=far;${TINY}` });
  await playTo(page, 20, "B");
  const b = [await step(page, "B"), await weights(page, "B")] as const;
  await page.getByRole("button", { name: "Compare two runs" }).click();
  await expect(page.locator(".counter[data-run=B]")).toHaveCount(0);
  await expect.poll(async () => (await settings(page)).train).not.toContain("b=");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => step(page, "B"), { timeout: 20_000 }).toBe(b[0]);
  expect(await weights(page, "B")).toEqual(b[1]);
});

test("the checkpoint is a safetensors file that the Lab opens", async ({ page }) => {
  await openRoom(page, `task=near;${TINY}`);
  await playTo(page, 10);
  const w = await weights(page);
  await page.locator("summary", { hasText: "Checkpoint" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as .safetensors" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^nearfar-near-da-seed-1-step-\d+\.safetensors$/);
  const bytes = await readFile(await file.path());
  const length = Number(bytes.readBigUInt64LE(0));
  const header = JSON.parse(bytes.subarray(8, 8 + length).toString()) as Record<
    string,
    { dtype: string; shape: number[]; data_offsets: [number, number] }
  >;
  const tensor = header["words.attention.w"];
  expect(tensor).toMatchObject({ dtype: "F32", shape: [2] });
  const [start = 0] = tensor?.data_offsets ?? [];
  const saved = [0, 4].map((at) => bytes.readFloatLE(8 + length + start + at));
  saved.forEach((value, head) => expect(Math.abs(value - nth(w, head))).toBeLessThan(1e-6));

  // Another run starts from it, made as it was.
  await page.getByLabel("What is learned").selectOption("far");
  await expect.poll(async () => (await weights(page)).every((value) => value === 0)).toBe(true);
  await page.getByLabel("Checkpoint to start from").setInputFiles(await file.path());
  await expect(page.locator(".run-news").first()).toContainText("starts from the checkpoint");
  await expect(page.getByLabel("What is learned")).toHaveValue("near");
  await expect.poll(() => weights(page)).toEqual(w);
  expect(await step(page)).toBe(0);

  // The menu, which would cover what is said of the run, is closed.
  await page.locator("summary", { hasText: "Checkpoint" }).click();
  await page.getByRole("button", { name: "Open in the Lab" }).click();
  await expect.poll(async () => (await settings(page)).room).toBe("lab");
  expect((await settings(page)).model).toBe("opened");
});

/** Twenty sentences of five words: two nouns with their articles on a verb. */
const TREEBANK = Array.from({ length: 20 }, (_, row) => {
  const nouns = ["owl", "mouse", "dog", "cat", "film"];
  return [
    ["The", "DET", 2, "det"],
    [nth(nouns, row % 5), "NOUN", 3, "nsubj"],
    [row % 2 === 0 ? "sees" : "likes", "VERB", 0, "root"],
    ["a", "DET", 5, "det"],
    [nth(nouns, (3 * row + 1) % 5), "NOUN", 3, "obj"],
  ]
    .map(([form, part, head, relation], id) => `${id + 1}\t${form}\t_\t${part}\t_\t_\t${head}\t${relation}\t_\t_`)
    .join("\n");
}).join("\n\n");

test("the words of a treebank are learned, by methods that read its trees and labels", async ({ page }) => {
  await openRoom(page, `task=near;${TINY}`);
  const menu = page.locator(".train-model").getByRole("combobox", { name: "Attention" }).first();
  await expect(menu.locator("option", { hasText: "Tree distance" })).toHaveCount(0);
  await page.getByLabel("What is learned").selectOption("own");
  const buffer = Buffer.from(`${TREEBANK}\n\n`);
  await page.getByLabel("Labelled file").setInputFiles({ name: "small.conllu", mimeType: "text/plain", buffer });
  const label = page.getByLabel("Labels to learn");
  await expect(label).toBeVisible();
  await expect(page.locator(".example").first()).toContainText("DET NOUN VERB DET NOUN");
  await menu.selectOption({ label: "Tree distance" });
  await page.getByRole("button", { name: "Step", exact: true }).click();
  await expect.poll(() => step(page)).toBeGreaterThan(0);
  // Each word has its answer, and that of the treebank where it is another.
  const answers = page.locator(".train-answer li");
  await expect(answers).toHaveCount(5);
  await expect(answers.first()).toContainText(/the\s*(DET, right|\w+; the treebank says DET)/i);
  // A sentence that is not of the treebank has no tree.
  await page.getByLabel("Sentence", { exact: true }).fill("Owls see well");
  await expect(page.locator(".looked-at")).toContainText("choose one of the examples");
  await page.locator(".example").first().click();
  await expect(answers).toHaveCount(5);
  // The relations are learned by another head, which reads parts of speech, and is refused for them.
  await label.selectOption({ label: "Relations to the head (DEPREL)" });
  await expect(page.locator(".example").first()).toContainText("det nsubj root det obj");
  await menu.selectOption({ label: "POS head" });
  await page.getByRole("button", { name: "Step", exact: true }).click();
  await expect.poll(() => step(page)).toBeGreaterThan(0);
  await label.selectOption({ label: "Parts of speech (UPOS)" });
  await expect(page.locator(".train")).toContainText("would learn to copy it");
  // What reads trees is for treebanks alone.
  await page.getByLabel("What is learned").selectOption("near");
  await expect(menu).toHaveValue("da");
});

test("a run learns by another method, and every number of its own is told with its gradient", async ({ page }) => {
  await openRoom(page, `task=near;${TINY}`);
  const menu = page.locator(".train-model").getByRole("combobox", { name: "Attention" }).first();
  const names = await menu.locator("option").evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
  expect(names).toEqual([
    ...["da", "vanilla", "no-positions", "rpr", "xl", "tener", "tener-program", "disan", "alibi", "t5", "rope", "kerple"],
    "kerple-power",
  ]);
  await menu.selectOption("alibi");
  const learns = page.locator(".train-learns");
  await expect(learns).toContainText("a fixed slope");
  await expect(page.locator(".learned-tables")).toContainText("no parameters of its own");
  await menu.selectOption("t5");
  await expect(learns).toContainText("for every head");
  await expect.poll(async () => decodeURIComponent((await settings(page)).train)).toContain("method=t5");
  // What no run has is not drawn.
  await expect(page.getByRole("img", { name: /^w of every head/ })).toBeHidden();
  await expect(page.locator(".finding-line[data-run=A]")).toContainText("T5 bias has no w");
  const table = page.getByRole("table", { name: "bias_table, head 1" });
  await expect(table.getByRole("row")).toHaveCount(33);
  const numbers = async (column: number) => {
    const titles = await table
      .locator(`tbody td:nth-child(${column})`)
      .evaluateAll((cells) => cells.map((cell) => cell.getAttribute("title") ?? ""));
    return titles.map((title) => (title === "" ? null : read(title)));
  };
  const start = await numbers(2);
  expect(start.every((value) => value !== null && value !== 0)).toBe(true);
  expect(await numbers(3)).toEqual(start.map(() => null));
  const single = page.getByRole("button", { name: "Step", exact: true });
  await single.click();
  await expect.poll(() => step(page)).toBe(1);
  const [now, gradient] = [await numbers(2), await numbers(3)];
  // Offsets that no sentence has move nothing; the others move against their gradient, by Adam's first step.
  const moved = gradient.filter((value) => value !== null && Math.abs(value) > 1e-7);
  expect(moved.length).toBeGreaterThan(4);
  gradient.forEach((value, at) => {
    const way = (now[at] ?? 0) - (start[at] ?? 0);
    if (value === 0) expect(way, `bucket ${at}`).toBe(0);
    else if (value !== null && Math.abs(value) > 1e-7) expect(Math.sign(way), `bucket ${at}`).toBe(-Math.sign(value));
  });
  // The same run again, to the digit.
  await page.getByRole("button", { name: "Rewind" }).click();
  await expect.poll(() => step(page)).toBe(0);
  expect(await numbers(2)).toEqual(start);
  await single.click();
  await expect.poll(() => step(page)).toBe(1);
  expect([await numbers(2), await numbers(3)]).toEqual([now, gradient]);
  // Its checkpoint says its method, and a run starts from it.
  await page.locator("summary", { hasText: "Checkpoint" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as .safetensors" }).click();
  const path = await (await download).path();
  const bytes = await readFile(path);
  const header = bytes.subarray(8, 8 + Number(bytes.readBigUInt64LE(0))).toString("utf8");
  expect((JSON.parse(header) as { __metadata__: Record<string, string> }).__metadata__.method).toBe("t5");
  await menu.selectOption("da");
  // All its numbers start at 0: a table of them waits for the first step.
  await expect(page.locator(".learned-tables")).toContainText("Press Play: every parameter stands here");
  await single.click();
  await expect(page.getByRole("table", { name: "w", exact: true }).getByRole("row")).toHaveCount(3);
  await page.getByLabel("Checkpoint to start from").setInputFiles(path);
  await expect(page.locator(".run-news").first()).toContainText("starts from the checkpoint");
  await expect(menu).toHaveValue("t5");
  await expect.poll(() => numbers(2)).toEqual(now);
  // The Lab shows it as it was trained.
  await page.locator("summary", { hasText: "Checkpoint" }).click();
  await page.getByRole("button", { name: "Open in the Lab" }).click();
  await expect.poll(async () => (await settings(page)).room).toBe("lab");
  await expect(page.locator(".matrix-about").first()).toContainText("nearfar-near", { timeout: 30_000 });
  expect((await settings(page)).model).toMatch(/^file-/);
});

test("axe finds nothing in the room", async ({ page }) => {
  test.slow();
  await openRoom(page, `task=near;${TINY}`, { theme: "light", b: `task=far;${TINY}` });
  await playTo(page, 60);
  await page.getByLabel("What is learned").selectOption("own");
  await expect(page.getByRole("alert")).toContainText("There is no file yet");
  await page.getByText("More choices").click();
  await page.locator("summary", { hasText: "Checkpoint" }).click();
  await expectAccessibleAtBothWidths(page, "two runs", ["dark"]);
});

test("the room around a run: its checkpoint's menu, attention by keys, two runs in words, on paper", async ({ page }) => {
  test.slow();
  await test.step("the checkpoint's menu closes by Escape and by a click elsewhere", async () => {
    await openRoom(page);
    const menu = page.locator("details.drop", { hasText: "Checkpoint" });
    const opener = menu.locator("summary");
    await opener.click();
    await expect(menu).toHaveAttribute("open");
    await page.keyboard.press("Escape");
    await expect(menu).not.toHaveAttribute("open");
    await expect(opener).toBeFocused();
    await opener.click();
    await expect(menu).toHaveAttribute("open");
    await page.locator(".brand").click();
    await expect(menu).not.toHaveAttribute("open");
  });
  await test.step("attention is read by keys, in the page's colours, under the page's mask", async () => {
    await openRoom(page, TINY, { s: "near words count" });
    const matrix = page.locator(".looked-frame");
    const value = page.locator(".looked-value");
    const ramp = page.locator(".looked-matrix .ramp");
    await expect(matrix).toHaveAttribute("aria-label", /Strongest between two words/);
    const cividis = [await pixels(ramp), await pixels(matrix.locator("canvas").first())];
    await set(page, { colours: "viridis" });
    const viridis = [await pixels(ramp), await pixels(matrix.locator("canvas").first())];
    viridis.forEach(({ digest }, at) => expect(digest).not.toBe(cividis[at]?.digest));
    await matrix.focus();
    await page.keyboard.press("End");
    await expect(value).toContainText("(1) → ");
    const weight = async () => read((await value.innerText()).split(": ").at(-1));
    const before = await weight();
    expect(before).toBeGreaterThan(0);
    await expect(matrix).toHaveAttribute("aria-label", /\(1\) → /);
    await set(page, { causal: true });
    await expect.poll(weight).toBe(0);
    await page.keyboard.press("Home");
    await expect.poll(weight).toBe(1);
    await set(page, { causal: false });
    await page.keyboard.press("End");
    await expect.poll(weight).toBe(before);
    await page.keyboard.press("Escape");
    await expect(value).toContainText("Point at a cell");
  });
  await test.step("two runs are told apart in words", async () => {
    await openRoom(page, `task=near;${TINY}`);
    await page.getByRole("button", { name: "Compare two runs" }).click();
    await expect(page.locator(".difference")).toContainText("B is the same as A");
    await page.getByRole("button", { name: "give it vanilla attention" }).click();
    await expect(page.locator(".difference")).toHaveText("B differs from A: method Sinusoids instead of DA.");
    await expect(page.locator(".train[data-ready]")).toBeVisible();
    await playTo(page, 20, "B");
    expect(await step(page, "A")).toBeGreaterThan(0);
    await expect(page.locator(".finding-line[data-run=B]")).toContainText("Vanilla attention has no w");
  });
  await test.step("on paper curves and heads stay, controls go", async () => {
    await openRoom(page, `task=near;${TINY}`);
    await playTo(page, (await step(page)) + 10);
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("img", { name: /^w of every head/ })).toBeVisible();
    await expect(page.locator(".train-head").first()).toBeVisible();
    await expect(page.locator(".play:visible, .train-model:visible")).toHaveCount(0);
  });
});

test("Play moves something on the same screen", async ({ page }) => {
  await openRoom(page, `task=near;${TINY}`);
  for (const [width, height] of [[1440, 900], [1280, 720], [390, 844]] as const) {
    await test.step(`${width} x ${height}`, async () => {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => window.scrollTo(0, 0));
      await frame(page);
      const lines = page.getByRole("img", { name: /^w of every head/ });
      await expect(play(page)).toBeInViewport({ ratio: 1 });
      await expect(lines).toBeInViewport({ ratio: 1 });
      const before = (await pixels(lines)).digest;
      await playTo(page, (await step(page)) + 30);
      expect((await pixels(lines)).digest).not.toBe(before);
      // Nothing scrolled there.
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
      await expect(play(page)).toBeInViewport({ ratio: 1 });
      await expect(lines).toBeInViewport({ ratio: 1 });
      for (const text of await page.locator(".train-head-w .exact").allInnerTexts()) {
        expect(text).toMatch(/^(0|[<>] −?0\.001|−?\d+(\.\d{1,3})?)$/);
      }
    });
  }
});

test("a run is shared as its settings, and that is said", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openRoom(page, `task=near;${TINY}`);
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.locator(".notice")).toContainText("holds the settings of the run and its seed, not what was learned");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("room=train");
});

test("a file that is dropped where none is read does not take the place of the page", async ({ page }) => {
  const drop = () =>
    page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(["x"], "a.safetensors"));
      return ["dragover", "drop"].map((type) => {
        const event = new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer });
        document.querySelector("main")?.dispatchEvent(event);
        return event.defaultPrevented;
      });
    });
  for (const room of ["train", "curves", "learn"]) {
    await page.goto("about:blank");
    await page.goto(`./#room=${room}`);
    await ready(page);
    expect(await drop(), room).toEqual([true, true]);
    await expect(page.getByText("Files dropped here are not read.")).toBeVisible();
  }
});
