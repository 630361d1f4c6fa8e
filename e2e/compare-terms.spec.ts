// Methods in their own terms, what each knows, and who notices a change: the numbers on the page.

import type { Locator, Page } from "@playwright/test";
import { METHODS } from "./methods";
import { expect, follow, open, set, settings, soon, test } from "./page";

const SENTENCE = "The keys that my sister lost were under the sofa.";

/** Method A in its own terms; B's stand beside them. */
const sideA = (page: Page): Locator => page.locator(".own-side.a");

/** Opens a part of the Compare room on the sentence, with method A and the cursor on a cell, both from 1. */
async function openRoom(page: Page, compare: Record<string, string>, part = "terms"): Promise<void> {
  const fragment = new URLSearchParams({
    nearfar: "1",
    room: "compare",
    sentence: SENTENCE,
    compare: new URLSearchParams({ part, ...compare }).toString(),
  });
  // Once it is open, a link is followed in it.
  const isOpen = (await page.locator(".compare").count()) > 0;
  await (isOpen ? follow : open)(page, fragment.toString());
  await soon(page, ".compare[data-ready]", true, 30_000);
  await expect(page.locator(".compare[data-ready]")).toBeVisible();
  const first = {
    terms: sideA(page).locator(".own-equation").locator(".eq-line, .eq-none"),
    notices: page.locator(".notice-card"),
  }[part];
  if (first) await expect(first.first()).toBeVisible({ timeout: 30_000 });
  if (part === "terms") await expect(sideA(page).locator(`.own-terms[data-method="${compare.a}"]`)).toBeVisible();
}

/** A number with all its digits: its title has them, where it is not whole. What is read is the same, to
 * three decimals. */
async function numberOf(locator: Locator): Promise<number> {
  // Of one moment.
  const [title, seen] = await locator.evaluate((number) => [number.getAttribute("title"), number.textContent ?? ""] as const);
  const text = title || seen;
  const value = Number(text.replaceAll("−", "-"));
  expect(text.trim(), "a number").not.toBe("");
  if (title && !/[<>]/.test(seen)) {
    const read = Number(seen.replace("−", "-"));
    expect(Math.abs(read - value), `${seen} for ${title}`).toBeLessThanOrEqual(Math.max(0.000501, 5e-4 * Math.abs(value)));
  }
  expect(Number.isFinite(value), `${text} is a number`).toBe(true);
  return value;
}

const line = (page: Page, name: string): Locator =>
  sideA(page).locator(`.own-equation .eq-line[data-line="${name}"]`);
const operand = (page: Page, of: string, name: string): Promise<number> =>
  numberOf(line(page, of).locator(`.eq-operand[data-operand="${name}"] .eq-number`));
const result = (page: Page, of: string): Promise<number> =>
  numberOf(line(page, of).locator(".eq-result .eq-number"));
const shown = (page: Page, panel: string, term: string): Promise<number> =>
  numberOf(sideA(page).locator(`[data-drawing="${panel}"] [data-term="${term}"] .own-value b`));

test("a method in its own terms: the numbers of its equation and of its pictures, moved by keys", async ({ page }) => {
  test.slow();
  await test.step("the four terms of Transformer-XL sum to its score, in the equation and in the pictures", async () => {
    await openRoom(page, { a: "xl", cursor: "3,6" });
    const parts = [];
    for (const name of ["(a)", "(b)", "(c)", "(d)"]) parts.push(await operand(page, "sum", name));
    const sum = await result(page, "sum");
    expect(Math.abs(parts.reduce((all, part) => all + part, 0) - sum)).toBeLessThan(1e-5);
    const root = await operand(page, "score", "√d");
    expect(root).toBe(4);
    const score = await result(page, "score");
    expect(Math.abs(sum / root - score)).toBeLessThan(1e-5);

    const panel = "xl-sum";
    const pictures = [];
    for (const name of ["a", "b", "c", "d"]) pictures.push(await shown(page, panel, name));
    const drawn = await shown(page, panel, "scores");
    expect(Math.abs(pictures.reduce((all, x) => all + x, 0) / root - drawn)).toBeLessThan(1e-5);
    expect(Math.abs(drawn - score)).toBeLessThan(1e-5);
    // The same number before and after the relative shift.
    const before = await shown(page, "xl-shift", "BD_raw");
    expect(await shown(page, "xl-shift", "BD")).toBe(before);
    expect(Math.abs(pictures[1]! + pictures[3]! - before)).toBeLessThan(1e-5);
  });
  await test.step("the cursor is moved by keys in one picture, and all numbers follow", async () => {
    await openRoom(page, { a: "xl", cursor: "3,6" });
    const before = await operand(page, "sum", "(a)");
    const frame = sideA(page).locator('[data-drawing="xl-sum"] .own-frame').first();
    await frame.focus();
    await page.keyboard.press("ArrowRight");
    // B has the same cursor.
    for (const title of await page.locator(".own-equation h3").all()) await expect(title).toContainText("were (7)");
    expect(await operand(page, "sum", "(a)")).not.toBe(before);
    expect(await shown(page, "xl-sum", "a")).toBeCloseTo(
      await operand(page, "sum", "(a)"),
      5,
    );
    await page.keyboard.press("Enter");
    await expect
      .poll(async () => new URLSearchParams(String((await settings(page)).compare)).get("cursor"))
      .toBe("3,7");
  });
  await test.step("the lit row of Shaw's table is the clipped offset, and is named so", async () => {
    for (const [cursor, row, name] of [
      ["3,6", 3 + 4, "3"],
      ["2,9", 4 + 4, "≥4"],
      ["9,2", -4 + 4, "≤-4"],
      ["5,5", 0 + 4, "0"],
    ] as const) {
      await openRoom(page, { a: "rpr", cursor, k: "4" });
      const panel = sideA(page).locator('[data-drawing="shaw-table"]');
      await expect(panel.locator(".lit-line")).toHaveAttribute("data-row", String(row));
      await expect(panel.locator(".lit-line")).toContainText(`“${name}”`);
      await expect(panel.locator(".own-row-names .lit").first()).toHaveText(`▸ ${name}`);
      const [i, j] = cursor.split(",").map(Number) as [number, number];
      // So many pairs of 11 tokens share the row.
      const offset = Math.max(-4, Math.min(4, j - i));
      let pairs = 0;
      for (let a = 1; a <= 11; a++)
        for (let b = 1; b <= 11; b++)
          if (Math.max(-4, Math.min(4, b - a)) === offset) pairs++;
      await expect(panel.locator(".lit-line")).toContainText(`${pairs} of 121 pairs`);
      await expect(panel.locator(".own-texts text.lit")).toHaveCount(pairs);
    }
  });
  await test.step("TENER's curve differs between the sides, that of the sinusoids alone does not", async () => {
    await openRoom(page, { a: "tener", cursor: "5,7" });
    const panel = sideA(page).locator('[data-drawing="tener-direction"]');
    await expect(panel.locator("[data-sides]").nth(0)).toContainText("differ by up to");
    await expect(panel.locator("[data-sides]").nth(1)).toContainText("differ by up to");
    await expect(panel.locator("[data-sides]").nth(2)).toContainText("are the same");
  });
  await test.step("a feature of DiSAN and its mean are chosen, and come back with the link", async () => {
    await openRoom(page, { a: "disan", cursor: "6,3" });
    const weight = sideA(page).locator('[data-term="fw.P"] .own-value b').first();
    const mean = await numberOf(weight);
    await page.getByRole("slider", { name: "Feature", exact: true }).fill("5");
    await expect(line(page, "score")).toBeVisible();
    await expect.poll(() => numberOf(weight)).not.toBe(mean);
    await expect(sideA(page).locator(".source-weights caption")).toContainText("feature 5");
    await expect
      .poll(async () => new URLSearchParams(String((await settings(page)).compare)).get("feature"))
      .toBe("5");
    await page.getByRole("button", { name: "Mean of all features" }).click();
    await expect.poll(() => numberOf(weight)).toBe(mean);
  });
  await test.step("A and B are seen side by side, what they do with distance first, on one cursor", async () => {
    await openRoom(page, { a: "da", b: "t5", cursor: "6,2" });
    const sides = page.locator(".own-side");
    await expect(sides).toHaveCount(2);
    const first = (at: number): Locator => sides.nth(at).locator(".own-panel").first();
    await expect(first(0)).toHaveAttribute("data-drawing", "da-coefficients");
    await expect(first(1)).toHaveAttribute("data-drawing", "t5-buckets");
    // Each chart has its own colours and the cursor's distance; the bucket is named by its offsets.
    for (const at of [0, 1]) await expect(first(at).locator("svg").first()).toBeVisible();
    await expect(first(1).locator(".lit-line")).toContainText("Row 4 of 0 to 31, “-4”");
    for (const [width, beside] of [[1440, true], [390, false]] as const) {
      await page.setViewportSize({ width, height: 900 });
      const [a, b] = [await sides.nth(0).boundingBox(), await sides.nth(1).boundingBox()];
      if (!a || !b) throw new Error("no sides");
      expect(a.x + a.width <= b.x, `${width} wide`).toBe(beside);
      expect(a.y + a.height <= b.y, `${width} wide`).toBe(!beside);
    }
    // B is chosen beside its own terms, and A's stay.
    await page.getByRole("combobox", { name: "Method of B" }).selectOption("alibi");
    await expect(first(1)).toHaveAttribute("data-drawing", "alibi-slopes");
    await expect(sides.nth(0).locator(".own-terms")).toHaveAttribute("data-method", "da");
  });
});

test("every method has an equation whose lines all add up", async ({ page }) => {
  test.slow();
  await openRoom(page, { a: "da", cursor: "6,3" });
  const names = await page
    .getByRole("combobox", { name: "Method of A" })
    .locator("option")
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
  expect(names).toHaveLength(METHODS);
  for (const name of names) {
    const compare = new URLSearchParams({ part: "terms", a: name, cursor: "6,3", feature: "3" }).toString();
    await set(page, { compare });
    await expect(sideA(page).locator(`.own-terms[data-method="${name}"]`)).toBeVisible();
    await expect(line(page, "score")).toBeVisible();
    await expect(page.locator(".own-equation .eq-sign", { hasText: "≠" })).toHaveCount(0);
    // Nothing that was computed is hidden: each can be chosen.
    expect(await sideA(page).locator(".own-list tbody tr").count()).toBeGreaterThan(9);
    // Its formula is set, and told to those who do not see it.
    const formula = sideA(page).locator(".compare-formula math");
    await expect(formula).toHaveAttribute("alttext", /[√·]/);
    expect(await formula.locator("mi").count()).toBeGreaterThan(1);
    const told = await sideA(page).locator(".own-terms").evaluate((terms) => {
      const copy = terms.cloneNode(true) as HTMLElement;
      // Ends of a range of colours are told to three digits.
      for (const legend of copy.querySelectorAll(".legend")) legend.remove();
      return copy.textContent ?? "";
    });
    expect(told).not.toMatch(/\b1 (dimensions|keys|queries|tokens|rows)\b/);
    expect(told.match(/.{0,20}\de[−-]\d.{0,20}/)?.[0]).toBeUndefined();
  }
});

test("who notices: a reversed sentence, a repeated word", async ({ page }) => {
  test.slow();
  await test.step("a reversed sentence: DA and what has no direction do not notice, TENER does", async () => {
    await openRoom(page, { a: "da" }, "notices");
    // The part opens with this question.
    await expect(page.getByRole("button", { name: "Reverse the sentence" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    const card = (name: string): Locator => page.locator(`.notice-card[data-method="${name}"]`);
    const amount = async (name: string): Promise<number> => {
      await expect(card(name)).toHaveAttribute("data-amount", /\d/, { timeout: 30_000 });
      return Number(await card(name).getAttribute("data-amount"));
    };
    for (const name of ["da", "alibi", "no-positions", "tree-distance"]) {
      expect(await amount(name), name).toBeLessThan(1e-6);
      await expect(card(name)).toContainText("does not notice");
    }
    for (const name of ["tener", "vanilla", "rpr", "xl", "disan", "t5", "rope"]) {
      expect(await amount(name), name).toBeGreaterThan(0.01);
      await expect(card(name)).toContainText("notices:");
    }
    // Sorted by amount.
    const amounts = await page
      .locator(".notice-card")
      .evaluateAll((cards) => cards.map((card) => Number((card as HTMLElement).dataset.amount)));
    expect(amounts.length).toBeGreaterThanOrEqual(17);
    expect([...amounts].sort((a, b) => b - a)).toEqual(amounts);
    // No power of ten is read; all digits are in the title.
    for (const says of await page.locator(".notice-says").all()) {
      expect(await says.innerText()).toMatch(/(\d\.\d{1,3}|less than 0\.001|\((0|< 0\.000001)) nats/);
      await expect(says).toHaveAttribute("title", /^\d/);
    }
  });
  await test.step("a repeated word is told apart by distance alone, and a link brings the answer back", async () => {
    await openRoom(page, { a: "da", probe: "repeat,2" }, "notices");
    const card = (name: string): Locator => page.locator(`.notice-card[data-method="${name}"]`);
    await expect(page.getByRole("button", { name: "Repeat a word" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await expect(card("no-positions")).toContainText("does not notice (0 of 1)", { timeout: 30_000 });
    await expect(card("da")).toContainText("notices:");
    await expect(card("da")).toContainText("of 1");
  });
});

test("the table of what each knows", async ({ page }) => {
  await test.step("the table of what each knows is sorted by its headers, there and back", async () => {
    await openRoom(page, { a: "da" }, "knows");
    const rows = page.locator(".knowledge-table tbody tr");
    const order = (): Promise<string[]> =>
      rows.evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.method ?? ""));
    const grid = await order();
    expect(grid.length).toBeGreaterThanOrEqual(17);
    // h = 8, d = 16, k = 4: 2·h of the DA-Transformer, 2·(2k+1)·d of Shaw's tables.
    const added = (name: string): Locator =>
      page.locator(`.knowledge-table tr[data-method="${name}"] .number-column b`);
    await expect(added("da")).toHaveText("16");
    await expect(added("rpr")).toHaveText("288");
    await expect(added("alibi")).toHaveText("0");
    const column = page.locator('.knowledge-table th[data-column="Parameters added"]');
    const values = async (): Promise<number[]> => {
      const texts = await rows.locator(".number-column b").allInnerTexts();
      return texts.map((text) => Number(text.replace("−", "-").replace(/[^\d-]/g, "")));
    };
    await column.getByRole("button").click();
    await expect(column).toHaveAttribute("aria-sort", "ascending");
    const rising = await values();
    expect([...rising].sort((a, b) => a - b)).toEqual(rising);
    await column.getByRole("button").click();
    await expect(column).toHaveAttribute("aria-sort", "descending");
    const falling = await values();
    expect([...falling].sort((a, b) => b - a)).toEqual(falling);
    await column.getByRole("button").click();
    await expect(column).toHaveAttribute("aria-sort", "none");
    expect(await order()).toEqual(grid);
  });
  await test.step("the table is whole at 1440 and 1280, and its formulas are set", async () => {
    await openRoom(page, { a: "da" }, "knows");
    for (const width of [1440, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const cut = await page
        .locator(".knowledge .scroll")
        .evaluate((box) => box.scrollWidth - box.clientWidth);
      expect(cut, `${width} wide`).toBe(0);
      const last = page.locator(".knowledge-table thead th").last();
      await expect(last).toBeInViewport({ ratio: 1 });
    }
    const formulas = page.locator(".knowledge-table .formula-column math");
    await expect(formulas).toHaveCount(METHODS);
    for (const formula of await formulas.all()) {
      expect((await formula.getAttribute("alttext"))?.length).toBeGreaterThan(5);
      expect(await formula.evaluate((math) => math.namespaceURI)).toBe("http://www.w3.org/1998/Math/MathML");
    }
    await expect(page.locator(".knowledge-table tr[data-method=rpr] .formula-column msqrt")).toHaveCount(1);
    // A fraction divides by the whole logarithm; 0 parameters say what is fixed in their place.
    await expect(page.locator(".knowledge-table tr[data-method=fire] .formula-column mfrac > :last-child").last()).toContainText("max");
    await expect(page.locator(".knowledge-table tr[data-method=rope] .number-column small").first()).toContainText("angles are fixed");
    // The header stays in sight.
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.locator(".knowledge-table tbody tr").last().scrollIntoViewIfNeeded();
    await expect(page.locator(".knowledge-table thead th").first()).toBeInViewport({ ratio: 1 });
  });
});
