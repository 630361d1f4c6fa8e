// The tokens follow what is typed, wherever it is typed: their words, their places, their bars. Those of a
// sentence of more than 128 tokens follow once the typing rests.

import type { Page } from "@playwright/test";
import { expect, open, test } from "./page";

const WORDS = "the old man said that food was not good but people at next table did think so".split(" ");

/** What the chips show: word, name, and the lengths of the bars of A and B in percent. */
function chips(page: Page) {
  return page.evaluate(() =>
    [...document.querySelectorAll(".tokens .token")].map((chip) => ({
      word: chip.querySelector("bdi")?.textContent,
      name: chip.getAttribute("aria-label"),
      bars: [...chip.querySelectorAll<HTMLElement>(".bar")].map((bar) =>
        Number.parseFloat(bar.style.backgroundSize),
      ),
    })),
  );
}

/** What each token receives of all, in A and B, in percent of the most, by the numbers of `window.nearfar`. */
async function received(page: Page, head: number) {
  const both = await page.evaluate((head) => {
    const panels = ["a", "b"].map((panel) => window.nearfar.trace({ panel: panel as "a" | "b" }));
    return panels.map(({ tokens, heads }) => {
      const weights = heads[head]?.weight?.data ?? [];
      return tokens.map((_, key) => {
        const column = tokens.map((_, query) => weights[query * tokens.length + key] ?? Number.NaN);
        return column.reduce((sum, weight) => sum + weight, 0) / tokens.length;
      });
    });
  }, head);
  const most = Math.max(...both.flat());
  return both.map((panel) => panel.map((share) => (100 * share) / most));
}

async function expectTokens(page: Page, words: string[]) {
  expect(await page.evaluate(() => window.nearfar.trace().tokens)).toEqual(words);
  await expect(page.locator(".tokens .token bdi")).toHaveText(words);
  const [a, b] = await received(page, 3);
  await expect(async () => {
    for (const [place, { name, bars }] of (await chips(page)).entries()) {
      expect(name).toMatch(new RegExp(`^${place + 1}: ${words[place]}`));
      expect(bars[0]).toBeCloseTo(a?.[place] ?? Number.NaN, 0);
      expect(bars[1]).toBeCloseTo(b?.[place] ?? Number.NaN, 0);
    }
  }).toPass({ timeout: 5_000 });
}

for (const count of [12, 140]) {
  test(`the tokens of ${count} words follow what is typed anywhere`, async ({ page }) => {
    const words = Array.from({ length: count }, (_, index) => WORDS[(index * 7) % WORDS.length] ?? "");
    await open(page, `head=4&sentence=${encodeURIComponent(words.join(" "))}`);
    await expectTokens(page, words);

    const box = page.getByRole("textbox", { name: "Sentence" });
    await box.press("Control+Home");
    await box.pressSequentially("people said ");
    words.unshift("people", "said");
    await expectTokens(page, words);

    await box.press("Control+End");
    await box.pressSequentially(" so");
    words.push("so");
    await expectTokens(page, words);

    // The third word goes, and another comes in its place.
    const [third] = words.splice(2, 1);
    const from = "people said ".length;
    await box.evaluate(
      (box, [from, to]) => (box as HTMLTextAreaElement).setSelectionRange(from ?? 0, to ?? 0),
      [from, from + `${third} `.length],
    );
    await box.press("Delete");
    await expectTokens(page, words);
    await box.pressSequentially("table ");
    words.splice(2, 0, "table");
    await expectTokens(page, words);

    // A chip is the token that it shows, though others came before it.
    const chip = page.locator(".tokens .token").nth(3);
    await chip.click();
    await expect(chip).toHaveAttribute("aria-selected", "true");
    expect((await page.evaluate(() => window.nearfar.settings())).selected).toEqual([4]);
    await expect(page.locator('.token[aria-selected="true"]')).toHaveCount(1);
  });
}
