// w and v of the heads: sliders, fields, presets, several heads at once, undo and redo.

import type { Page } from "@playwright/test";
import {
  cell,
  cells,
  enter,
  expect,
  expectShown,
  figures,
  follow,
  frame,
  nth,
  open,
  pixels,
  set,
  settings,
  slider,
  test,
  thumbnail,
  trace,
} from "./page";
import { mapping } from "./reference";

const HEAD = 4;

/** Where the pointer must be for the range input to stand at `value`. */
async function place(page: Page, name: "w" | "v", value: number) {
  const { range } = slider(page, name);
  const box = await range.boundingBox();
  if (!box) throw new Error("the slider is not seen");
  return { x: box.x + (box.width * (value + 3)) / 6, y: box.y + box.height / 2 };
}

async function drag(page: Page, name: "w" | "v", to: number): Promise<void> {
  await slider(page, name).range.scrollIntoViewIfNeeded();
  const now = Number(await slider(page, name).range.inputValue());
  const [from, target] = [await place(page, name, now), await place(page, name, to)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(target.x, target.y, { steps: 8 });
  await page.mouse.up();
  await frame(page);
}

test("w and v of several heads, ready-made and by presets; heads and seed", async ({ page }) => {
  // As many tests as it has steps.
  test.slow();
  await test.step("heads chosen with Ctrl move together", async () => {
    await open(page);
    await thumbnail(page, 2).click();
    await thumbnail(page, 9).click({ modifiers: ["Control"] });
    await thumbnail(page, 12).click({ modifiers: ["Control"] });
    const { head, chosen, w: before } = await settings(page);
    expect([head, chosen]).toEqual([2, [9, 12]]);
    await expect(page.getByRole("heading", { name: "Heads 2, 9, 12" })).toBeVisible();
    await expect(slider(page, "w").field).toHaveAttribute("placeholder", "mixed");

    // The slider shifts them and keeps their differences.
    await drag(page, "w", -2);
    const { w } = await settings(page);
    const by = nth(w, 1) - nth(before, 1);
    expect(nth(w, 1)).toBeLessThan(-1.6);
    const moves = (index: number) => [1, 8, 11].includes(index);
    w.forEach((now, index) => {
      expect(now).toBeCloseTo(nth(before, index) + (moves(index) ? by : 0), 9);
      expect(Object.is(now, -0), `head ${index + 1} is −0`).toBe(false);
    });
    expect((await trace(page)).heads.map((each) => each.w)).toEqual(w);
    // The field sets them all.
    await enter(slider(page, "w").field, "0.75");
    await frame(page);
    expect((await settings(page)).w).toEqual(w.map((old, index) => (moves(index) ? 0.75 : old)));

    // Again with Ctrl takes a head out.
    await thumbnail(page, 9).click({ modifiers: ["Control"] });
    expect((await settings(page)).chosen).toEqual([12]);
    // Without Ctrl, one head alone.
    await thumbnail(page, 5).click();
    expect(await settings(page)).toMatchObject({ head: 5, chosen: [] });
  });
  await test.step("all heads move together, and one again", async () => {
    await follow(page);
    const all = page.getByRole("button", { name: "Move all heads" });
    await all.click();
    await expect(all).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByRole("heading", { name: "All 16 heads" })).toBeVisible();
    await enter(slider(page, "v").field, "-1.5");
    await frame(page);
    expect((await settings(page)).v).toEqual(Array(16).fill(-1.5));
    expect((await trace(page)).heads.map(({ v }) => v)).toEqual(Array(16).fill(-1.5));
    await all.click();
    await enter(slider(page, "v").field, "2");
    await frame(page);
    expect((await settings(page)).v.filter((v) => v === 2)).toHaveLength(1);
  });
  await test.step("the ready-made w and v of Fig. 2 set the heads that move", async () => {
    await follow(page);
    const group = page.getByRole("group", { name: "Presets for w and v" });
    const before = await settings(page);
    for (const [label, w, v] of [
      ["Far, mild", 1, -1],
      ["Near, mild", -1, -1],
      ["Far, strong", 1, 1],
      ["Near, strong", -1, 1],
    ] as const) {
      if (await group.isHidden()) await page.getByRole("button", { name: "Presets for w and v" }).click();
      await group.getByText(label, { exact: true }).click();
      const now = await settings(page);
      expect([now.w[HEAD - 1], now.v[HEAD - 1]], label).toEqual([w, v]);
      expect(now.w.toSpliced(HEAD - 1, 1)).toEqual(before.w.toSpliced(HEAD - 1, 1));
    }
  });
  await test.step("the presets for all heads, and reset", async () => {
    await follow(page);
    const start = await settings(page);
    const group = page.getByRole("group", { name: "Presets for all heads" });
    await group.getByText("All flat").click();
    await frame(page);
    expect((await settings(page)).w).toEqual(Array(16).fill(0));
    for (const { coefficient } of (await trace(page)).heads) {
      expect(new Set(coefficient?.data)).toEqual(new Set([1]));
    }
    await set(page, { heads: 4 });
    await group.getByText("Half near, half far").click();
    await frame(page);
    const four = await settings(page);
    expect(four.w.slice(0, 4).map(Math.sign)).toEqual([-1, -1, 1, 1]);
    expect(new Set(four.w.slice(0, 4)).size).toBe(4);
    await set(page, { heads: 16 });
    await enter(slider(page, "w").field, "7");
    await page.getByRole("button", { name: "Reset", exact: true }).click();
    expect(await settings(page)).toMatchObject({ w: start.w, v: start.v });
  });
  await test.step("heads and seed are changed by their fields", async () => {
    await follow(page);
    const before = await trace(page);
    await enter(page.getByRole("textbox", { name: "Number of heads" }), "3");
    await frame(page);
    await expect(page.locator(".head-thumbnail")).toHaveCount(3);
    await expect(page.locator("table.figures tbody tr")).toHaveCount(3);
    expect((await trace(page)).heads).toHaveLength(3);
    // The shown head was beyond the last.
    expect((await settings(page)).head).toBe(3);
    await enter(page.getByRole("textbox", { name: "Seed" }), "8");
    await frame(page);
    expect((await trace(page)).Wq.data.slice(0, 16)).not.toEqual(before.Wq.data.slice(0, 16));
    await expect(page.locator(".matrix-about").first()).toHaveText("untrained projections (seed 8)");
    await enter(page.getByRole("textbox", { name: "Number of heads" }), "2.5");
    await expect(page.getByText("2.5 is not a whole number")).toBeVisible();
    expect((await settings(page)).heads).toBe(3);
  });
});

const REFUSED = [
  ["abc", "“abc” is not a number"],
  ["NaN", "NaN is not a finite number"],
  ["Infinity", "inf is not a finite number"],
  ["1001", "1001 is not between -1000 and 1000"],
  ["", "is not a number"],
] as const;

test("w and v by pointer, keys and fields, and undone", async ({ page }) => {
  // As many tests as it has steps.
  test.slow();
  await test.step("one drag is one step of undo, by button and by key", async () => {
    await open(page);
    const [undo, redo] = [
      page.getByRole("button", { name: "Undo" }),
      page.getByRole("button", { name: "Redo" }),
    ];
    await expect(undo).toBeDisabled();
    await expect(redo).toBeDisabled();
    const states = [await settings(page)];
    for (const to of [1, -2]) {
      await drag(page, "w", to);
      states.push(await settings(page));
    }
    const [start, first, second] = [nth(states, 0), nth(states, 1), nth(states, 2)];
    expect(second.w).not.toEqual(first.w);

    await undo.click();
    expect(await settings(page)).toEqual(first);
    await undo.click();
    expect(await settings(page)).toEqual(start);
    await expect(undo).toBeDisabled();
    await redo.click();
    await redo.click();
    expect(await settings(page)).toEqual(second);
    await expect(redo).toBeDisabled();

    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("Control+z");
    expect(await settings(page)).toEqual(first);
    await page.keyboard.press("Control+z");
    expect(await settings(page)).toEqual(start);
    await page.keyboard.press("Control+Shift+z");
    expect(await settings(page)).toEqual(first);
    await page.keyboard.press("Control+y");
    expect(await settings(page)).toEqual(second);
    expect(nth((await trace(page)).heads, HEAD - 1).w).toBe(second.w[HEAD - 1]);

    // A new change after undo leaves nothing to redo.
    await undo.click();
    await drag(page, "v", 2);
    await expect(redo).toBeDisabled();
    await undo.click();
    expect(await settings(page)).toEqual(first);
  });
  await test.step("dragging w moves settings, trace, figures and pictures", async () => {
    await follow(page);
    // On a range of its own, B's picture does not follow A's largest weight.
    await set(page, { range: "own" });
    const before = {
      main: (await pixels(cells(page))).digest,
      small: (await pixels(thumbnail(page, HEAD).locator("canvas"))).digest,
      other: (await pixels(thumbnail(page, 9).locator("canvas"))).digest,
      b: (await pixels(cells(page, "B ·"))).digest,
      difference: (await pixels(cells(page, "A − B"))).digest,
      row: await figures(page, HEAD),
    };
    await drag(page, "w", 1.2);

    const { w } = await settings(page);
    const now = nth(w, HEAD - 1);
    expect(now).toBeGreaterThan(0.8);
    expect(now).toBeLessThan(1.6);
    expect(w.filter((_, head) => head !== HEAD - 1)).not.toContain(now);

    const head = nth((await trace(page)).heads, HEAD - 1);
    expect(head.w).toBe(now);
    const f = mapping("learnable-sigmoid", head.v);
    expect(cell(head, "coefficient", 2, 7)).toBeCloseTo(f(5 * now), 4);

    expect((await pixels(cells(page))).digest).not.toBe(before.main);
    expect((await pixels(cells(page, "A − B"))).digest).not.toBe(before.difference);
    expect((await pixels(thumbnail(page, HEAD).locator("canvas"))).digest).not.toBe(before.small);
    expect((await pixels(thumbnail(page, 9).locator("canvas"))).digest).toBe(before.other);
    expect((await pixels(cells(page, "B ·"))).digest).toBe(before.b);

    // The figures follow once the slider rests: w, preference, and the mean distance of the weights.
    const weights = nth(head.weight?.data ? [head.weight] : [], 0);
    const n = nth(weights.shape, 0);
    const distance =
      weights.data.reduce(
        (sum, weight, index) => sum + weight * Math.abs(Math.floor(index / n) - (index % n)),
        0,
      ) / n;
    await expect
      .poll(async () => Math.abs(Number(nth(await figures(page, HEAD), 6)) - distance))
      .toBeLessThan(0.01);
    const row = await figures(page, HEAD);
    expectShown(row[1], now);
    expect(row[3]).toBe("far");
    expect(before.row[3]).toBe("near");
    await expect(thumbnail(page, HEAD)).toHaveAccessibleName(/^Head \d+ w: far w /);
  });
  await test.step("the keyboard moves w by its step", async () => {
    await follow(page);
    const { range } = slider(page, "w");
    const start = nth((await settings(page)).w, HEAD - 1);
    await range.focus();
    for (let press = 0; press < 3; press++) await range.press("ArrowRight");
    await expect
      .poll(async () => nth((await settings(page)).w, HEAD - 1))
      .toBeCloseTo(start + 0.15, 9);
    await range.press("ArrowLeft");
    await expect
      .poll(async () => nth((await settings(page)).w, HEAD - 1))
      .toBeCloseTo(start + 0.1, 9);
    await range.press("Home");
    await expect.poll(async () => nth((await settings(page)).w, HEAD - 1)).toBe(-3);
    await range.press("End");
    await expect.poll(async () => nth((await settings(page)).w, HEAD - 1)).toBe(3);
    expect(nth((await trace(page)).heads, HEAD - 1).w).toBe(3);
  });
  await test.step("the field takes what the slider cannot", async () => {
    await follow(page);
    const { field, error } = slider(page, "w");
    await enter(field, "12.5");
    await frame(page);
    expect(nth((await settings(page)).w, HEAD - 1)).toBe(12.5);
    expect(nth((await trace(page)).heads, HEAD - 1).w).toBe(12.5);
    await enter(field, "\u22120.35");
    await frame(page);
    expect(nth((await settings(page)).w, HEAD - 1)).toBe(-0.35);
    await expect(field).toHaveValue("\u22120.35");
    await expect(error).toBeHidden();
  });
  await test.step("the field refuses what is no number and says why", async () => {
    await follow(page);
    const { field, error } = slider(page, "w");
    for (const [typed, says] of REFUSED) {
      const before = await settings(page);
      const picture = await pixels(cells(page));
      await enter(field, typed);
      await expect(error).toContainText(says);
      await expect(error).toBeVisible();
      await expect(field).toHaveAttribute("aria-invalid", "true");
      await frame(page);
      expect(await settings(page)).toEqual(before);
      expect(await pixels(cells(page))).toEqual(picture);
      // A number puts it right, even the one that was there.
      await enter(field, String(nth(before.w, HEAD - 1)));
      await expect(error).toBeHidden();
      await expect(field).not.toHaveAttribute("aria-invalid", "true");
    }
  });
  await test.step("a step that was undone is drawn", async () => {
    await follow(page);
    const before = await pixels(cells(page));
    await drag(page, "w", 2.5);
    const after = await pixels(cells(page));
    expect(after.digest).not.toBe(before.digest);
    await page.getByRole("button", { name: "Undo" }).click();
    await frame(page);
    expect(await pixels(cells(page))).toEqual(before);
  });
});

test("presses of an arrow key in a row are undone as one or each, never lost", async ({ page }) => {
  await open(page);
  const start = await settings(page);
  const { range } = slider(page, "w");
  await range.focus();
  for (let press = 0; press < 4; press++) await range.press("ArrowRight");
  const end = await settings(page);
  expect(end.w).not.toEqual(start.w);
  const undo = page.getByRole("button", { name: "Undo" });
  let steps = 0;
  while (await undo.isEnabled()) {
    await undo.click();
    steps += 1;
  }
  expect(await settings(page)).toEqual(start);
  const redo = page.getByRole("button", { name: "Redo" });
  for (; steps; steps--) await redo.click();
  expect(await settings(page)).toEqual(end);
});

test.describe("a finger on a slider", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("scrolls up and down, and slides to the sides", async ({ page }) => {
    await open(page, "", "");
    const client = await page.context().newCDPSession(page);
    const swipe = async (x: number, y: number, dx: number, dy: number) => {
      const at = (share: number) => [{ x: x + dx * share, y: y + dy * share }];
      await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
      for (let step = 1; step <= 6; step++) {
        await client.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(step / 6) });
      }
      await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
      await frame(page);
    };
    const before = await settings(page);
    const now = async () => nth((await settings(page)).w, before.head - 1);
    const learned = await now();
    const { range } = slider(page, "w");
    const shown = await range.inputValue();
    const { x, y, width, height } = (await range.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    // Far from the thumb.
    const [right, middle] = [x + width * 0.9, y + height / 2];
    await swipe(right, middle, 0, -240);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
    expect(await now()).toBe(learned);
    await expect(range).toHaveValue(shown);
    await expect(page.locator("[data-panel=undo]").first()).toBeDisabled();
    await swipe(right, middle, -width * 0.3, 0);
    expect(await now()).toBeGreaterThan(0);
    const slid = await now();
    await page.touchscreen.tap(x + width * 0.1, middle);
    await expect.poll(now).toBeLessThan(slid);
  });

  test("what stands at the end of the page is not under the sliders", async ({ page }) => {
    await open(page, "", "");
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect
      .poll(() =>
        page.evaluate(() => {
          const [foot, dock] = [".foot", ".dock"].map((what) => document.querySelector(what)?.getBoundingClientRect());
          return foot && dock ? dock.top - foot.bottom : Number.NaN;
        }),
      )
      .toBeGreaterThanOrEqual(0);
  });
});
