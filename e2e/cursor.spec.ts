// One cursor over all pictures, the arithmetic of its cell, selected tokens, zoom, tables, files.

import { readFile } from "node:fs/promises";
import type { Download, Locator, Page } from "@playwright/test";
import {
  board,
  cell,
  cells,
  expect,
  expectShown,
  follow,
  frame,
  nth,
  open,
  picture,
  pixels,
  type PlainTrace,
  read,
  ready,
  set,
  settings,
  test,
  trace,
} from "./page";

const HEAD = 3;

/** Name, formula and result of every line of the arithmetic of A or B. */
async function arithmetic(
  page: Page,
  panel: "a" | "b",
): Promise<Map<string, { formula: string; result: string }>> {
  const rows = await page.locator(`table.arithmetic.${panel} tbody tr`).all();
  const lines = new Map<string, { formula: string; result: string }>();
  for (const row of rows) {
    // What is far off the screen is not laid out, and scrolling there would take the pointer from its cell.
    const [name = "", formula = "", result = ""] = await row.locator("th, td").allTextContents();
    lines.set(name, { formula, result });
  }
  return lines;
}

/** The cell that the arithmetic is about, from 0: "R = |i − j| = |3 − 7|". */
async function pointed(page: Page): Promise<[number, number]> {
  const formula = (await arithmetic(page, "a")).get("Distance")?.formula ?? "";
  const [, i, j] = /\|(\d+) − (\d+)\|$/.exec(formula) ?? [];
  return [Number(i) - 1, Number(j) - 1];
}

const STEPS = {
  Distance: "distance",
  Weighted: "weightedDistance",
  Coefficient: "coefficient",
  "Raw score": "score",
  Clipped: "clipped",
  Adjusted: "logit",
  Normalised: "normalised",
  Weight: "weight",
} as const;

/** Every line of the arithmetic is the trace's number. */
async function expectArithmetic(page: Page, head: number, i: number, j: number): Promise<void> {
  for (const panel of ["a", "b"] as const) {
    const heads = (await trace(page, panel)).heads;
    const lines = await arithmetic(page, panel);
    expect(lines.size).toBeGreaterThanOrEqual(2);
    for (const [name, { result }] of lines) {
      const step = STEPS[name as keyof typeof STEPS];
      expect(step, `a step called ${name}`).toBeDefined();
      expectShown(result, cell(heads[head], step, i, j), `${panel} ${name}`);
    }
  }
}

/** A place in a matrix, in shares of its box. */
async function hover(page: Page, target: Locator, x: number, y: number): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error("the matrix is not seen");
  await page.mouse.move(box.x + box.width * x, box.y + box.height * y);
  await frame(page);
}

test("the cell under the cursor: arithmetic, all pictures, keys, selected tokens, table, zoom", async ({ page }) => {
  // As many tests as it has steps.
  test.slow();
  await test.step("pointing at a cell shows its arithmetic, a click locks it", async () => {
    await open(page);
    const target = board(page);
    await hover(page, target, 0.6, 0.5);
    const first = await pointed(page);
    await expectArithmetic(page, HEAD, ...first);
    const { tokens } = await trace(page);
    // With their numbers, since a word may stand in a sentence twice.
    await expect(page.locator("#cell-title")).toHaveText(
      `“${tokens[first[0]]}” ${first[0] + 1} looks at “${tokens[first[1]]}” ${first[1] + 1}`,
    );
    await expect(page.getByText("under the pointer; a click locks it")).toBeVisible();

    // Farther right is a later key, farther down a later query.
    await hover(page, target, 0.8, 0.5);
    const right = await pointed(page);
    expect(right[0]).toBe(first[0]);
    expect(right[1]).toBeGreaterThan(first[1]);
    await hover(page, target, 0.8, 0.3);
    const up = await pointed(page);
    expect(up[1]).toBe(right[1]);
    expect(up[0]).toBeLessThan(right[0]);
    expect((await settings(page)).cursor).toBeNull();

    await page.mouse.down();
    await page.mouse.up();
    expect((await settings(page)).cursor).toEqual([up[0] + 1, up[1] + 1]);
    await page.mouse.move(2, 2);
    await frame(page);
    expect(await pointed(page)).toEqual(up);
    await expectArithmetic(page, HEAD, ...up);
    await expect(page.getByText("locked; click the cell again")).toBeVisible();

    // Again on the same cell releases it.
    await hover(page, target, 0.8, 0.3);
    await page.mouse.down();
    await page.mouse.up();
    expect((await settings(page)).cursor).toBeNull();
  });
  await test.step("the arithmetic follows method, mask and head", async () => {
    await follow(page);
    await set(page, { cursor: [6, 3] });
    for (const changes of [
      { head: 12 },
      { a: "da:exponent:late-multiply", b: "da:linear(0.5,1):early-add" },
      { a: "da:clip(-1):early-multiply-without-relu", b: "vanilla:no-positions", causal: true },
      { a: "da:sigmoid:late-add", cursor: [3, 6] },
    ] as Nearfar.Changes[]) {
      await set(page, changes);
      const { head, cursor } = await settings(page);
      const [i, j] = cursor ?? [0, 0];
      await expectArithmetic(page, head - 1, i - 1, j - 1);
    }
  });
  await test.step("the cursor is the same in all pictures", async () => {
    await follow(page);
    const overlays = ["A ·", "B ·", "A − B"].map((heading) =>
      board(page, heading).locator("canvas").last(),
    );
    const before = await Promise.all(overlays.map(pixels));
    await hover(page, board(page, "B ·"), 0.7, 0.4);
    const [i, j] = await pointed(page);
    for (const [index, overlay] of overlays.entries()) {
      expect((await pixels(overlay)).digest).not.toBe(nth(before, index).digest);
    }
    const marks = page.locator(".step .step-cursor:not([hidden])");
    await expect(marks).toHaveCount(7);
    const n = (await trace(page)).tokens.length;
    for (const mark of await marks.all()) {
      const { top, left } = await mark.evaluate((element: HTMLElement) => element.style);
      expect(Number.parseFloat(top)).toBeCloseTo((100 * i) / n, 3);
      expect(Number.parseFloat(left)).toBeCloseTo((100 * j) / n, 3);
    }
    const head = nth((await trace(page)).heads, HEAD);
    const names = [
      "distance",
      "weightedDistance",
      "coefficient",
      "score",
      "clipped",
      "logit",
      "weight",
    ];
    const values = await page.locator(".step .step-value").allInnerTexts();
    names.forEach((name, index) => {
      const [shown, is] = [values[index] ?? "", cell(head, name, i, j)];
      // What three decimals cannot tell from 0 is told as less than they can.
      if (/^[<>]/.test(shown)) expect(Math.abs(is), name).toBeLessThan(0.001);
      else expect(Math.abs(read(shown) - is), name).toBeLessThanOrEqual(Math.max(0.0005, 0.0005 * Math.abs(is)) + 1e-9);
    });
    await expect(page.locator(".token.query")).toHaveAccessibleName(new RegExp(`^${i + 1}: `));
    await expect(page.locator(".token.key")).toHaveAccessibleName(new RegExp(`^${j + 1}: `));
    // Gone with the pointer.
    await page.mouse.move(2, 2);
    await expect(marks).toHaveCount(0);
    await frame(page);
    expect(await Promise.all(overlays.map(pixels))).toEqual(before);
  });
  await test.step("arrow keys move, Enter locks, Escape releases", async () => {
    await follow(page);
    const target = board(page);
    const last = (await trace(page)).tokens.length - 1;
    await target.focus();
    // The first arrow starts from the cell whose numbers are shown.
    const [i, j] = await pointed(page);
    await page.keyboard.press("ArrowDown");
    await frame(page);
    expect(await pointed(page)).toEqual([Math.min(i + 1, last), j]);
    await page.keyboard.press("Home");
    for (let row = 0; row <= last; row++) await page.keyboard.press("ArrowUp");
    const keys: [string, [number, number]][] = [
      ["ArrowUp", [0, 0]],
      ["ArrowLeft", [0, 0]],
      ["ArrowDown", [1, 0]],
      ["ArrowRight", [1, 1]],
      ["ArrowRight", [1, 2]],
      ["End", [1, last]],
      ["ArrowRight", [1, last]],
      ["Home", [1, 0]],
      ["ArrowRight", [1, 1]],
      ["ArrowDown", [2, 1]],
    ];
    for (const [key, at] of keys) {
      await page.keyboard.press(key);
      await frame(page);
      expect(await pointed(page), key).toEqual(at);
    }
    await expectArithmetic(page, HEAD, 2, 1);
    expect((await settings(page)).cursor).toBeNull();
    await page.keyboard.press("Enter");
    expect((await settings(page)).cursor).toEqual([3, 2]);
    await page.keyboard.press("Enter");
    expect((await settings(page)).cursor).toBeNull();
    await page.keyboard.press(" ");
    expect((await settings(page)).cursor).toEqual([3, 2]);
    // Arrow keys did not scroll the page.
    await page.keyboard.press("Escape");
    expect((await settings(page)).cursor).toBeNull();
    await frame(page);
    await expect(page.locator(".step-cursor:not([hidden])")).toHaveCount(0);
    await expect(page.getByText("A and B differed most when this head was chosen")).toBeVisible();
  });
  await test.step("selected tokens are summed as the trace has them", async () => {
    await follow(page);
    const token = (index: number) => page.locator(".token").nth(index);
    for (const index of [2, 5, 11]) await token(index).click();
    expect((await settings(page)).selected).toEqual([3, 6, 12]);
    await expect(token(5)).toHaveAttribute("aria-selected", "true");
    const sums = ({ heads }: PlainTrace) => {
      const { shape = [], data = [] } = heads[HEAD]?.weight ?? {};
      const n = shape[0] ?? 0;
      const mean = (queries: number[]) =>
        queries
          .flatMap((i) => [2, 5, 11].map((j) => data[i * n + j] ?? Number.NaN))
          .reduce((sum, x) => sum + x, 0) / queries.length;
      return [mean([2, 5, 11]), mean([...Array(n).keys()])];
    };
    const [a, b] = [sums(await trace(page, "a")), sums(await trace(page, "b"))];
    const text = await page.locator(".bars-line .sums").innerText();
    const shown =
      /they give (\S+) \(A\) and (\S+) \(B\) .*, and receive (\S+) \(A\) and (\S+) \(B\)/.exec(
        text,
      ) ?? [];
    expectShown(shown[1], nth(a, 0), "given in A");
    expectShown(shown[2], nth(b, 0), "given in B");
    expectShown(shown[3], nth(a, 1), "received in A");
    expectShown(shown[4], nth(b, 1), "received in B");

    await token(5).click();
    expect((await settings(page)).selected).toEqual([3, 12]);
    await page.keyboard.press("Escape");
    expect((await settings(page)).selected).toEqual([]);
    await expect(page.locator(".bars-line .sums")).toBeEmpty();
  });
  await test.step("T shows the numbers as a table", async () => {
    await follow(page);
    await board(page).press("T");
    const dialog = page.getByRole("dialog");
    const { tokens, heads } = await trace(page);
    await expect(dialog.locator("thead th")).toHaveText(tokens);
    await expect(dialog.locator("tbody th")).toHaveText(tokens);
    const shown = await dialog.locator("tbody td").allInnerTexts();
    const weights = heads[HEAD]?.weight?.data ?? [];
    expect(shown).toHaveLength(weights.length);
    shown.forEach((text, index) =>
      expect(Math.abs(read(text) - nth(weights, index))).toBeLessThanOrEqual(0.50001e-4),
    );
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();

    // The difference is A minus B.
    await board(page, "A − B").press("t");
    const b = (await trace(page, "b")).heads[HEAD]?.weight?.data ?? [];
    const differences = await dialog.locator("tbody td").allInnerTexts();
    differences.forEach((text, index) =>
      expect(Math.abs(read(text) - (nth(weights, index) - nth(b, index)))).toBeLessThanOrEqual(
        0.501e-4,
      ),
    );
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });
  await test.step("zoom by keys, buttons and Ctrl with the wheel", async () => {
    await follow(page);
    const target = board(page);
    const all = picture(page, "A ·").getByRole("button", { name: "Show all" });
    await target.focus();
    const whole = (await pixels(cells(page))).digest;
    await page.keyboard.press("+");
    await expect(all).toBeVisible();
    await frame(page);
    const near = (await pixels(cells(page))).digest;
    expect(near).not.toBe(whole);
    // All pictures show the same part.
    await expect(picture(page, "B ·").getByRole("button", { name: "Show all" })).toBeVisible();
    await page.keyboard.press("-");
    await page.keyboard.press("-");
    await expect(all).toBeHidden();
    await page.keyboard.press("+");
    await page.keyboard.press("0");
    await expect(all).toBeHidden();
    await frame(page);
    expect((await pixels(cells(page))).digest).toBe(whole);

    await picture(page, "A ·").getByRole("button", { name: "Zoom in" }).click();
    await expect(all).toBeVisible();
    await all.click();
    await expect(all).toBeHidden();

    await hover(page, target, 0.6, 0.6);
    const under = await pointed(page);
    const ratio = await page.evaluate(() => devicePixelRatio);
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, -100);
    await page.keyboard.up("Control");
    await expect(all).toBeVisible();
    await frame(page);
    expect(await page.evaluate(() => devicePixelRatio)).toBe(ratio);
    // What was under the pointer stays there.
    await hover(page, target, 0.601, 0.6);
    expect(await pointed(page)).toEqual(under);
    // A drag pans and locks nothing.
    const before = (await pixels(cells(page))).digest;
    await page.mouse.down();
    await hover(page, target, 0.4, 0.45);
    await page.mouse.up();
    expect((await pixels(cells(page))).digest).not.toBe(before);
    expect((await settings(page)).cursor).toBeNull();
    // The wheel alone scrolls the page.
    const view = (await pixels(cells(page))).digest;
    const scrolled = await page.evaluate(() => scrollY);
    await page.mouse.wheel(0, 120);
    await expect.poll(() => page.evaluate(() => scrollY)).not.toBe(scrolled);
    expect((await pixels(cells(page))).digest).toBe(view);
  });
});

async function save(page: Page, heading: string, choice: string): Promise<Download> {
  const tools = picture(page, heading);
  await tools.getByRole("button", { name: "Save", exact: true }).click();
  const download = page.waitForEvent("download");
  await tools.getByRole("group", { name: "Save as" }).getByRole("button", { name: choice }).click();
  return download;
}

/** RFC 4180: fields, some quoted, some with breaks inside. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = "", end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g,
  )) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === "\r\n") rows.push([]);
    if (end === "") break;
  }
  return rows.slice(0, -1);
}

test("what is saved and what is shown large", async ({ page }) => {
  // As many tests as it has steps.
  test.slow();
  await test.step("matrices are saved as CSV, JSON, SVG and PNG", async () => {
    await open(page);
    await set(page, { sentence: 'He said, "near <b> & far"; not 中文.' });
    await ready(page);
    const { tokens, heads } = await trace(page);
    const weights = nth(heads, HEAD).weight?.data ?? [];
    const n = tokens.length;

    const csvFile = await save(page, "A ·", "Numbers (CSV)");
    expect(csvFile.suggestedFilename()).toMatch(/^nearfar-a-da-transformer.*\.csv$/);
    const csv = parseCsv(await readFile(await csvFile.path(), "utf8"));
    expect(csv[0]).toEqual(["query\\key", ...tokens]);
    expect(csv.slice(1).map((row) => row[0])).toEqual(tokens);
    expect(
      csv.slice(1).flatMap((row) => row.slice(1).map((text) => Math.fround(Number(text)))),
    ).toEqual(weights);

    const jsonFile = await save(page, "A − B", "Numbers (JSON)");
    expect(jsonFile.suggestedFilename()).toMatch(/^nearfar-a-minus-b.*\.json$/);
    const json = JSON.parse(await readFile(await jsonFile.path(), "utf8"));
    const b = nth((await trace(page, "b")).heads, HEAD).weight?.data ?? [];
    expect(json).toMatchObject({ name: "A − B", tokens, shape: [n, n] });
    expect(json.data.map(Math.fround)).toEqual(
      weights.map((weight, index) => Math.fround(weight - nth(b, index))),
    );

    // What it was made with: both panels, and w and v of those that have them.
    const [, ofA = "", ofB = ""] = /^A: (.*); B: (.*)$/.exec(json.about) ?? [];
    expect(ofA).toMatch(/untrained.*head \d+.*w = .*v = /);
    expect(ofB).toMatch(/untrained.*head \d+.*[Vv]anilla/);
    expect(ofB).not.toContain("w =");

    const svgFile = await save(page, "A ·", "Picture (SVG)");
    const svg = await readFile(await svgFile.path(), "utf8");
    // Light, whatever the page is: it is for paper and slides.
    await set(page, { theme: "dark" });
    const inDark = await save(page, "A ·", "Picture (SVG)");
    expect(await readFile(await inDark.path(), "utf8")).toBe(svg);
    await set(page, { theme: "light" });
    const parsed = await page.evaluate((svg) => {
      const document = new DOMParser().parseFromString(svg, "image/svg+xml");
      return {
        root: document.documentElement.tagName,
        texts: [...document.querySelectorAll("text")].map((text) => text.textContent ?? ""),
        cells: document.querySelectorAll("g[shape-rendering] rect").length,
      };
    }, svg);
    expect(parsed.root).toBe("svg");
    for (const token of tokens) expect(parsed.texts).toContain(token);
    expect(parsed.cells).toBeGreaterThan(n);

    const pngFile = await save(page, "B ·", "Picture (PNG)");
    expect(pngFile.suggestedFilename()).toMatch(/^nearfar-b-.*\.png$/);
    const png = await readFile(await pngFile.path());
    expect([...png.subarray(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10]);
    // At least as fine as on the screen, and with its legend.
    const [width = 0, height = 0] = await cells(page, "B ·").evaluate((canvas: HTMLCanvasElement) => [
      canvas.width,
      canvas.height,
    ]);
    expect(png.readUInt32BE(16)).toBeGreaterThanOrEqual(width);
    expect(png.readUInt32BE(20)).toBeGreaterThanOrEqual(height);
    expect(png.length).toBeGreaterThan(2000);
  });
  await test.step("what can be saved is chosen by key, and put away by Escape", async () => {
    await follow(page);
    const save = picture(page, "A ·").getByRole("button", { name: "Save", exact: true });
    const choices = picture(page, "A ·").getByRole("group", { name: "Save as" });
    await save.focus();
    await page.keyboard.press("Enter");
    await expect(choices).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(choices.getByRole("button").first()).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(choices).toBeHidden();
    await expect(save).toBeFocused();
  });
  await test.step("all heads are saved side by side", async () => {
    await follow(page);
    const heads = page.locator("section.heads");
    const file = async (choice: string) => {
      await heads.getByRole("button", { name: "Save", exact: true }).click();
      const download = page.waitForEvent("download");
      await heads.getByRole("group", { name: "Save as" }).getByRole("button", { name: choice }).click();
      return download;
    };
    const svg = await file("Picture (SVG)");
    expect(svg.suggestedFilename()).toMatch(/^nearfar-all-heads-.*\.svg$/);
    const drawn = await readFile(await svg.path(), "utf8");
    const { heads: traced, tokens } = await trace(page);
    expect(drawn.match(/crispEdges/g)?.length).toBe(traced.length);
    const { w } = await settings(page);
    expect(drawn).toContain(`Head 1, w = ${String(Math.round(nth(w, 0) * 1000) / 1000).replace("-", "−").slice(0, 4)}`);
    const json = JSON.parse(await readFile(await (await file("Numbers (JSON)")).path(), "utf8")) as { data: number[] }[];
    expect(json.map(({ data }) => data.map(Math.fround))).toEqual(traced.map(({ weight }) => weight?.data));
    expect(tokens.length ** 2).toBe(nth(json, 0).data.length);
  });
  await test.step("a picture and a step are shown large, and Escape closes them", async () => {
    await follow(page);
    const before = await board(page).boundingBox();
    await picture(page, "A ·").getByRole("button", { name: "Enlarge" }).click();
    const large = page.getByRole("dialog", { name: /^A · / });
    await expect(large).toBeVisible();
    const matrix = large.getByRole("application");
    await expect.poll(async () => (await matrix.boundingBox())?.width).toBeGreaterThan((before?.width ?? 0) * 1.5);
    await frame(page);
    expect((await pixels(matrix.locator("canvas").first())).colours).toBeGreaterThan(5);
    await page.keyboard.press("Escape");
    await expect(large).toBeHidden();
    await page.locator(".pipeline .step-button").nth(2).click();
    const step = page.getByRole("dialog", { name: /^Coefficient: / });
    await expect(step).toBeVisible();
    // What the step is for is said there, and under the pointer.
    const why = "The factor of each pair: 1 changes nothing, a smaller one lowers, a larger one raises.";
    await expect(step).toContainText(why);
    await expect(page.locator(".pipeline .step-button").nth(2)).toHaveAttribute("title", new RegExp(`^${why}`));
    await page.keyboard.press("Escape");
    await expect(step).toBeHidden();
  });
  await test.step("lines show the attention of the token under the pointer", async () => {
    await follow(page, "nearfar=1&view=lines");
    const lines = page.locator(".matrix-frame.lines").first();
    const canvas = lines.locator("canvas");
    const all = await pixels(canvas);
    expect(all.colours).toBeGreaterThan(10);
    await lines.focus();
    await page.keyboard.press("ArrowDown");
    await frame(page);
    const one = await pixels(canvas);
    expect(one.digest).not.toBe(all.digest);
    expect(one.inked).toBeLessThan(all.inked);
    await page.keyboard.press("Enter");
    expect((await settings(page)).cursor).toEqual([1, 1]);

    // What is seen is what is saved: the lines of the chosen token.
    const { heads, tokens } = await trace(page);
    const weights = nth(heads, (await settings(page)).head - 1).weight?.data ?? [];
    const seen = weights.slice(0, tokens.length).filter((weight) => weight >= 0.01).length;
    const svg = await readFile(await (await save(page, "A ·", "Picture (SVG)")).path(), "utf8");
    expect(svg.match(/<line /g)?.length).toBe(seen);
    const csv = parseCsv(await readFile(await (await save(page, "A ·", "Numbers (CSV)")).path(), "utf8"));
    expect(csv.slice(1).flatMap((row) => row.slice(1).map((text) => Math.fround(Number(text))))).toEqual(weights);
  });
});
