// The page in its languages: chosen by a link, a menu or the browser, whole, and without a layout that breaks.

import { expect, open, ready, settings, test, violations } from "./page";

/** What the header calls the rooms, and the sentence's heading. */
const SAYS: Record<string, [compare: string, sentence: string, sounds: RegExp]> = {
  zh: ["对比", "句子", /\p{Script=Han}{4}/u],
  ko: ["비교", "문장", /\p{Script=Hangul}{4}/u],
  de: ["Vergleich", "Satz", /\b(der|die|das|und|eine)\b/],
};

for (const [lang, [compare, sentence, sounds]] of Object.entries(SAYS)) {
  test(`a link opens the page in ${lang}, axe finds no wrong name in any room, and none is wider than a phone`, async ({ page }) => {
    test.slow();
    await page.goto(`./#lang=${lang}`);
    await ready(page);
    await expect(page.locator("html")).toHaveAttribute("lang", lang);
    await expect(page.locator('[data-room="compare"]')).toHaveText(compare);
    await expect(page.locator("#sentence-title")).toHaveText(sentence);
    for (const room of ["lab", "curves", "compare", "train", "inspect", "learn"]) {
      await page.evaluate((name) => window.nearfar.set({ room: name as "lab" }), room);
      const own = room === "lab" ? page.locator("#sentence") : page.locator(`#${room}-room > *`).first();
      await expect(own).toBeVisible({ timeout: 20_000 });
      await expect(page.locator(`#${room}-room .placeholder`)).toHaveCount(0);
      // What the room alone says comes with the room.
      await expect(page.locator("#main")).toHaveText(sounds);
      // All else that axe looks at is the same in every language (access.spec.ts).
      expect.soft(await violations(page, "names"), room).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      const [wide, seen] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.documentElement.clientWidth,
      ]);
      expect(wide, room).toBeLessThanOrEqual(seen);
      await page.setViewportSize({ width: 1440, height: 900 });
    }
  });
}

test("the menu changes the language and keeps everything else", async ({ page }) => {
  await open(page, "head=5&w=3:1.5");
  const before = await settings(page);
  await page.getByLabel("Language").selectOption({ label: "Deutsch" });
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await ready(page);
  await expect(page.locator("#sentence-title")).toHaveText("Satz");
  expect(await settings(page)).toEqual({ ...before, lang: "de" });
  // It is the next visit's, too, and one choice back.
  await page.goto("about:blank");
  await page.goto("./");
  await ready(page);
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page.locator(".language select").selectOption("en");
  await expect(page.locator("#sentence-title")).toHaveText("Sentence");
});

test("a language that there is not is named, and the page speaks English", async ({ page }) => {
  await open(page, "lang=xx");
  await expect(page.locator(".notice")).toContainText("lang");
  await expect(page.locator("#sentence-title")).toHaveText("Sentence");
});

test("without its sentences the page speaks English", async ({ page, complaints }) => {
  await page.route("**/texts/**/*.json*", (route) => route.abort());
  await page.goto("./#lang=de");
  await ready(page);
  await expect(page.locator("#sentence-title")).toHaveText("Sentence");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  complaints.length = 0;
});

test("a room without its sentences speaks English", async ({ page, complaints }) => {
  await page.route("**/texts/de/*.json*", (route) => route.abort());
  await page.goto("./#lang=de&room=curves");
  await expect(page.locator("#curves-room canvas").first()).toBeVisible({ timeout: 30_000 });
  await expect(page.locator('[data-room="compare"]')).toHaveText("Vergleich");
  await expect(page.locator("#curves-room")).toContainText("What the paper asks of f");
  complaints.length = 0;
});

test.describe("in a browser that speaks Korean", () => {
  test.use({ locale: "ko-KR" });
  test("the page speaks Korean", async ({ page }) => {
    await page.goto("./");
    await ready(page);
    await expect(page.locator("html")).toHaveAttribute("lang", "ko");
    await expect(page.locator("#sentence-title")).toHaveText("문장");
  });
});
