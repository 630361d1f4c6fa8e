// The Curves room: its read-outs, the five requirements, and the coefficient matrices.

import type { Locator, Page } from "@playwright/test";
import {
  enter,
  expect,
  follow,
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
const chips = (page: Page) => page.locator(".chips .chip:not(.yours)");

/** A number with all its digits, which its title has; what is read is the same, to three decimals. */
async function exact(shown: Locator): Promise<number> {
  const value = read(await shown.getAttribute("title"));
  const text = await shown.innerText();
  if (/[<>]/.test(text)) expect(Math.abs(value)).toBeLessThan(0.0005);
  else expect(Math.abs(read(text) - value), text).toBeLessThanOrEqual(Math.max(0.000501, 5e-4 * Math.abs(value)));
  return value;
}

/** x of the values that are shown where nobody points: one token away. */
async function resting(page: Page): Promise<number> {
  return (await settings(page))["curve-axis"] === "x" ? 0 : headW(page);
}

/** w and v of the shown head, which are those of the curve that is edited. */
const headW = async (page: Page) => nth((await settings(page)).w, (await settings(page)).head - 1);
const headV = async (page: Page) => nth((await settings(page)).v, (await settings(page)).head - 1);

/** A number of the shown head, as `set` takes it. */
const ofHead = async (page: Page, number: number) => `${(await settings(page)).head}:${number}`;

/** Every chip shows f and f′ of its curve at x. */
async function expectValues(page: Page, x: number): Promise<void> {
  const { curves } = await settings(page);
  await expect(chips(page)).toHaveCount(curves.length);
  for (const [index, curve] of curves.entries()) {
    const v = Number(/^learnable-sigmoid\((.*)\)$/.exec(curve)?.[1] ?? 0);
    const name = curve.startsWith("learnable") ? "learnable-sigmoid" : curve;
    const numbers = chips(page).nth(index).locator(".chip-values .exact");
    const value = await exact(numbers.nth(0));
    const expected = mapping(name, v)(x);
    expect(Math.abs(value - expected), `f of ${curve} at ${x}`).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(expected)));
    // The test's own slope is a difference quotient: good to some seven digits.
    const [found, rise] = [await exact(numbers.nth(1)), slope(name, v, x)];
    expect(Math.abs(found - rise), `f′ of ${curve} at ${x}`).toBeLessThanOrEqual(
      Math.max(1e-5 * Math.abs(rise), 2e-6),
    );
  }
}

test("curves: rooms, read-outs, axis, undo, slopes, and what is added", async ({ page }) => {
  // As many tests as it has steps.
  test.slow();
  await test.step("rooms are changed by tab and by key", async () => {
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
    // The way back is the browser's: nothing was edited.
    await expect(page.getByRole("button", { name: "Undo" })).toBeDisabled();
    await page.goBack();
    await expect(page.getByRole("textbox", { name: "Sentence" })).toBeVisible();
  });
  await test.step("the read-out is the formula, by pointer and by key", async () => {
    await follow(
      page,
      "nearfar=1&room=curves&curve-axis=x&curves=learnable-sigmoid(-2);learnable-sigmoid(1);sigmoid;exponent;clip(5);linear(0.5,1)",
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
    const whole = /^x = (\S+)$/.exec((await page.locator(".chips-title .muted").getAttribute("title")) ?? "");
    const x = Number(whole?.[1]);
    expect(Math.abs(read(at?.[1]) - x)).toBeLessThanOrEqual(0.0005001);
    expect(x).toBeGreaterThan(-8);
    expect(x).toBeLessThan(0);
    const f = mapping("learnable-sigmoid", 1);
    const shown = await exact(chips(page).nth(1).locator(".exact").first());
    expect(Math.abs(shown - f(x))).toBeLessThan(1e-9 * Math.max(1, Math.abs(f(x))));
    expect((await pixels(plot(page).locator("canvas"))).digest).not.toBe(before.digest);
    await page.mouse.move(2, 2);
    await expect(page.getByText("at x = 0", { exact: true })).toBeVisible();
  });
  await test.step("curves are added, removed and brought back", async () => {
    await follow(page, "nearfar=1&room=curves");
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
    await expectValues(page, await resting(page));

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
    await aside.getByRole("combobox", { name: "Mapping f" }).selectOption("learnable-sigmoid");
    await frame(page);
    expect(await pixels(canvas)).toEqual(five);
    await page.getByRole("button", { name: "All functions" }).click();
    await expect(chips(page)).toHaveCount(5);
    for (let count = 5; count < 12; count++)
      await aside.getByRole("button", { name: "Add", exact: true }).click();
    await expect(aside.getByRole("button", { name: "Add", exact: true })).toBeDisabled();
    await expect(page.getByText("At most 12 curves fit")).toBeVisible();
  });
  await test.step("a drag is one step of undo, and what is undone or set elsewhere is drawn", async () => {
    await follow(page, "nearfar=1&room=curves&curve-axis=tokens");
    const aside = page.getByRole("complementary", { name: "Curves and axis" });
    const w = aside.getByRole("slider", { name: "w" });
    const before = await headW(page);
    const canvas = plot(page).locator("canvas");
    const drawn = await pixels(canvas);
    await w.evaluate((slider: HTMLInputElement) => {
      for (const value of ["0.5", "1", "1.5"]) {
        slider.value = value;
        slider.dispatchEvent(new Event("input", { bubbles: true }));
      }
      slider.dispatchEvent(new Event("change", { bubbles: true }));
    });
    expect(await headW(page)).toBe(1.5);
    await frame(page);
    expect((await pixels(canvas)).digest).not.toBe(drawn.digest);
    await page.getByRole("button", { name: "Undo" }).click();
    expect(await headW(page)).toBe(before);
    expect(Number(await w.inputValue())).toBeCloseTo(before, 2);
    await frame(page);
    expect(await pixels(canvas)).toEqual(drawn);
    await set(page, { curves: ["exponent"] });
    await expect(chips(page)).toHaveCount(1);
    await expectValues(page, await resting(page));
  });
  await test.step("slopes are drawn instead of values", async () => {
    await follow(page, "nearfar=1&room=curves");
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
  await test.step("by tokens the slope is that of a token: with w = 0 it is nothing", async () => {
    await follow(page, "nearfar=1&room=curves");
    const canvas = plot(page).locator("canvas");
    const drawn = async (changes: Nearfar.Changes) => {
      await set(page, { "curve-axis": "tokens", slopes: true, ...changes });
      await frame(page);
      return (await pixels(canvas)).digest;
    };
    // Whatever v is, a curve that does not move has the same slope, 0.
    const w = await ofHead(page, 0);
    expect(await drawn({ w, curves: ["learnable-sigmoid(3)"] })).toBe(
      await drawn({ w, curves: ["learnable-sigmoid(-2)"] }),
    );
  });
  await test.step("a number that was refused is put right before a curve is added", async () => {
    await follow(page, "nearfar=1&room=curves");
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
  await test.step("the plot is saved as a picture", async () => {
    await follow(page, "nearfar=1&room=curves");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save the plot as PNG" }).click();
    expect((await download).suggestedFilename()).toBe("nearfar-curves.png");
  });
  await test.step("extreme curves are drawn and named", async () => {
    await follow(page, "nearfar=1&room=curves");
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
    // Nothing that was typed is cut.
    const aside = page.getByRole("complementary", { name: "Curves and axis" });
    for (const name of ["v, any value", "w, any value"]) {
      const field = aside.getByRole("textbox", { name });
      await enter(field, "\u22120.1380218");
      await expect(field).toHaveValue("\u22120.138");
      await expect(field).toHaveAttribute("title", "\u22120.1380218");
      expect(await field.evaluate((field) => field.scrollWidth - field.clientWidth), name).toBeLessThanOrEqual(0);
    }
  });
  await test.step("v and w move a curve at once, and words say what they do; Add keeps it", async () => {
    await follow(page, "nearfar=1&room=curves");
    await set(page, { w: await ofHead(page, -1) });
    const aside = page.getByRole("complementary", { name: "Curves and axis" });
    const canvas = plot(page).locator("canvas");
    const words = aside.locator(".slider-words");
    const yours = page.locator(".chip.yours");
    const [v, w] = [aside.getByRole("slider", { name: "v" }), aside.getByRole("slider", { name: "w" })];
    const seen = new Set([(await pixels(canvas)).digest]);
    const saved = (await settings(page)).curves;
    for (const value of [-2, 0.75, 3]) {
      await v.fill(String(value));
      await frame(page);
      seen.add((await pixels(canvas)).digest);
      await expect(yours).toContainText(`v = ${String(value).replace("-", "−")}`);
      // w = -1: what is one and five tokens away.
      const said = /^One token away the coefficient is (\S+), five tokens away (\S+)\.$/.exec(await words.innerText());
      [-1, -5].forEach((x, at) => {
        expect(Math.abs(read(said?.[at + 1]) - mapping("learnable-sigmoid", value)(x))).toBeLessThanOrEqual(0.0005001);
      });
    }
    expect(seen.size, "every v draws another curve").toBe(4);
    expect((await settings(page)).curves, "and keeps none").toEqual(saved);
    await v.fill("0.7");
    await w.fill("1");
    await frame(page);
    expect(seen).not.toContain((await pixels(canvas)).digest);
    // 1 + e^0.7 = 3.014, and f(1) = 3.014 / (1 + e^-0.3) = 1.731.
    await expect(words).toHaveText("Far words count at most 3.014 times as much, a word one token away 1.731 times as much.");
    // A bound far above the other curves is on the axis, and so is not among what is cut.
    await set(page, { curves: ["learnable-sigmoid(1)"], v: await ofHead(page, 2.65) });
    await expect(page.locator(".plot-cut")).toBeEmpty();
    await set(page, { curves: saved, v: await ofHead(page, 0.7) });
    await w.fill("0");
    await expect(words).toContainText("distance does not count");
    await aside.getByRole("button", { name: "Add", exact: true }).click();
    expect((await settings(page)).curves.at(-1)).toBe("learnable-sigmoid(0.7)");
    await expect(chips(page)).toHaveCount(saved.length + 1);
    // The formula of the edited function is set.
    await expect(aside.locator("math").first()).toHaveAttribute("alttext", "f(x; v) = (1 + e^v) / (1 + e^{v - x})");
    await expect(aside.locator("math mfrac").first()).toBeVisible();
  });
  await test.step("the axis counts tokens, and w turns them into x; x is the second choice", async () => {
    await follow(page, "nearfar=1&room=curves");
    const canvas = plot(page).locator("canvas");
    const axis = page.getByRole("combobox", { name: "Horizontal axis" });
    await expect(axis).toHaveValue("tokens");
    await expect(axis.locator("option")).toHaveText(["Tokens", "x = w·R"]);
    await expect(page.locator(".plot-halves")).toHaveCount(0);
    await expect(page.getByText("uses only the left half").filter({ visible: true })).toHaveCount(0);
    const tokens = await pixels(canvas);
    await axis.selectOption("x");
    await frame(page);
    expect((await pixels(canvas)).digest).not.toBe(tokens.digest);
    await expect(page.getByText("uses only the left half").filter({ visible: true })).toHaveCount(1);
    // Both halves are named, left and right of 0, inside the plot.
    const frameBox = await plot(page).boundingBox();
    const [near, far] = [page.getByText("x < 0: near heads"), page.getByText("x > 0: far heads")];
    const [left, right] = [await near.boundingBox(), await far.boundingBox()];
    if (!frameBox || !left || !right) throw new Error("no halves");
    expect(left.x).toBeGreaterThan(frameBox.x);
    expect(left.x + left.width).toBeLessThanOrEqual(right.x + 1);
    expect(right.x + right.width).toBeLessThanOrEqual(frameBox.x + frameBox.width);
    await axis.selectOption("tokens");
    await frame(page);
    expect(await pixels(canvas)).toEqual(tokens);
    const aside = page.getByRole("complementary", { name: "Curves and axis" });
    await enter(aside.getByRole("textbox", { name: "w, any value" }), "0.5");
    await frame(page);
    expect(await headW(page)).toBe(0.5);
    expect((await pixels(canvas)).digest).not.toBe(tokens.digest);
    await plot(page).focus();
    for (let press = 0; press < 2; press++) await page.keyboard.press("ArrowRight");
    await expect(page.getByText("at R = 3, x = 1.5", { exact: true })).toBeVisible();
    await expectValues(page, 1.5);
  });
});

test("the five requirements, the matrices, and the room on paper", async ({ page }) => {
  // As many tests as it has steps.
  test.slow();
  await test.step("the requirements are marked as the paper has them", async () => {
    await open(
      page,
      "nearfar=1&room=curves&curves=learnable-sigmoid(1);learnable-sigmoid(-3);sigmoid;exponent;clip(5);linear(0.5,1)",
    );
    await page.getByText("The same for every curve that is drawn").click();
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
  await test.step("each requirement is a picture that can be broken and mended", async () => {
    await follow(page, "nearfar=1&room=curves");
    const cards = page.locator(".asked figure");
    await expect(cards).toHaveCount(5);
    const met = async () => (await cards.locator(".visually-hidden").allInnerTexts()).map((mark) => mark === "met");
    expect(await met()).toEqual([true, true, true, true, true]);
    // What breaks one may break others; what no function breaks has no button.
    const breaks: boolean[] = [];
    for (let at = 0; at < 5; at++) {
      const button = cards.nth(at).getByRole("button", { name: /^Break it: / });
      breaks.push((await button.count()) === 1);
      if (!breaks[at]) continue;
      const before = await cards.nth(at).locator("svg").innerHTML();
      await button.click();
      expect((await met())[at], `${at}`).toBe(false);
      expect(await cards.nth(at).locator("svg").innerHTML()).not.toBe(before);
      await cards.nth(at).getByRole("button", { name: "Mend it: learnable sigmoid" }).click();
      expect(await met()).toEqual([true, true, true, true, true]);
    }
    expect(breaks).toEqual([true, true, true, true, false]);
    expect((await settings(page)).curve).toBe("learnable-sigmoid");
    await page.getByRole("button", { name: "Undo" }).click();
    expect((await met()).includes(false)).toBe(true);
  });
  await test.step("a link of before with w, v and N of the matrix is read", async () => {
    await follow(page, "nearfar=1&room=curves&matrix=0.25,-1.5,37");
    expect([await headW(page), await headV(page), (await settings(page)).matrix]).toEqual([0.25, -1.5, 37]);
  });
  await test.step("the matrices are the coefficients, and follow their sliders", async () => {
    await follow(page, "nearfar=1&room=curves");
    const figures = page.locator("figure.coefficients");
    await expect(figures).toHaveCount(5);
    const check = async () => {
      const n = (await settings(page)).matrix;
      for (const figure of await figures.all()) {
        const [, w, v] =
          /w = (\S+), v = (\S+)/.exec(await figure.locator("figcaption").innerText()) ?? [];
        const expected = mapping("learnable-sigmoid", read(v))(read(w) * (n - 1));
        const farthest = await exact(figure.locator("p .exact"));
        expect(Math.abs(farthest - expected), `w ${w}, v ${v}`).toBeLessThanOrEqual(1e-9 * Math.abs(expected));
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
    // One w and one v are of the curve and of its matrix.
    const aside = page.getByRole("complementary", { name: "Curves and axis" });
    await aside.getByRole("slider", { name: "w" }).press("End");
    await frame(page);
    expect(await headW(page)).toBe(3);
    const moved = await pixels(own);
    expect(moved.digest).not.toBe(before.digest);
    await aside.getByRole("slider", { name: "v" }).press("Home");
    await frame(page);
    expect(await headV(page)).toBe(-5);
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
      expect((await settings(page)).matrix).toBe(7);
    }
  });
  await test.step("on paper plot, values and matrices stay, controls go", async () => {
    await follow(page, "nearfar=1&room=curves");
    await page.emulateMedia({ media: "print" });
    await expect(plot(page)).toBeVisible();
    await expect(page.locator("figure.coefficients").first()).toBeVisible();
    await expect(page.locator(".curves input:visible, .curves button:visible")).toHaveCount(0);
    await page.emulateMedia({ media: null });
  });
  await test.step("Fig. 2 shares one range: mild and strong look different; own ranges on request", async () => {
    await follow(page, "nearfar=1&room=curves");
    const figures = page.locator("figure.coefficients");
    const names = ["far, mild (a)", "near, mild (b)", "far, strong (c)", "near, strong (d)", "yours"];
    for (const [at, name] of names.entries()) {
      await expect(figures.nth(at).locator("figcaption > span").first()).toHaveText(name);
    }
    /** The colour of the farthest pair. */
    const corner = (at: number) =>
      figures
        .nth(at)
        .locator(".matrix-frame canvas")
        .evaluate((canvas: HTMLCanvasElement) => {
          const copy = document.createElement("canvas");
          [copy.width, copy.height] = [canvas.width, canvas.height];
          const context = copy.getContext("2d", { willReadFrequently: true });
          context?.drawImage(canvas, 0, 0);
          return [...(context?.getImageData(canvas.width - 1, 0, 1, 1).data ?? [])].slice(0, 3);
        });
    const apart = (one: number[], other: number[]) =>
      Math.hypot(...one.map((part, at) => part - (other[at] ?? 0)));
    // 1.37 and 3.72, of the 8 that every room's coefficients go to.
    expect(apart(await corner(0), await corner(2))).toBeGreaterThan(80);
    const legend = page.locator(".matrices-legend");
    await expect(legend).toContainText("one range for all that stay above 0");
    await expect(legend.locator(".tick").last()).toHaveText("≥ 8");
    await expect(page.locator("figure.coefficients .legend")).toHaveCount(0);
    const range = page.getByRole("group", { name: "Colour range of the matrices" });
    await range.getByRole("button", { name: "Separate ranges" }).click();
    await frame(page);
    await expect(page.locator("figure.coefficients .legend")).toHaveCount(5);
    // Each as far as it goes: no range promises a thousand.
    expect(apart(await corner(0), await corner(2))).toBeLessThan(20);
    for (const tick of await page.locator("figure.coefficients .tick").allInnerTexts()) {
      expect(Number(tick.replace(/[≤≥ ]/g, ""))).toBeLessThanOrEqual(10);
    }
  });
});

test("plot and slider of v are on the first screen", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "nearfar=1&room=curves");
  for (const [width, height] of [[390, 844], [1280, 720], [1440, 900]] as const) {
    await page.setViewportSize({ width, height });
    await frame(page);
    const v = page.getByRole("complementary", { name: "Curves and axis" }).getByRole("slider", { name: "v" });
    await expect(plot(page)).toBeInViewport({ ratio: 1 });
    await expect(v).toBeInViewport({ ratio: 1 });
    await expect(page.locator(".slider-words")).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  }
});
