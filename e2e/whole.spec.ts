// Nothing is cut, covered or off the screen, on a phone and on a large screen, with one word and with three hundred.

import type { Page } from "@playwright/test";
import { expect, open, ready, set, test, unfold } from "./page";
import { ROOMS } from "./rooms";
import { broken } from "./whole";

const WORDS = "The old man said, that the extraordinarily good food was not (so they thought) what people; at all; eat!".split(" ");
const text = (count: number) => Array.from({ length: count }, (_, place) => WORDS[place % WORDS.length]).join(" ");

/** At every width, what is not whole. The window is as high as the room is, so that all of it is laid out and nothing
 * sticks to an edge. */
async function expectWhole(page: Page, what: string): Promise<void> {
  for (const width of [390, 820, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 4000 });
    await page.waitForTimeout(250);
    await ready(page);
    expect.soft(await broken(page), `${what}, ${width} wide`).toEqual([]);
  }
}

test("the Lab's texts are whole, however long the sentence is", async ({ page }) => {
  test.setTimeout(120_000);
  await open(page, "", "");
  for (const count of [1, 10, 22, 50, 250]) {
    await set(page, { sentence: text(count), cursor: null });
    await ready(page);
    await expectWhole(page, `${count} words`);
  }
});

for (const [room, drawn] of ROOMS) {
  if (room === "lab") continue;
  test(`${room}'s texts are whole`, async ({ page }) => {
    test.slow();
    await page.goto(`./#room=${room}`);
    await expect(page.locator(drawn).first()).toBeVisible();
    await ready(page);
    await unfold(page);
    await expectWhole(page, room);
  });
}

for (const width of [390, 820, 1280, 1440, 1920]) {
  test(`zoomed pictures and menus that open are whole, ${width} wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 4000 });
    await open(page, "", "");
    for (const figure of await page.locator("#pictures figure.matrix:visible").all()) {
      const zoom = figure.getByRole("button", { name: "Zoom in", exact: true });
      await zoom.click();
      await zoom.click();
      await figure.getByRole("button", { name: "Save", exact: true }).click();
      const menu = await figure.locator(".drop-menu").boundingBox();
      expect.soft(menu?.x).toBeGreaterThanOrEqual(0);
      expect.soft((menu?.x ?? 0) + (menu?.width ?? 0)).toBeLessThanOrEqual(width);
      await page.keyboard.press("Escape");
    }
    expect(await broken(page)).toEqual([]);
  });
}
