// The Compare room: the grid, A and B, divergences, what is typed, what a link carries.

import type { Locator, Page } from "@playwright/test";
import { expect, open, pixels, read, set, settings, test } from "./page";

const SENTENCE = "The keys that my sister lost were under the sofa.";

const CONLLU = ["1 the DET 2 det", "2 cat NOUN 3 nsubj", "3 sat VERB 0 root", "4 there ADV 3 advmod"]
  .map((row) => {
    const [id, form, part, head, relation] = row.split(" ");
    return [id, form, "_", part, "_", "_", head, relation, "_", "_"].join("\t");
  })
  .join("\n");

async function ready(page: Page): Promise<void> {
  await expect(page.locator(".compare[data-ready]")).toBeVisible({ timeout: 30_000 });
}

async function openRoom(page: Page, compare: Record<string, string> = {}, sentence = SENTENCE): Promise<void> {
  const room = new URLSearchParams(compare).toString();
  const fragment = new URLSearchParams({ nearfar: "1", room: "compare", sentence });
  if (room) fragment.set("compare", room);
  await open(page, fragment.toString());
  await ready(page);
}

const card = (page: Page, method: string): Locator =>
  page.locator(`.compare-card[data-method="${method}"]`);
const cells = (page: Page, method: string): Locator => card(page, method).getByRole("application");
const digest = async (page: Page, method: string): Promise<string> =>
  (await pixels(card(page, method).locator("canvas"))).digest;
const value = async (page: Page, method: string): Promise<number> =>
  read(await card(page, method).locator(".compare-value").innerText());
const said = (page: Page, kind: "a" | "b" | "difference"): Locator =>
  page.locator(`.compare-pair .matrix.${kind} .compare-said`);

/** Puts the cursor on a cell, from 1, by the keyboard. */
async function point(page: Page, method: string, query: number, key: number): Promise<void> {
  const board = cells(page, method);
  await board.focus();
  await page.keyboard.press("Escape");
  for (let at = 0; at <= 40; at++) await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Home");
  for (let at = 1; at < query; at++) await page.keyboard.press("ArrowDown");
  for (let at = 1; at < key; at++) await page.keyboard.press("ArrowRight");
}

test("every method is there, on one cursor", async ({ page }) => {
  await openRoom(page);
  const names = await page
    .locator(".compare-card")
    .evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset.method));
  expect(names).toHaveLength(18);
  expect(new Set(names).size).toBe(18);
  const colours = async (name: string) =>
    (await pixels(card(page, name).locator("canvas"))).colours;
  for (const name of ["da", "rpr", "xl", "xl-causal", "tener", "tree-traversal", "disan", "rope"]) {
    expect(names).toContain(name);
    await expect.poll(() => colours(name), name).toBeGreaterThan(4);
  }
  // Without a tree all words have the same label, and the head that labels guide is even.
  await expect.poll(() => colours("special-pos")).toBe(1);
  await point(page, "rpr", 2, 4);
  await expect(cells(page, "alibi")).toHaveAttribute("aria-label", /“keys” \(2\) → “my” \(4\): /);
  await expect(said(page, "a")).toContainText("“keys” (2) → “my” (4): ");
  // A weight is at most 1, and no two of these methods agree by chance.
  const values = await Promise.all(["da", "rpr", "tener", "t5"].map((name) => value(page, name)));
  expect(new Set(values).size).toBe(4);
  for (const value of values) {
    expect(value).toBeGreaterThanOrEqual(0);
    expect(value).toBeLessThanOrEqual(1);
  }
});

test("any two are A and B, with their signed difference; the link has them", async ({ page }) => {
  await openRoom(page);
  await page.getByRole("button", { name: "Shaw RPR as A" }).click();
  await page.getByRole("button", { name: "RoPE as B" }).click();
  await point(page, "rope", 3, 1);
  const number = async (kind: "a" | "b" | "difference"): Promise<number> =>
    read((await said(page, kind).innerText()).split(": ").at(-1));
  const [a, b, difference] = [await number("a"), await number("b"), await number("difference")];
  expect(a).toBe(await value(page, "rpr"));
  expect(b).toBe(await value(page, "rope"));
  expect(Math.abs(a - b - difference)).toBeLessThan(1e-2 * Math.max(a, b));
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await settings(page)).compare).toBe("a=rpr&b=rope&cursor=3%2C1");
  await page.getByRole("group", { name: "Colours" }).getByRole("button", { name: "One for all" }).click();
  await expect.poll(async () => (await settings(page)).compare).toContain("range=common");
  const link = await page.evaluate(() => window.nearfar.link());
  const before = await digest(page, "tree-distance");
  await page.goto("about:blank");
  await page.goto(link);
  await ready(page);
  await expect(card(page, "rpr").getByRole("button", { name: "as A" })).toHaveAttribute("aria-pressed", "true");
  await expect(said(page, "difference")).toContainText("“that” (3) → “The” (1): ");
  await expect.poll(() => digest(page, "tree-distance")).toBe(before);
});

test("a tree is pasted, an arc edited by keyboard, the link shared: the same picture", async ({ page }) => {
  await openRoom(page);
  await page.getByRole("button", { name: "Paste CoNLL-U" }).click();
  const dialog = page.getByRole("dialog", { name: "Paste CoNLL-U" });
  await dialog.getByLabel("Sentences in CoNLL-U").fill(`${CONLLU}\n`);
  await dialog.getByRole("button", { name: "Read it" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("textbox", { name: "Sentence", exact: true })).toHaveValue("the cat sat there");
  await ready(page);
  await expect(page.locator(".tree-word[data-node='4']")).toBeVisible();
  const pasted = await digest(page, "tree-distance");
  const others = await digest(page, "rpr");
  // “there” is picked up, carried one to the left and one more, and hung on “cat”.
  await page.locator(".tree-word[data-node='4']").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(page.locator(".tree-word[data-node='4']")).toHaveAttribute("aria-label", /advmod of “cat” \(2\)/);
  await expect.poll(() => digest(page, "tree-distance")).not.toBe(pasted);
  await ready(page);
  expect(await digest(page, "rpr"), "what knows no tree stays").toBe(others);
  const edited = await digest(page, "tree-distance");
  await expect.poll(async () => (await settings(page)).compare).toContain("tree=e_2.DET.det.the");
  const link = await page.evaluate(() => window.nearfar.link());
  await page.goto("about:blank");
  await page.goto(link);
  await ready(page);
  await expect(page.locator(".tree-word[data-node='4']")).toHaveAttribute("aria-label", /advmod of “cat” \(2\)/);
  await expect.poll(() => digest(page, "tree-distance")).toBe(edited);
});

test("undo takes back an edited arc and what was typed", async ({ page }) => {
  await openRoom(page, { tree: "r_2.PRON.nsubj.I_0.VERB.root.think_2.ADV.advmod.so" }, "I think so");
  const before = await digest(page, "tree-distance");
  await page.getByRole("textbox", { name: "Sentence", exact: true }).fill("I think so too");
  await expect(page.locator(".tree-origin")).toContainText("no tree yet");
  await expect.poll(async () => (await settings(page)).sentence).toBe("I think so too");
  await expect.poll(() => digest(page, "tree-distance")).not.toBe(before);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("textbox", { name: "Sentence", exact: true })).toHaveValue("I think so");
  await expect(page.locator(".tree-origin")).toContainText("the tree as it was read");
  await expect.poll(() => digest(page, "tree-distance")).toBe(before);
});

test("another sentence and another head at once: weights and words belong together", async ({
  page,
}) => {
  await openRoom(page);
  await set(page, { sentence: "near is far", compare: "head=3" });
  await expect(cells(page, "da")).toHaveAttribute("aria-label", /DA/);
  const width = (): Promise<number> =>
    card(page, "da").locator("canvas").evaluate((canvas) => (canvas as HTMLCanvasElement).width);
  await expect.poll(width).toBe(3);
  await ready(page);
  await point(page, "da", 1, 3);
  await expect(cells(page, "da")).toHaveAttribute("aria-label", /“near” \(1\) → “far” \(3\): /);
  await expect(page.getByRole("combobox", { name: "Heads" })).toHaveValue("3");
});

test("a tree whose words are parted otherwise comes back with its link", async ({ page }) => {
  // One word here, three to the tokenizer of the page.
  const tree = "r_2.ADV.advmod.rock'n'roll_0.VERB.root.lives_2.PUNCT.punct.!";
  await openRoom(page, { tree }, "rock'n'roll lives!");
  await expect(page.locator(".tree-origin")).toContainText("the tree as it was read");
  await expect(page.locator(".tree-words [role=option]")).toHaveCount(3);
});

test("heads one by one, a causal mask, a memory", async ({ page }) => {
  await openRoom(page);
  const mean = await digest(page, "da");
  await page.getByRole("combobox", { name: "Heads" }).selectOption("Head 2");
  await expect.poll(() => digest(page, "da")).not.toBe(mean);
  await page.getByLabel("Causal: no token sees a later one").check();
  await ready(page);
  await point(page, "da", 2, 5);
  await expect.poll(() => value(page, "da")).toBe(0);
  await expect.poll(() => value(page, "rpr")).toBe(0);
  await page.getByText("Heads, k, mapping, memory").click();
  await page.getByLabel("Memory: the text before").fill("the old man");
  await ready(page);
  const width = (method: string): Promise<number> =>
    card(page, method).locator("canvas").evaluate((canvas) => (canvas as HTMLCanvasElement).width);
  await expect.poll(() => width("xl-causal")).toBe(14);
  expect(await width("xl")).toBe(11);
});

test("divergences are of the row under the cursor, and choose A and B", async ({ page }) => {
  await openRoom(page);
  const panel = page.locator(".compare-apart");
  await expect(panel.locator(".compare-said")).toContainText("DA beside Sinusoids: 0.");
  const mean = await panel.locator(".compare-said").innerText();
  await point(page, "da", 3, 3);
  await expect(panel).toContainText("the row of “that”");
  await expect.poll(() => panel.locator(".compare-said").innerText()).not.toBe(mean);
  const board = panel.getByRole("application");
  await board.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await expect(card(page, "da").getByRole("button", { name: "as A" })).toHaveAttribute("aria-pressed", "true");
  await expect(card(page, "no-positions").getByRole("button", { name: "as B" })).toHaveAttribute("aria-pressed", "true");
});

test("trained models stand in the same grid", async ({ page }) => {
  await openRoom(page);
  await page.getByRole("button", { name: "Trained models" }).click();
  await expect(page.locator(".compare-card")).toHaveCount(4, { timeout: 30_000 });
  await ready(page);
  await expect(card(page, "sst2-da").getByRole("button", { name: "as A" })).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator(".compare-all")).toContainText("as learned");
  const colours = async () => (await pixels(card(page, "agnews-da").locator("canvas"))).colours;
  await expect.poll(colours).toBeGreaterThan(4);
});

test("wrong and long input is told and loses nothing", async ({ page }) => {
  await openRoom(page, { heads: "99", tree: "q", a: "rpr" });
  await expect(page.getByRole("alert").filter({ hasText: "heads: 99" })).toBeVisible();
  await expect(card(page, "rpr").getByRole("button", { name: "as A" })).toHaveAttribute("aria-pressed", "true");
  const sentence = page.getByRole("textbox", { name: "Sentence", exact: true });
  await sentence.fill("");
  await expect(card(page, "da")).toContainText("the sentence is empty");
  await expect(page.getByRole("alert")).toHaveCount(0);
  await sentence.fill("one two");
  await ready(page);
  await expect.poll(async () => (await pixels(card(page, "da").locator("canvas"))).inked).toBe(1);
  await sentence.fill(Array.from({ length: 300 }, (_, at) => `word${at % 7}`).join(" "));
  await expect(page.locator(".compare-all")).toContainText("256 tokens; 44 more are left out", { timeout: 30_000 });
});
