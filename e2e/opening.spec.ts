// The first minute: what the first gestures change, and that it is seen.

import type { Page } from "@playwright/test";
import {
  type PlainTrace,
  cells,
  expect,
  expectAccessible,
  follow,
  frame,
  nth,
  open,
  picture,
  pixels,
  ready,
  set,
  settings,
  slider,
  test,
  trace,
} from "./page";

/** The mean over rows of the Jensen-Shannon divergence of two matrices of weights, in nats. */
function divergence(n: number, a: number[], b: number[]): number {
  const xlnx = (x: number) => (x > 0 ? x * Math.log(x) : 0);
  let sum = 0;
  for (let index = 0; index < n * n; index++) {
    const [p, q] = [nth(a, index), nth(b, index)];
    sum += (xlnx(p) + xlnx(q)) / 2 - xlnx((p + q) / 2);
  }
  return sum / n;
}

/** The mean over rows of Σ weight · |i − j|, in tokens. */
function meanDistance(n: number, weights: number[]): number {
  const apart = (index: number) => Math.abs(Math.floor(index / n) - (index % n));
  return weights.reduce((sum, weight, index) => sum + weight * apart(index), 0) / n;
}

/** Rows that are spread over at least 95 % of the words, by the exponential of their entropy. */
function evenRows(n: number, weights: number[]): number {
  const rows = Array.from({ length: n }, (_, i) => weights.slice(i * n, (i + 1) * n));
  const entropy = (row: number[]) => row.reduce((sum, p) => sum - (p > 0 ? p * Math.log(p) : 0), 0);
  return rows.filter((row) => Math.exp(entropy(row)) >= 0.95 * n).length;
}

/** The weights of the shown head. */
async function weights(page: Page, panel: Nearfar.Panel = "a"): Promise<number[]> {
  const { head } = await settings(page);
  const traced: PlainTrace = await trace(page, panel);
  return nth(traced.heads, head - 1).weight?.data ?? [];
}

/** Moves w by its slider, the last step by a key; every key there is in sliders.spec.ts. */
async function moveTo(page: Page, w: number): Promise<void> {
  const { range } = slider(page, "w");
  await range.fill((w - 0.05).toFixed(2));
  await range.press("ArrowRight");
  await frame(page);
  const { head, w: all } = await settings(page);
  expect(nth(all, head - 1)).toBeCloseTo(w, 6);
}

const says = (page: Page) => page.locator(".slider-says").allInnerTexts();

test("a drag of w changes picture A to both sides, and the words name the change", async ({ page }) => {
  test.slow();
  await open(page, "", "");
  const { tokens } = await trace(page);
  expect(tokens.length).toBeGreaterThanOrEqual(7);
  expect(tokens.length).toBeLessThanOrEqual(10);
  const seen: { weights: number[]; words: string[]; digest: string }[] = [];
  for (const w of [-2, 0, 2]) {
    await moveTo(page, w);
    const { digest } = await pixels(cells(page));
    seen.push({ weights: await weights(page), words: await says(page), digest });
  }
  const [near, flat, far] = [nth(seen, 0), nth(seen, 1), nth(seen, 2)];
  const n = tokens.length;
  expect(divergence(n, near.weights, far.weights)).toBeGreaterThanOrEqual(0.25);
  expect(divergence(n, near.weights, flat.weights)).toBeGreaterThanOrEqual(0.05);
  expect(divergence(n, flat.weights, far.weights)).toBeGreaterThanOrEqual(0.05);
  // "Near" looks nearer and "far" farther, and no picture is half an even grid.
  const reach = meanDistance(n, flat.weights);
  expect(meanDistance(n, near.weights)).toBeLessThanOrEqual(0.85 * reach);
  expect(meanDistance(n, far.weights)).toBeGreaterThanOrEqual(1.2 * reach);
  for (const { weights } of seen) expect(evenRows(n, weights)).toBeLessThan(n / 2);
  expect(new Set([near.digest, flat.digest, far.digest]).size).toBe(3);
  expect(near.words[0]).toMatch(/^w = −2, near: scores shrink with distance$/);
  expect(near.words[1]).toMatch(/^v = .*, how soon: × [\d.]+ at distance 1$/);
  expect(flat.words[0]).toBe("w = 0: w changes no score, near or far");
  expect(flat.words[1]).toMatch(/no effect while w is 0$/);
  expect(far.words[0]).toMatch(/^w = 2, far: scores grow with distance$/);
  expect(far.words[1]).toMatch(/how high: up to × [\d.]+$/);
});

test("the first steps are done by doing them, go when they are not wanted, and come back", async ({ page }) => {
  await open(page, "", "");
  const claim = page.getByRole("region", { name: "The first steps" });
  const step = (name: string) => claim.getByRole("button", { name });
  await expect(claim).toContainText("how far must it look to know?");
  await expect(step("Drag w")).toHaveAttribute("aria-current", "step");
  const { height } = (await claim.boundingBox()) ?? { height: 0 };
  // A step that is pressed is the one that is asked for, whatever is done.
  await step("Why ReLU?").click();
  const relu = claim.getByRole("switch", { name: "ReLU" });
  await expect(claim).toContainText(/“.+” and “.+” fit badly: −[\d.]+\. ReLU makes it 0, and 0 × [\d.]+ stays 0\. Switch ReLU off:/);
  await expect(step("Why ReLU?")).toHaveAttribute("aria-current", "step");
  // What is said under the pictures is of the head that it went to.
  const { score } = nth((await trace(page)).heads, (await settings(page)).head - 1);
  const count = score?.data.filter((one) => one <= 0).length;
  await expect(page.locator(".step-why")).toContainText(`ReLU sets ${count} of the 81 scores to 0`);
  await expect(relu).toBeFocused();
  // With what is asked and what it changes: a weight that is seen to change.
  await expect(claim).toBeInViewport({ ratio: 1 });
  await expect(page.locator("figure.matrix.a .matrix-frame")).toBeInViewport({ ratio: 1 });
  const { cursor } = await settings(page);
  const [query, key] = cursor ?? [1, 1];
  const locked = 9 * (query - 1) + key - 1;
  const withRelu = await weights(page);
  await page.keyboard.press("Space");
  await expect(claim).toContainText(/Far words should gain, but −[\d.]+ × [\d.]+ = −[\d.]+: “.+” falls to .+\. Put ReLU back\./);
  const without = await weights(page);
  expect(Math.max(...without.map((weight, at) => Math.abs(weight - nth(withRelu, at))))).toBeGreaterThan(0.3);
  // The locked cell is one whose score is below 0: it loses its share.
  expect(nth(without, locked)).toBeLessThan(nth(withRelu, locked) - 0.05);
  await page.keyboard.press("Space");
  expect(nth(await weights(page), locked)).toBeCloseTo(nth(withRelu, locked), 6);
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(relu).toBeHidden();
  await step("Drag w").click();
  await expect(slider(page, "w").range).toBeFocused();
  // Another head has another w: nobody has moved it.
  await set(page, { head: 2 });
  await expect(step("Drag w")).toHaveText("1 Drag w");
  await page.keyboard.press("ArrowRight");
  await expect(step("Drag w")).toHaveText("✓ Drag w");
  // What the step did, in numbers, and what comes next.
  await expect(claim).toContainText(/Head 2 (looks (nearer|farther): [\d.]+ tokens away on average, not [\d.]+|still looks [\d.]+ tokens away on average)\. Now v, how strongly: drag it right\./);
  await step("Drag v").click();
  await expect(slider(page, "v").range).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(claim).toContainText(/Why ReLU\? Press 3: head \d+ shows it\./);
  await step("Why ReLU?").click();
  await expect(relu).toBeFocused();
  await page.keyboard.press("Space");
  await expect(claim).toContainText(/Far words should gain/);
  await page.keyboard.press("Space");
  await expect(claim).toContainText("Try it, or go on");
  await expect(claim.locator("[aria-current]")).toHaveCount(0);
  // And back to the head that was one's own.
  await claim.getByRole("button", { name: "Back to head 2" }).click();
  const back = await settings(page);
  expect([back.head, back.cursor ?? null]).toEqual([2, null]);
  await expect(claim.getByRole("button", { name: /^Back/ })).toBeHidden();
  expect((await claim.boundingBox())?.height).toBe(height);

  // Whoever is new here reads what this is, and what its words mean.
  const isNew = claim.getByRole("button", { name: "New here?" });
  await expect(isNew).toHaveAttribute("aria-expanded", "false");
  await isNew.press("Enter");
  const intro = page.getByRole("region", { name: "What this is" });
  await expect(intro).toContainText("every word of a sentence looks at all words");
  await expect(intro.getByRole("term")).toHaveCount(8);
  await expect(isNew).toHaveAttribute("aria-expanded", "true");
  await isNew.press("Escape");
  await expect(intro).toHaveCount(0);

  await claim.getByRole("button", { name: "Hide the first steps" }).click();
  await expect(claim).toBeHidden();
  await page.reload();
  await ready(page);
  await expect(claim).toBeHidden();
  await page.keyboard.press("?");
  await page.getByRole("button", { name: "Show the first steps in the Lab" }).click();
  await expect(claim).toBeVisible();
  await expect(step("Drag w")).toHaveText("1 Drag w");
});

test("two models that were trained apart are said to be, and the nearest head is offered", async ({ page }) => {
  await open(page, "model-b=sst2-vanilla&b=vanilla", "");
  await expect(page.locator(".parts")).toContainText("compares two models");
  await expect(page.getByLabel("What of A − B is shown")).toBeHidden();
  const mine = await weights(page);
  const others = (await trace(page, "b")).heads.map(({ weight }) => weight?.data ?? []);
  const n = (await trace(page)).tokens.length;
  const apart = others.map((other) => divergence(n, mine, other));
  const nearest = apart.indexOf(Math.min(...apart)) + 1;
  const { head } = await settings(page);
  const button = page.locator(".nearest button").first();
  await expect(button).toContainText(`head ${nearest}`, { ignoreCase: true });
  if (nearest !== head) {
    await button.click();
    expect((await settings(page))["head-b"]).toBe(nearest);
    await expect(picture(page, "B ·").locator(".matrix-title")).toContainText(`head ${nearest}`);
  }
});

for (const [width, height] of [
  [1440, 900],
  [1280, 720],
  [390, 844],
] as const) {
  test(`at ${width} x ${height} slider, words, picture and its numbers are seen together`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await open(page, "", "");
    const parts = [".dock input[type=range]", ".slider-says", ".matrix.a .matrix-frame", ".cursor-line"];
    if (width > 500) parts.push(".matrix.b .matrix-frame", ".matrix.difference .matrix-frame");
    // What makes A of its scores: the coefficients, and what ReLU leaves.
    if (width < 500) parts.push(".steps-beside .step-button >> nth=0", ".steps-beside .step-button >> nth=1");
    if (height === 900) parts.push(".pipeline .step:has-text('Coefficient') .step-picture");
    const dock = await page.locator(".dock").boundingBox();
    const covered = width < 500 ? (dock?.y ?? 0) : height;
    for (const part of parts) {
      const box = await page.locator(part).first().boundingBox();
      expect(box, part).not.toBeNull();
      expect(box?.y ?? -1, part).toBeGreaterThanOrEqual(0);
      const end = part.startsWith(".dock") || part === ".slider-says" ? height : covered;
      expect((box?.y ?? 0) + (box?.height ?? 0), part).toBeLessThanOrEqual(end + 1);
    }
    if (width > 500) {
      // What B is, to its last word: that it was not retrained.
      await page.setViewportSize({ width: 1100, height });
      const [all, seen] = await page.locator(".matrix.b .matrix-about").evaluate((about) => [about.scrollWidth, about.clientWidth]);
      expect(all ?? 0).toBeLessThanOrEqual(seen ?? 0);
      return;
    }
    // The slider that is asked for has a frame.
    const framed = () =>
      page.locator("#sliders input[type=range]").evaluateAll((sliders) => sliders.map((slider) => getComputedStyle(slider).boxShadow !== "none"));
    expect((await framed()).slice(0, 2)).toEqual([true, false]);
    // What the coefficients' colours are, and which of the three steps is asked for.
    await expect(page.locator(".steps-beside .step-button").last().locator(".ticks")).toContainText("1");
    await expect(page.locator(".steps-beside .step-button").last().locator(".ticks")).toBeVisible();
    const asked = () => page.evaluate(() => getComputedStyle(document.querySelector(".claim > .quiet") as Element, "::after").content);
    expect(await asked()).toContain("1/3");
    // ReLU's step has buttons of its own there, and its words and the picture their room.
    await set(page, { w: "6:-1" });
    expect(await asked()).toContain("2/3");
    expect((await framed()).slice(0, 2)).toEqual([false, true]);
    await set(page, { v: "6:0" });
    const claim = page.getByRole("region", { name: "The first steps" });
    await claim.getByRole("button", { name: "Why ReLU?" }).click();
    await expect(claim.getByRole("button", { name: "Back to head 6" })).toBeVisible();
    for (const key of ["", "Space"]) {
      if (key !== "") await page.keyboard.press(key);
      await expect(claim.locator("p")).toContainText(key === "" ? "Switch ReLU off" : "Far words should gain");
      expect((await claim.locator("p").boundingBox())?.height).toBeLessThan(45);
      const picture = await page.locator(".matrix.a .matrix-frame").boundingBox();
      expect((picture?.y ?? 0) + (picture?.height ?? 0)).toBeLessThanOrEqual(covered + 1);
    }
  });
}

test("on a phone the steps of A alone are shown without those beside its picture", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "only=steps", "");
  await expect(page.locator(".pipeline .step-button").first()).toBeVisible();
  await expect(page.locator(".steps-beside")).toBeHidden();
});

test("w is a few keys away, and what it does is told", async ({ page }) => {
  await open(page, "", "");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to w and v" })).toBeFocused();
  await page.keyboard.press("Enter");
  const w = page.getByRole("slider", { name: "w, near to far" });
  await expect(w).toBeFocused();
  await w.press("ArrowLeft");
  await expect(w).toHaveAttribute("aria-valuetext", /^w = .*, near: scores shrink with distance$/);
  await expect(page.locator("#announcement")).toContainText(/tokens away on average/);
  // Words are one stop, with arrows inside.
  const words = page.locator(".token");
  await words.first().focus();
  await page.keyboard.press("ArrowRight");
  await expect(words.nth(1)).toBeFocused();
  expect(await page.locator(".tokens [tabindex='0']").count()).toBe(1);
  // So are the rooms, the first steps and the steps of the computation.
  for (const group of [".tabs > button", ".first-steps > button", ".pipeline [role=option]"]) {
    const buttons = page.locator(group);
    await buttons.first().focus();
    await page.keyboard.press("End");
    await expect(buttons.last()).toBeFocused();
    await page.keyboard.press("Home");
    await expect(buttons.first()).toBeFocused();
  }
});

test("the first screen has few controls, and few stops of the Tab key", async ({ page }) => {
  await open(page, "", "");
  const [controls, stops] = await page.evaluate(() => {
    const controls = "a[href], button, input, select, textarea, summary, [role=listbox]";
    const all = [...document.querySelectorAll<HTMLButtonElement>(`${controls}, [tabindex]`)];
    const isSeen = (element: HTMLElement) => {
      const { width, height, top, bottom } = element.getBoundingClientRect();
      const isOnScreen = width > 1 && height > 1 && top < innerHeight && bottom > 0;
      return isOnScreen && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    };
    const seen = all.filter((element) => !element.disabled && isSeen(element));
    return [seen.filter((element) => element.matches(controls)), seen.filter((element) => element.tabIndex >= 0)].map((found) => found.length);
  });
  expect(controls).toBeGreaterThan(15);
  expect(controls).toBeLessThanOrEqual(25);
  expect(stops).toBeGreaterThan(15);
  expect(stops).toBeLessThanOrEqual(25);
});

test("the opening: by ear, at first, without a step, by parts, on paper", async ({ page }) => {
  test.slow();
  await test.step("the experiment by ear", async () => {
    await open(page, "", "");
    await expect(page.locator(".controls")).toMatchAriaSnapshot(`
      - button "Previous head"
      - heading "Head 6" [level=2]
      - text: of 16
      - button "Next head"
      - figure "Coefficient by distance":
        - img /1 at distance 0/
      - region "w and v":
        - slider "w, near to far"
        - textbox
        - paragraph: /w = /
        - slider "v, how strongly"
        - textbox
        - paragraph: /v = /
      - button "Presets for w and v"
      - button "As learned" [disabled]
    `);
    await expect(page.locator(".picture").first()).toMatchAriaSnapshot(`
      - figure:
        - text: A · DA-Transformer
        - button "Model and method of A"
        - text: /trained/
    `);
  });
  await test.step("there is something to start over once something is moved; the tools of a picture are one stop", async () => {
    await follow(page, "nearfar=1", "");
    const over = page.locator("[data-panel=start-over]");
    await expect(over).toBeDisabled();
    await expect(over).toHaveCSS("opacity", "0");
    await slider(page, "w").range.press("ArrowRight");
    await expect(over).toBeEnabled();
    await over.focus();
    await page.keyboard.press("Enter");
    await expect(over).toBeDisabled();
    await expect(page.locator("#main")).toBeFocused();
    // From the picture Tab goes to its tools, arrows go through them, and Tab leaves them.
    const figure = page.locator("figure.matrix.a");
    await figure.getByRole("application").focus();
    await page.keyboard.press("Tab");
    const tools = figure.getByRole("toolbar").getByRole("button");
    await expect(tools.first()).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await expect(tools.nth(1)).toBeFocused();
    await page.keyboard.press("End");
    await expect(tools.last()).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.locator(".matrix.a :focus")).toHaveCount(0);
    // The last one that had the focus is the stop.
    await page.keyboard.press("Shift+Tab");
    await expect(tools.last()).toBeFocused();
  });
  await test.step("B is vanilla attention of the same head, and the difference has two parts", async () => {
    await follow(page, "nearfar=1", "");
    const [a, b] = [await trace(page), await trace(page, "b")];
    const { head } = await settings(page);
    expect(nth(b.heads, head - 1).query).toEqual(nth(a.heads, head - 1).query);
    expect(nth(b.heads, head - 1).score).toEqual(nth(a.heads, head - 1).score);
    const shown = page.getByLabel("What of A − B is shown");
    const about = page.locator(".parts > p").first();
    await expect(about).toContainText("what ReLU and distance do together");
    const drawn = new Set<string>();
    for (const [name, title, words] of [
      ["What ReLU and distance do", "A − B", "together"],
      ["What ReLU does", "A at w = 0, minus B", "what ReLU does"],
      ["What distance does", "A, minus A at w = 0", "what distance does"],
    ] as const) {
      await shown.selectOption(name);
      await frame(page);
      await expect(page.locator(".matrix.difference .matrix-title")).toHaveText(title);
      await expect(about).toContainText(words);
      drawn.add((await pixels(page.locator(".matrix.difference canvas").first())).digest);
    }
    expect(drawn.size).toBe(3);
    // At w = 0 distance does nothing.
    await set(page, { w: a.heads.map(() => 0) });
    const table = async () => {
      await page.locator(".matrix.difference").getByRole("application").press("t");
      const cells = await page.getByRole("dialog").locator("tbody td").allInnerTexts();
      await page.keyboard.press("Escape");
      return new Set(cells);
    };
    expect(await table()).toEqual(new Set(["0.0000"]));
  });
  await test.step("a part of the difference is drawn in the range of the whole", async () => {
    await follow(page, "nearfar=1", "");
    const ends = () => page.locator("figure.matrix.difference .tick").allTextContents();
    const whole = await ends();
    await page.getByLabel("What of A − B is shown").selectOption("What ReLU does");
    await frame(page);
    expect(await ends()).toEqual(whole);
  });
  await test.step("a step that is left out says what it was for", async () => {
    await follow(page, "nearfar=1", "");
    const status = page.locator(".without");
    const before = await weights(page);
    const relu = page.locator(".way").getByRole("switch", { name: "ReLU" });
    await expect(relu).toBeChecked();
    await relu.click();
    await expect(relu).not.toBeChecked();
    await expect(status).toContainText(/Without ReLU distance works backwards on the \d+ of 81 scores/);
    expect(await weights(page)).not.toEqual(before);
    await relu.click();
    expect(await weights(page)).toEqual(before);

    await page.getByRole("switch", { name: "Distance" }).click();
    await expect(status).toContainText("Without distance");
    const flat = await weights(page);
    await set(page, { distance: true, w: (await settings(page)).w.map(() => 0) });
    expect(await weights(page)).toEqual(flat);
    await set(page, { learned: true });

    await page.getByRole("switch", { name: "Softmax" }).click();
    await expect(status).toContainText("Without softmax");
    const head = nth((await trace(page)).heads, (await settings(page)).head - 1);
    const n = head.weight?.shape[0] ?? 0;
    const logits = head.logit?.data ?? [];
    for (const [index, weight] of (await weights(page)).entries()) {
      expect(weight).toBeCloseTo(1 / (1 + n * Math.exp(-nth(logits, index))), 5);
    }
  });
  await test.step("a near head says why its rows look even, and the same cell is followed while w moves", async () => {
    // A head with many scores of 0.
    await follow(page, "", "sentence=The+plot+is+weak+but+the+actors+are+very+good&head=3");
    const line = page.locator(".cursor-line");
    const cell = async () => (await line.textContent())?.split(":")[0];
    const before = await cell();
    await expect(page.locator(".without")).not.toContainText("almost uniform");
    const slider = page.getByRole("slider", { name: "w, near to far" });
    await slider.fill("-3");
    await frame(page);
    await expect(page.locator(".without")).toContainText(/almost uniform \(effectively [\d.]+ of 10 words\)/);
    expect(await cell()).toBe(before);
    await slider.fill("3");
    await frame(page);
    expect(await cell()).toBe(before);
  });
  await test.step("unknown words qualify the answer", async () => {
    await follow(page, "nearfar=1", "");
    await expect(page.locator(".unknown-words")).toBeHidden();
    await set(page, { sentence: "Flurbish glorpen wazzle" });
    await ready(page);
    await expect(page.locator(".unknown-words")).toHaveText("3 of 3 words have vectors made from their spelling: the answer means little.");
  });
  await test.step("the experiment on paper", async () => {
    await follow(page, "nearfar=1", "");
    await page.emulateMedia({ media: "print" });
    await expect(picture(page, "A ·")).toBeVisible();
    await expect(page.locator(".panel-tools").first()).toBeHidden();
    await expect(page.locator(".dock input").first()).toBeHidden();
    await page.emulateMedia({ media: "screen" });
    await expectAccessible(page, "the opening");
  });
});
