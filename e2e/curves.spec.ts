// The Curves room: its read-outs, the five requirements, and the coefficient matrices.

import type { Page } from "@playwright/test";
import {
  enter,
  expect,
  expectShown,
  frame,
  nth,
  open,
  pixels,
  read,
  set,
  settings,
  test,
} from "./page";
import { mapping, slope } from "./reference";

const plot = (page: Page) => page.getByRole("application", { name: /^Plot of/ });
const chips = (page: Page) => page.locator(".chips .chip");

/** Every chip shows f and f′ of its curve at x. */
async function expectValues(page: Page, x: number): Promise<void> {
  const { curves } = await settings(page);
  await expect(chips(page)).toHaveCount(curves.length);
  for (const [index, curve] of curves.entries()) {
    const v = Number(/^learnable-sigmoid\((.*)\)$/.exec(curve)?.[1] ?? 0);
    const name = curve.startsWith("learnable") ? "learnable-sigmoid" : curve;
    const [value, derivative] = await chips(page)
      .nth(index)
      .locator(".chip-values b")
      .allInnerTexts();
    expectShown(value, mapping(name, v)(x), `f of ${curve} at ${x}`);
    // The test's own slope is a difference quotient: good to some seven digits.
    const expected = slope(name, v, x);
    const apart = Math.abs(read(derivative) - expected);
    expect(apart, `f′ of ${curve} at ${x}`).toBeLessThanOrEqual(
      Math.max(0.006 * Math.abs(expected), 2e-6),
    );
  }
}

test("rooms are changed by tab and by key", async ({ page }) => {
  await open(page);
  const lab = page.getByRole("button", { name: "Lab", exact: true });
  const curves = page.getByRole("button", { name: "Curves", exact: true });
  await curves.click();
  await expect(curves).toHaveAttribute("aria-current", "page");
  await expect(plot(page)).toBeVisible();
  expect((await settings(page)).room).toBe("curves");
  await page.keyboard.press("1");
  await expect(lab).toHaveAttribute("aria-current", "page");
  await expect(plot(page)).toHaveCount(0);
  await expect(page.getByRole("textbox", { name: "Sentence" })).toBeVisible();
  await page.keyboard.press("2");
  await expect(plot(page)).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("textbox", { name: "Sentence" })).toBeVisible();
});

test("the read-out is the formula, by pointer and by key", async ({ page }) => {
  await open(
    page,
    "nearfar=1&room=curves&curves=learnable-sigmoid(-2);learnable-sigmoid(1);sigmoid;exponent;clip(5);linear(0.5,1)",
  );
  await expect(page.getByText("at x = 0", { exact: true })).toBeVisible();
  await expectValues(page, 0);
  await plot(page).focus();
  for (let press = 0; press < 6; press++) await page.keyboard.press("ArrowRight");
  await expect(page.getByText("at x = 1.5", { exact: true })).toBeVisible();
  await expectValues(page, 1.5);
  await page.keyboard.press("Home");
  await expectValues(page, -8);
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await expectValues(page, 7.75);

  const box = await plot(page).boundingBox();
  if (!box) throw new Error("no plot");
  const before = await pixels(plot(page).locator("canvas"));
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.5);
  await frame(page);
  const at = /^at x = (\S+)$/.exec(await page.locator(".chips-title .muted").innerText());
  const x = read(at?.[1]);
  expect(x).toBeGreaterThan(-8);
  expect(x).toBeLessThan(0);
  // x itself is shown to three digits: the value may be off by what that makes of the slope.
  const f = mapping("learnable-sigmoid", 1);
  const shown = read(nth(await chips(page).nth(1).locator("b").allInnerTexts(), 0));
  expect(Math.abs(shown - f(x))).toBeLessThan(0.01 + 0.01 * Math.abs(f(x)));
  expect((await pixels(plot(page).locator("canvas"))).digest).not.toBe(before.digest);
  await page.mouse.move(2, 2);
  await expect(page.getByText("at x = 0", { exact: true })).toBeVisible();
});

test("curves are added, removed and brought back", async ({ page }) => {
  await open(page, "nearfar=1&room=curves");
  await expect(chips(page)).toHaveCount(5);
  const canvas = plot(page).locator("canvas");
  const five = await pixels(canvas);
  const aside = page.getByRole("complementary", { name: "Curves and axis" });
  await aside.getByRole("combobox", { name: "Mapping f" }).selectOption("exponent");
  await aside.getByRole("button", { name: "Add", exact: true }).click();
  expect((await settings(page)).curves.at(-1)).toBe("exponent");
  await frame(page);
  expect((await pixels(canvas)).digest).not.toBe(five.digest);
  await aside.getByRole("combobox", { name: "Mapping f" }).selectOption("linear");
  await enter(aside.getByRole("textbox", { name: "k, the slope" }), "\u22120.25");
  await aside.getByRole("button", { name: "Add", exact: true }).click();
  expect((await settings(page)).curves.at(-1)).toBe("linear(-0.25,1)");
  await expectValues(page, 0);

  for (let left = 7; left > 0; left--) {
    await expect(chips(page)).toHaveCount(left);
    await page
      .getByRole("button", { name: /^Remove / })
      .first()
      .click();
  }
  await expect(page.getByText("No curve is left.")).toBeVisible();
  expect((await settings(page)).curves).toEqual([]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(chips(page)).toHaveCount(1);
  await page.getByRole("button", { name: "Fig. 1" }).click();
  await frame(page);
  expect(await pixels(canvas)).toEqual(five);
  await page.getByRole("button", { name: "All five functions" }).click();
  await expect(chips(page)).toHaveCount(5);
  for (let count = 5; count < 12; count++)
    await aside.getByRole("button", { name: "Add", exact: true }).click();
  await expect(aside.getByRole("button", { name: "Add", exact: true })).toBeDisabled();
  await expect(page.getByText("12 curves are the most")).toBeVisible();
});

test("the requirements are marked as the paper has them", async ({ page }) => {
  await open(
    page,
    "nearfar=1&room=curves&curves=learnable-sigmoid(1);learnable-sigmoid(-3);sigmoid;exponent;clip(5);linear(0.5,1)",
  );
  const rows = page.locator("table.requirements tbody tr");
  // f(0) = 1, to 0 at minus infinity, bounded, tunable, monotone (section 3.2, 4.3).
  const expected: [string, boolean[]][] = [
    ["learnable sigmoid, v = 1", [true, true, true, true, true]],
    ["learnable sigmoid, v = −3", [true, true, true, true, true]],
    ["sigmoid", [false, true, true, false, true]],
    ["exponent", [true, true, false, false, true]],
    ["clip, T = 5", [false, false, true, false, true]],
    ["linear, k = 0.5, b = 1", [true, false, false, true, true]],
  ];
  await expect(rows).toHaveCount(expected.length);
  for (const [index, [name, met]] of expected.entries()) {
    const row = rows.nth(index);
    await expect(row.getByRole("rowheader")).toHaveText(name);
    const marks = await row.locator(".visually-hidden").allInnerTexts();
    expect(
      marks.map((mark) => mark === "met"),
      name,
    ).toEqual(met);
    for (const reason of await row.locator(".reason").allInnerTexts()) expect(reason).not.toBe("");
  }
  await expect(rows.nth(2).locator(".reason").first()).toHaveText("f(0) = 0.5");
});

test("the matrices are the coefficients, and follow their sliders", async ({ page }) => {
  await open(page, "nearfar=1&room=curves");
  const figures = page.locator("figure.coefficients");
  await expect(figures).toHaveCount(5);
  const check = async () => {
    const n = (await settings(page)).matrix[2];
    for (const figure of await figures.all()) {
      const [, w, v] =
        /w = (\S+), v = (\S+)/.exec(await figure.locator("figcaption").innerText()) ?? [];
      const f = mapping("learnable-sigmoid", read(v));
      const farthest = /farthest pair: (\S+)/.exec(await figure.innerText())?.[1];
      expectShown(farthest, f(read(w) * (n - 1)), `w ${w}, v ${v}`);
      const size = await figure
        .locator("canvas")
        .first()
        .evaluate((canvas: HTMLCanvasElement) => [canvas.width, canvas.height]);
      expect(size).toEqual([n, n]);
    }
  };
  await check();
  const own = figures.last().locator("canvas").first();
  const others = figures.first().locator("canvas").first();
  const [before, fixed] = [await pixels(own), await pixels(others)];
  const panel = page.getByRole("region", { name: "The coefficient matrices of Fig. 2" });
  await panel.getByRole("slider", { name: "w" }).press("End");
  await frame(page);
  expect((await settings(page)).matrix[0]).toBe(3);
  const moved = await pixels(own);
  expect(moved.digest).not.toBe(before.digest);
  await panel.getByRole("slider", { name: "v" }).press("Home");
  await frame(page);
  expect((await settings(page)).matrix[1]).toBe(-3);
  expect((await pixels(own)).digest).not.toBe(moved.digest);
  expect(await pixels(others)).toEqual(fixed);
  await check();
  await enter(panel.getByRole("textbox", { name: "N, the number of tokens" }), "7");
  await frame(page);
  await check();
  // Equal along each parallel to the diagonal.
  const cells = await own.evaluate((canvas: HTMLCanvasElement) => {
    const copy = document.createElement("canvas");
    [copy.width, copy.height] = [canvas.width, canvas.height];
    const context = copy.getContext("2d", { willReadFrequently: true });
    context?.drawImage(canvas, 0, 0);
    return [
      ...new Uint32Array(
        context?.getImageData(0, 0, copy.width, copy.height).data.buffer ?? new ArrayBuffer(0),
      ),
    ];
  });
  cells.forEach((colour, index) => {
    const distance = Math.abs(Math.floor(index / 7) - (index % 7));
    expect(colour).toBe(cells[distance]);
  });
  for (const typed of ["0", "513", "2.5", "NaN"]) {
    await enter(panel.getByRole("textbox", { name: "N, the number of tokens" }), typed);
    await expect(panel.locator(".number-error:visible")).toHaveCount(1);
    expect((await settings(page)).matrix[2]).toBe(7);
  }
});

test("the axis counts tokens, and w turns them into x", async ({ page }) => {
  await open(page, "nearfar=1&room=curves");
  const canvas = plot(page).locator("canvas");
  const before = await pixels(canvas);
  await page.getByRole("combobox", { name: "Horizontal axis" }).selectOption("tokens");
  await frame(page);
  const tokens = await pixels(canvas);
  expect(tokens.digest).not.toBe(before.digest);
  const aside = page.getByRole("complementary", { name: "Curves and axis" });
  await enter(aside.getByRole("textbox", { name: "w, any value" }), "0.5");
  await frame(page);
  expect((await settings(page))["curve-w"]).toBe(0.5);
  expect((await pixels(canvas)).digest).not.toBe(tokens.digest);
  await plot(page).focus();
  for (let press = 0; press < 3; press++) await page.keyboard.press("ArrowRight");
  await expect(page.getByText("at R = 3, x = 1.5")).toBeVisible();
  await expectValues(page, 1.5);
});

test("a drag is one step of undo, and what is undone or set elsewhere is drawn", async ({ page }) => {
  await open(page, "nearfar=1&room=curves&curve-axis=tokens");
  const aside = page.getByRole("complementary", { name: "Curves and axis" });
  const w = aside.getByRole("slider", { name: "w" });
  const before = (await settings(page))["curve-w"];
  const canvas = plot(page).locator("canvas");
  const drawn = await pixels(canvas);
  await w.evaluate((slider: HTMLInputElement) => {
    for (const value of ["0.5", "1", "1.5"]) {
      slider.value = value;
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    }
    slider.dispatchEvent(new Event("change", { bubbles: true }));
  });
  expect((await settings(page))["curve-w"]).toBe(1.5);
  await frame(page);
  expect((await pixels(canvas)).digest).not.toBe(drawn.digest);
  await page.getByRole("button", { name: "Undo" }).click();
  expect((await settings(page))["curve-w"]).toBe(before);
  await expect(w).toHaveValue(String(before));
  await frame(page);
  expect(await pixels(canvas)).toEqual(drawn);
  await set(page, { curves: ["exponent"] });
  await expect(chips(page)).toHaveCount(1);
  await expectValues(page, 0);
});

test("slopes are drawn instead of values", async ({ page }) => {
  await open(page, "nearfar=1&room=curves");
  const canvas = plot(page).locator("canvas");
  const values = await pixels(canvas);
  const check = page.getByRole("checkbox", { name: /slopes/ });
  await check.check();
  await frame(page);
  expect((await pixels(canvas)).digest).not.toBe(values.digest);
  await check.uncheck();
  await frame(page);
  expect(await pixels(canvas)).toEqual(values);
});

test("by tokens the slope is that of a token: with w = 0 it is nothing", async ({ page }) => {
  await open(page, "nearfar=1&room=curves");
  const canvas = plot(page).locator("canvas");
  const drawn = async (changes: Nearfar.Changes) => {
    await set(page, { "curve-axis": "tokens", slopes: true, ...changes });
    await frame(page);
    return (await pixels(canvas)).digest;
  };
  // Whatever v is, a curve that does not move has the same slope, 0.
  expect(await drawn({ "curve-w": 0, curves: ["learnable-sigmoid(3)"] })).toBe(
    await drawn({ "curve-w": 0, curves: ["learnable-sigmoid(-2)"] }),
  );
});

test("a number that was refused is put right before a curve is added", async ({ page }) => {
  await open(page, "nearfar=1&room=curves");
  const before = await chips(page).count();
  const aside = page.getByRole("complementary", { name: "Curves and axis" });
  const field = aside.getByRole("textbox", { name: "v, any value" });
  await field.fill("abc");
  const add = page.getByRole("button", { name: "Add", exact: true });
  await add.click();
  await expect(field).toBeFocused();
  await expect(chips(page)).toHaveCount(before);
  await enter(field, "2");
  await add.click();
  await expect(chips(page)).toHaveCount(before + 1);
});

test("the plot is saved as a picture", async ({ page }) => {
  await open(page, "nearfar=1&room=curves");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the plot as PNG" }).click();
  expect((await download).suggestedFilename()).toBe("nearfar-curves.png");
});

test("extreme curves are drawn and named", async ({ page }) => {
  await open(page, "nearfar=1&room=curves");
  await set(page, {
    curves: [
      "learnable-sigmoid(1000)",
      "learnable-sigmoid(-1000)",
      "linear(1000,-1000)",
      "clip(-1000)",
      "exponent",
    ],
  });
  await frame(page);
  await expect(chips(page)).toHaveCount(5);
  expect((await pixels(plot(page).locator("canvas"))).colours).toBeGreaterThan(5);
  for (const text of await page.locator(".chip-values b").allInnerTexts())
    expect(text).not.toBe("NaN");
});
