// Nothing jumps: while a slider moves, while a sentence is typed, while tokens are chosen, what stands on the screen
// stays where it is. Shifts right after an input count as well: they are the ones that a user sees.

import type { Page } from "@playwright/test";
import { board, expect, follow, open, ready, set, slider, test } from "./page";

interface Shift {
  value: number;
  moved: string[];
}

/** Begins to note layout shifts with what moved. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const shifts: Shift[] = [];
    const name = (node: Node | null): string => {
      const element = node instanceof Element ? node : (node?.parentElement ?? null);
      return element ? `${element.tagName.toLowerCase()}.${element.className}` : "?";
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        sources?: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
      })[]) {
        // A tick, a mark or a number moves with what it tells of; what stands on the page does not.
        const tells = ".tick, .step-value, .step-cursor, .reach-scale *, .token, .status";
        const standing = (entry.sources ?? []).filter(
          ({ node }) => !(node instanceof Element ? node : node?.parentElement)?.closest(tells),
        );
        const moved = standing.map(
          ({ node, previousRect: from, currentRect: to }) =>
            `${name(node)} ${[from.x, from.y, from.width, from.height].map(Math.round)} to ${[to.x, to.y, to.width, to.height].map(Math.round)}`,
        );
        if (moved.length > 0) shifts.push({ value: entry.value, moved });
      }
    }).observe({ type: "layout-shift", buffered: false });
    Object.assign(window, { shifts });
  });
}

async function shifts(page: Page): Promise<Shift[]> {
  await page.waitForTimeout(600);
  return page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts.splice(0));
}

/** Opens the page, or has it as it opens, and waits until all rests; what moved until then does not count. */
async function rested(page: Page, changes: Nearfar.Changes = {}): Promise<void> {
  const isOpen = page.url() !== "about:blank";
  await (isOpen ? follow : open)(page);
  await expect(board(page)).toBeVisible();
  await set(page, changes);
  await ready(page);
  await page.waitForTimeout(500);
  if (!isOpen) await watch(page);
  await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts.splice(0));
}

for (const width of [1440, 390]) {
  test.describe(`at ${width}`, () => {
    test.use({ viewport: { width, height: 900 } });

    test("nothing jumps while w moves, a sentence is typed, tokens are chosen", async ({ page }) => {
      await test.step("w moves from near to far", async () => {
        await rested(page);
        for (let step = -30; step <= 30; step += 3) {
          await slider(page, "w").range.fill(String(step / 10));
        }
        expect(await shifts(page)).toEqual([]);
      });
      await test.step("a sentence is typed", async () => {
        await rested(page, { sentence: "The dog that chased the cat was tired and then" });
        const field = page.locator("#sentence");
        await field.press("End");
        await field.pressSequentially(" lay down on the warm old rug", { delay: 30 });
        expect(await shifts(page)).toEqual([]);
      });
      await test.step("tokens are chosen", async () => {
        await rested(page);
        for (const place of [1, 4, 1, 7, 4, 7]) {
          await page.locator(".tokens .token").nth(place).click();
          await page.waitForTimeout(100);
        }
        expect(await shifts(page)).toEqual([]);
      });
    });
  });
}
