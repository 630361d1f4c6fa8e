// Sentences of more than 512 tokens: one head at a time, by rows, in workers. Exact numbers under the
// cursor, and one line that says what is left out.

import type { Page } from "@playwright/test";
import {
  type PlainTrace,
  asMatrix,
  board,
  cells,
  expect,
  expectShown,
  frame,
  nth,
  open,
  picture,
  pixels,
  set,
  settings,
  slider,
  test,
  trace,
} from "./page";
import { type Matrix, at, mapping, matrix, positions, product } from "./reference";

const WORDS = "the old man said that food was not good but people at next table did think so".split(
  " ",
);
/** Words of the most frequent ones in an order that does not repeat soon. */
const words = (tokens: number) =>
  Array.from({ length: tokens }, (_, index) => nth(WORDS, (index * 7 + (index >> 5)) % WORDS.length));
const HEAD = 4;

const line = (page: Page) => page.locator(".long-line");
const cursorLine = (page: Page) => page.locator(".cursor-line");
const box = (page: Page) => page.getByRole("textbox", { name: "Sentence" });

/** The page with a long sentence, refined, and the trace of its words once each. */
async function openLong(page: Page, tokens: number): Promise<PlainTrace> {
  await open(page, `sentence=${WORDS.join("+")}&head=${HEAD}`);
  const short = await trace(page);
  await box(page).fill(words(tokens).join(" "));
  await expect(line(page)).toContainText("MB each");
  await expect(line(page)).not.toContainText("so far");
  return short;
}

/** Row `i` of the shown head in A (the paper's method) and in B (vanilla, with positions), in float64. */
function rows(short: PlainTrace, tokens: number, i: number, w: number, v: number): [number[], number[]] {
  const width = asMatrix(short.Wq).columns / short.heads.length;
  const of = (all: Matrix) =>
    matrix(all.rows, width, (row, column) => at(all, row, (HEAD - 1) * width + column));
  const [query, key] = [of(asMatrix(short.Wq)), of(asMatrix(short.Wk))];
  const table = asMatrix(short.input);
  const all = words(tokens);
  const embedded = matrix(tokens, table.columns, (token, column) =>
    at(table, WORDS.indexOf(nth(all, token)), column),
  );
  const places = positions(tokens, table.columns);
  const placed = matrix(
    tokens,
    table.columns,
    (token, column) => at(embedded, token, column) + at(places, token, column),
  );
  const f = mapping("learnable-sigmoid", v);
  const row = (input: Matrix, logit: (score: number, distance: number) => number) => {
    const one = matrix(1, input.columns, (_, column) => at(input, i, column));
    const [q, k] = [product(one, query), product(input, key)];
    const logits = Array.from({ length: tokens }, (_, j) => {
      let score = 0;
      for (let c = 0; c < width; c++) score += at(q, 0, c) * at(k, j, c);
      return logit(score / Math.sqrt(width), Math.abs(i - j));
    });
    const largest = Math.max(...logits);
    const total = logits.reduce((sum, logit) => sum + Math.exp(logit - largest), 0);
    return logits.map((logit) => Math.exp(logit - largest) / total);
  };
  return [
    row(embedded, (score, distance) => Math.max(score, 0) * f(w * distance)),
    row(placed, (score) => score),
  ];
}

test("4,096 words: pictures, a slider that moves them, and exact numbers under the cursor", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const tokens = 4096;
  const short = await openLong(page, tokens);
  await expect(page.locator(".status")).toContainText("4\u202f096 tokens.");
  await expect(line(page)).toContainText("A pixel shows the weight farthest from 0");
  for (const heading of ["A ·", "B ·", "A − B"]) {
    const drawn = await pixels(cells(page, heading));
    expect(drawn.colours, heading).toBeGreaterThan(1);
    expect(drawn.inked, heading).toBeGreaterThan(0.3);
  }
  const before = await pixels(cells(page));
  await slider(page, "w").range.press("End");
  await expect.poll(async () => (await pixels(cells(page))).digest).not.toBe(before.digest);
  await expect(line(page)).not.toContainText("so far");

  const now = await settings(page);
  const [w, v] = [nth(now.w, HEAD - 1), nth(now.v, HEAD - 1)];
  expect(w).toBe(3);
  for (const [i, j] of [
    [2000, 1990],
    [17, 4095],
    [4095, 0],
  ] as const) {
    await set(page, { cursor: [i + 1, j + 1] });
    const away = String(Math.abs(i - j)).replace(/\B(?=\d{3}$)/, "\u202f");
    const pattern = /, ([\d\u202f]+) tokens away: A (\S+), B (\S+), A − B (\S+)$/;
    await expect(cursorLine(page)).toHaveText(
      new RegExp(`, ${away} tokens away: A [−\\d.e]+, B [−\\d.e]+,`),
    );
    const [, distance, a, b] = pattern.exec((await cursorLine(page).textContent()) ?? "") ?? [];
    const [rowA, rowB] = rows(short, tokens, i, w, v);
    expect(distance).toBe(away);
    expectShown(a, nth(rowA, j), `A at ${i}, ${j}`);
    expectShown(b, nth(rowB, j), `B at ${i}, ${j}`);
    const entropy = -rowA.reduce((sum, x) => sum + (x > 0 ? x * Math.log(x) : 0), 0);
    const readout = page.locator(".readout");
    await expect(readout).toContainText("entropy");
    expectShown(/entropy (\S+) nats/.exec((await readout.textContent()) ?? "")?.[1], entropy);
    // The arithmetic ends on the same weight.
    const last = page.locator("table.arithmetic.a tr").last().locator(".result");
    const result = Number((await last.textContent())?.replaceAll("\u2212", "-"));
    expect(Math.abs(result - nth(rowA, j))).toBeLessThanOrEqual(1e-3 * nth(rowA, j) + 1e-12);
  }
  // Figures of the shown head, and of no other.
  const entropy = (head: number) =>
    page.locator("table.figures tbody tr").nth(head - 1).locator("td").nth(3);
  await expect(entropy(HEAD)).toHaveText(/\d/, { timeout: 30_000 });
  await expect(entropy(HEAD + 1)).toHaveText("–");
});

test("zoomed in, every cell is drawn; the table has the numbers of the cursor", async ({ page }) => {
  await openLong(page, 1000);
  await board(page).focus();
  await page.keyboard.press("t");
  await expect(page.getByText("Zoom in until every cell")).toBeVisible();
  await page.keyboard.press("Escape");
  await set(page, { cursor: [500, 510] });
  await board(page).focus();
  for (let press = 0; press < 24; press++) await page.keyboard.press("+");
  await expect(line(page)).toContainText("Every cell is drawn.");
  await expect(cursorLine(page)).toHaveText(/A \d/);
  const shown = /A (\S+),/.exec((await cursorLine(page).textContent()) ?? "")?.[1];
  await page.keyboard.press("t");
  const table = page.locator("dialog[open] table.values");
  await expect(table).toBeVisible();
  // Its note and its cell in one look: the table is made anew when finer numbers come.
  const found = () =>
    page.evaluate(() => {
      const dialog = document.querySelector("dialog[open]");
      const note = dialog?.querySelector("p.muted")?.textContent ?? "";
      const [, query, key] = /from number (\d+) on.*from number (\d+) on/.exec(note) ?? [];
      const row = dialog?.querySelectorAll("tbody tr")[500 - Number(query)];
      return row?.querySelectorAll("td")[510 - Number(key)]?.textContent ?? "no such cell";
    });
  await expect.poll(found).toMatch(/^\d/);
  const [a, b] = [Number(await found()), Number(shown?.replace("−", "-"))];
  expect(Math.abs(a - b)).toBeLessThanOrEqual(6e-5);
});

test("what is left out is said, and comes back with a short sentence", async ({ page }) => {
  await openLong(page, 600);
  for (const what of ["other heads", "lines", "side by side", "the tokens", "the steps", "the answers", "files of numbers"])
    await expect(line(page)).toContainText(what);
  await expect(page.locator(".tokens .token")).toHaveCount(0);
  await expect(page.locator(".pipeline")).toHaveCount(0);
  await set(page, { view: "lines" });
  await expect(picture(page, "A ·").getByRole("application")).toHaveAttribute(
    "aria-roledescription",
    "matrix",
  );
  await picture(page, "A ·").getByRole("button", { name: "Save" }).click();
  await picture(page, "A ·").getByRole("button", { name: "Numbers (CSV)" }).click();
  await expect(page.locator(".notice")).toContainText("is not saved as numbers");
  const error = await page.evaluate(() => {
    try {
      window.nearfar.trace();
      return "";
    } catch (error) {
      return String(error);
    }
  });
  expect(error).toContain("600 tokens are more than 512");
  await set(page, { view: "heatmap", sentence: WORDS.join(" ") });
  await expect(line(page)).toHaveCount(0);
  await expect(page.locator(".tokens .token")).toHaveCount(WORDS.length);
  await expect(page.locator(".pipeline .step")).not.toHaveCount(0);
  expect((await trace(page)).tokens).toHaveLength(WORDS.length);
});

test("typing after 500 words gives the numbers of the whole text, in every head", async ({ page }) => {
  const sums = () =>
    page.evaluate(() =>
      ["a", "b"].map((panel) =>
        window.nearfar
          .trace({ panel: panel as "a" | "b" })
          .heads.map((head) => Array.from(head.weight.data.slice(200 * 503, 203 * 503))),
      ),
    );
  await open(page);
  await box(page).fill(words(500).join(" "));
  await frame(page);
  await box(page).press("Control+Home");
  await box(page).pressSequentially("so ");
  await box(page).press("Control+End");
  await box(page).pressSequentially(" not good");
  await frame(page);
  await expect(page.locator(".tokens .token")).toHaveCount(503);
  const typed = await sums();
  const text = (await settings(page)).sentence;
  await set(page, { sentence: "" });
  await set(page, { sentence: text });
  expect(await sums()).toEqual(typed);
});
