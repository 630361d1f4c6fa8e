// Nothing is cut, covered or off the screen, on a phone and on a large screen, with one word and with three hundred.

import type { Locator, Page } from "@playwright/test";
import { expect, frame, nth, open, ready, set, test, unfold } from "./page";
import { ROOMS } from "./rooms";
import { broken } from "./whole";

const WORDS = "The old man said, that the extraordinarily good food was not (so they thought) what people; at all; eat!".split(" ");
const text = (count: number) => Array.from({ length: count }, (_, place) => WORDS[place % WORDS.length]).join(" ");

/** At every width, what is not whole. The window is as high as the room is, so that all of it is laid out and nothing
 * sticks to an edge. */
async function expectWhole(page: Page, what: string): Promise<void> {
  for (const width of [320, 390, 820, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 4000 });
    // One frame to measure boxes, one to draw by them.
    await frame(page);
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

async function visit(page: Page, room: string, drawn: string): Promise<void> {
  await page.goto(`./#room=${room}`);
  await expect(page.locator(drawn).first()).toBeVisible();
  await ready(page);
  await unfold(page);
}

test("what is cut, covered, outside or on something else is found", async ({ page }) => {
  await page.setContent(`
    <style>body { margin: 0; font: 16px/20px sans-serif } div { position: relative; height: 60px }</style>
    <div><p id="cut" class="a" style="width: 40px; overflow: hidden; white-space: nowrap">cut by its frame</p></div>
    <div><p class="b" style="position: absolute; left: -30px">off the screen</p></div>
    <div class="card" style="width: 60px"><p class="c" style="white-space: nowrap">outside of its card</p></div>
    <div><p class="d">under another</p><i style="position: absolute; inset: 0; background: red"></i></div>
    <div><p class="e" style="position: absolute">one text</p><p class="e" style="position: absolute">two text</p></div>
    <div><p class="f" style="width: 40px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">no tooltip</p></div>
    <div><p class="g">whole</p><p class="h" title="t" style="width: 40px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">a tooltip</p></div>
  `);
  const found = await broken(page);
  for (const [kind, name] of [["cut by", "a"], ["off the screen", "b"], ["outside", "c"], ["under", "d"], ["on ", "e"], ["cut by", "f"]] as const) {
    expect(found.filter((line) => line.startsWith(kind) && line.endsWith(`p.${name}`)), name).not.toEqual([]);
  }
  expect(found.filter((line) => /p\.[gh]$/.test(line))).toEqual([]);
});

for (const [room, drawn] of ROOMS) {
  if (room === "lab") continue;
  test(`${room}'s texts are whole`, async ({ page }) => {
    test.slow();
    await visit(page, room, drawn);
    await expectWhole(page, room);
  });
}

test("no room is wider than the screen", async ({ page }) => {
  await open(page, "", "");
  for (const width of [320, 360, 500, 650, 700, 768, 820, 900, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    await frame(page);
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect.soft(beyond, `${width} wide`).toBe(0);
  }
});

test("the parts of Compare are whole", async ({ page }) => {
  test.setTimeout(120_000);
  await visit(page, "compare", ".compare[data-ready]");
  const tabs = page.getByRole("tablist", { name: "Parts of the comparison" }).getByRole("tab");
  for (const tab of await tabs.all()) {
    await tab.click();
    await expectWhole(page, await tab.innerText());
  }
});

test("a model in Inspect is whole", async ({ page }) => {
  test.setTimeout(120_000);
  await visit(page, "inspect", ".inspect[data-ready]");
  await page.getByRole("button", { name: "Film reviews, distance-aware" }).click();
  for (const view of ["heads", "run", "tensors"]) {
    await page.locator(`.inspect-tabs [data-view=${view}]`).click();
    if (view !== "tensors") await expect(page.locator(".head-grid td button")).toHaveCount(16);
    else await expect(page.locator(".inspect-detail .histogram")).toBeVisible();
    await expectWhole(page, view);
  }
});

async function expectInside(menu: Locator, width: number): Promise<void> {
  const box = await menu.boundingBox();
  const what = `${await menu.getAttribute("aria-label")}, ${width} wide`;
  expect.soft(box?.x, what).toBeGreaterThanOrEqual(0);
  expect.soft((box?.x ?? 0) + (box?.width ?? 0), what).toBeLessThanOrEqual(width);
}

test("zoomed pictures and menus that open are whole at every width", async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 4000 });
  await open(page, "", "");
  for (const width of [320, 390, 820, 1280, 1440, 1920]) {
    await test.step(`${width} wide`, async () => {
      await page.setViewportSize({ width, height: 4000 });
      await frame(page);
      await ready(page);
      const figures = await page.locator("#pictures figure.matrix:visible").all();
      for (const figure of figures) {
        const zoom = figure.getByRole("button", { name: "Zoom in", exact: true });
        await zoom.click();
        await zoom.click();
        await figure.getByRole("button", { name: "Save", exact: true }).click();
        await expectInside(figure.getByRole("group", { name: "Save as" }), width);
        await page.keyboard.press("Escape");
      }
      expect(await broken(page), `${width} wide`).toEqual([]);
      for (const [opener, menu] of [
        ["Model and method of A", "Models and methods"],
        ["Model and method of B", "Models and methods"],
        ["Mask and pictures", "Mask and pictures"],
        ["Presets for w and v", "Presets for w and v"],
      ] as const) {
        // On a phone B is behind A.
        const button = page.getByRole("button", { name: opener });
        if (await button.isHidden()) continue;
        await button.click();
        await expectInside(page.getByRole("group", { name: menu }), width);
        await page.keyboard.press("Escape");
      }
      // All pictures show the same part: the whole, for the next width.
      const all = nth(figures, 0).getByRole("button", { name: "Show all" });
      await all.click();
      await expect(all).toBeHidden();
    });
  }
});
