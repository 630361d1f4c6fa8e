// Lessons: the walk by doing its steps, a lesson made, saved and completed, hand-ins side by side.

import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectAccessibleAtBothWidths, frame, nth, read, ready, set, settings, test, trace } from "./page";

const strip = (page: Page) => page.locator(".lesson-strip");

async function openStep(page: Page, fragment: string): Promise<void> {
  await page.goto(`./#${fragment}`);
  await expect(strip(page)).toBeVisible({ timeout: 30_000 });
  await ready(page);
}

async function predict(page: Page, answer: string): Promise<void> {
  await strip(page).getByRole("textbox").fill(answer);
  await page.keyboard.press("Enter");
}

test("the first steps lead on to a first lesson, and nothing pops up", async ({ page }) => {
  await page.goto("./");
  await ready(page);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const claim = page.getByRole("region", { name: "The first steps" });
  const lesson = claim.getByRole("link", { name: "Why a model overlooks “not”" });
  await expect(lesson).toHaveCount(0);
  const { head } = await settings(page);
  for (const [step, key] of [["Drag w", "ArrowRight"], ["Drag v", "ArrowLeft"], ["Why ReLU?", "Space"]] as const) {
    await claim.getByRole("button", { name: step }).click();
    await page.keyboard.press(key);
    await expect(claim.getByRole("button", { name: step })).toHaveText(`✓ ${step}`);
  }
  await page.keyboard.press("Space");
  // What the first line says is praise, this model takes for a complaint: the lesson says why.
  const film = claim.getByRole("link", { name: "The film was not bad" });
  await film.click();
  await expect(claim).toContainText(/“Not bad” is praise\. A says negative 9\d(\.\d)?\s%, B 9\d(\.\d)?\s%: both wrong\./);
  // It leads to the head that the steps began with, and what it led to is not offered again.
  expect((await settings(page)).head).toBe(head);
  await expect(film).toHaveCount(0);
  // Another room keeps what there was.
  const before = await settings(page);
  await claim.getByRole("link", { name: "Watch w being learned" }).click();
  await expect.poll(async () => (await settings(page)).room).toBe("train");
  expect((await settings(page)).w).toEqual(before.w);
  await page.getByRole("button", { name: "Lab", exact: true }).click();
  await lesson.click();
  await expect(strip(page)).toContainText("Step 1 of 3", { timeout: 30_000 });
  await expect.poll(async () => (await settings(page)).only).toBe("sentence answers");
});

test("a lesson that does not load says so over the room that it is taken in, and can be tried again", async ({ page, complaints }) => {
  await page.goto("./");
  await ready(page);
  const files = /\/nearfar-learn|\/learn\/learn\.css/;
  await page.route(files, (route) => route.abort());
  await page.evaluate(() => {
    location.hash = "lesson=not&step=1";
  });
  const message = page.getByRole("alert").filter({ hasText: "The room did not load" });
  await expect(message).toBeVisible();
  await expect(page.locator(".matrix.a")).toBeVisible();
  // Nobody has to have it.
  await message.getByRole("button", { name: "Dismiss" }).click();
  await expect(message).toHaveCount(0);
  await page.getByRole("button", { name: "Lab", exact: true }).click();
  await page.evaluate(() => {
    location.hash = "lesson=not&step=1";
  });
  await expect(message).toBeVisible();
  await page.unroute(files);
  await message.getByRole("button", { name: "Try again" }).click();
  await expect(strip(page)).toContainText("Step 1 of 3", { timeout: 30_000 });
  await expect(message).toHaveCount(0);
  complaints.length = 0;
});

test("a picture that stands alone is large, and stays so when the sliders come to it", async ({ page }) => {
  await openStep(page, "lesson=not&step=2");
  const picture = page.locator(".matrix.a .matrix-frame");
  const width = async () => (await picture.boundingBox())?.width ?? 0;
  expect(await width()).toBeGreaterThan(400);
  const before = await width();
  await predict(page, "1");
  await expect(page.locator("#sliders")).toBeVisible();
  expect(await width()).toBe(before);
  await expect(picture).toBeInViewport({ ratio: 1 });
});

test("a step waits for its prediction, is done by doing it, and stays done", async ({ page }) => {
  await openStep(page, "lesson=walk&step=3");
  await expect(page.locator("[data-panel=arithmetic]:visible")).toHaveCount(0);
  await expect(strip(page).locator(".lesson-do")).toHaveCount(0);
  await predict(page, "-3");
  await expect(strip(page)).toContainText("You said -3: right.");
  await expect(page.locator("[data-panel=arithmetic]").first()).toBeVisible();
  await expect(strip(page)).not.toHaveAttribute("data-done");
  await set(page, { w: "3:-0.6" });
  await expect(strip(page)).toHaveAttribute("data-done", "yes");
  await page.reload();
  await expect(strip(page)).toHaveAttribute("data-done", "yes", { timeout: 30_000 });
  await strip(page).getByRole("button", { name: "Next" }).press("Enter");
  await expect(strip(page)).toContainText("Step 4 of 14");
  await expect.poll(async () => (await settings(page)).a).toBe("da:linear(1,0):early-multiply");
});

test("the whole walk: every step is predicted, done by doing it, and explained", async ({ page }) => {
  test.setTimeout(300_000);
  await openStep(page, "lesson=walk&step=1");
  const head = async (index: number) => nth((await trace(page)).heads, index);
  const rows = (numbers: { data: number[] } | undefined) =>
    Array.from({ length: 10 }, (_, row) => (numbers?.data ?? []).slice(10 * row, 10 * row + 10));
  const play = () => page.getByRole("button", { name: "Play", exact: false }).first().click();
  // What each step asks, and what is done.
  const steps: [answer: string | number, act: () => Promise<void>][] = [
    ["1", async () => {
      const row = nth(rows((await head(2)).weight), 9);
      await set(page, { cursor: [10, row.indexOf(Math.max(...row)) + 1] });
    }],
    [2, () => page.locator("#sentence").fill("man bites dog")],
    ["-3", () => set(page, { w: "3:-0.6" })],
    ["-6", () => set(page, { a: "da" })],
    [1, () => set(page, { w: "3:0.5", v: "3:1.2" })],
    [3, () => set(page, { curves: ["learnable-sigmoid(1)", "exponent"] })],
    ["0.1", async () => {
      const scores = rows((await head(5)).score);
      await set(page, { cursor: [scores.findIndex((row) => row.every((score) => score <= 0)) + 1, 1] });
    }],
    ["0.75", () => page.getByRole("switch", { name: "Softmax" }).click()],
    ["1", () => set(page, { head: 6 })],
    ["32", () => set(page, { chosen: [6, 10] })],
    [1, async () => {
      await play();
      // Near words make w negative: w of the head that matters most, once the held-out texts are answered right.
      const finding = page.locator(".finding-line[data-run=A]");
      await expect(finding).toContainText(/Head \d+ \(w = .* matters.* (9\d|100) % of the held-out/s, { timeout: 90_000 });
      expect(read(/\(w = ([^,)]+)/.exec(await finding.innerText())?.[1])).toBeLessThan(-0.5);
    }],
    [3, play],
    [1, () => set(page, { cursor: [4, 10] })],
    [2, () => page.locator("#sentence").fill("A film of my own")],
  ];
  for (const [index, [answer, act]] of steps.entries()) {
    await expect(strip(page)).toContainText(`Step ${index + 1} of 14`);
    await expect(strip(page).locator(".lesson-do")).toHaveCount(0);
    if (typeof answer === "string") {
      await predict(page, answer);
    } else {
      await strip(page).getByRole("radio").nth(answer - 1).check();
      await strip(page).getByRole("button", { name: "Predict" }).click();
    }
    await expect(strip(page).locator(".learn-given")).toContainText("right");
    await expect(strip(page).locator(".lesson-do")).toBeVisible();
    await ready(page);
    await act();
    await expect(strip(page), `step ${index + 1}`).toHaveAttribute("data-done", "yes", { timeout: 90_000 });
    await expect(strip(page).locator(".lesson-explain")).toBeVisible();
    if (index < 13) await strip(page).getByRole("button", { name: "Next" }).click();
  }
  await strip(page).getByRole("button", { name: "Finish" }).click();
  await expect(page.locator(".learn-walk")).toContainText("14 of 14 steps done");
  await expect(page.locator("#learn-room")).toContainText(/\b0 of [1-9]\d* steps done/);
});

test("leaving a lesson gives back what was there, and it goes on where one was", async ({ page }) => {
  await page.goto("./#sentence=My+own+few+words&w=3:1.5&head=3");
  await ready(page);
  await page.getByRole("button", { name: "Learn", exact: true }).click();
  const walk = page.locator(".learn-walk");
  await walk.getByRole("button", { name: "Begin" }).click({ timeout: 30_000 });
  await strip(page).getByRole("button", { name: "Next" }).click();
  await strip(page).getByRole("button", { name: "Next" }).click();
  await expect(strip(page)).toContainText("Step 3 of 14");
  expect((await settings(page)).sentence).not.toContain("My own");
  await strip(page).getByRole("button", { name: "Leave" }).click();
  await expect.poll(async () => (await settings(page)).sentence).toBe("My own few words");
  const { head, w, room, only } = await settings(page);
  expect([head, w[2], room, only]).toEqual([3, 1.5, "learn", ""]);
  await walk.getByRole("button", { name: "Go on" }).click();
  await expect(strip(page)).toContainText("Step 3 of 14");
  // Also after a reload in the middle of it.
  await page.reload();
  await strip(page).getByRole("button", { name: "Leave" }).click({ timeout: 30_000 });
  await expect.poll(async () => (await settings(page)).sentence).toBe("My own few words");
});

test("a lesson is left whatever was there before it, and a step that cannot be shown says why", async ({ page }) => {
  for (const before of ["sentence=a+b&cursor=99,99", "model=opened&files=gone.safetensors"]) {
    await page.goto("about:blank");
    await page.goto(`./#${before}`);
    await page.getByRole("button", { name: "Learn", exact: true }).click({ timeout: 30_000 });
    await page.locator(".learn-walk").getByRole("button", { name: /Begin|Go on/ }).click({ timeout: 30_000 });
    await expect(strip(page)).toContainText("Step 1 of 14");
    await strip(page).getByRole("button", { name: "Leave" }).click();
    await expect(strip(page)).toBeHidden();
    await expect.poll(async () => (await settings(page)).room).toBe("learn");
  }
  const step = { title: "Far", text: "A cell.", do: "Look.", explain: "It looks.", room: "lab", settings: "sentence=a+b&cursor=9,9", done: { room: "lab" } };
  const lesson = { "nearfar-lesson": 1, title: "Beyond", minutes: 5, goal: "To look.", steps: [step] };
  const file = { name: "beyond.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(lesson)) };
  await page.locator(".learn-open").setInputFiles(file);
  await expect(strip(page).getByRole("alert")).toContainText("cursor");
  await strip(page).getByRole("button", { name: "Leave" }).click();
  await expect(strip(page)).toBeHidden();
});

test("a step is in the room that it names", async ({ page }) => {
  await openStep(page, "lesson=walk&step=6");
  await expect.poll(async () => (await settings(page)).room).toBe("curves");
  await strip(page).getByRole("radio", { name: /bound/ }).check();
  await strip(page).getByRole("button", { name: "Predict" }).click();
  await set(page, { curves: ["learnable-sigmoid(1)", "exponent"] });
  await expect(strip(page)).toHaveAttribute("data-done", "yes");
});

test("the tab of a room leaves a lesson, and the room is whole again", async ({ page }) => {
  await openStep(page, "lesson=not&step=1");
  const tab = (name: string) => page.getByRole("navigation", { name: "Rooms" }).getByRole("button", { name });
  await expect(tab("Learn")).toHaveAttribute("aria-current", "page");
  await expect(page.locator(".matrix.a")).toBeHidden();
  await tab("Lab").click();
  await expect(strip(page)).toBeHidden();
  await expect(tab("Lab")).toHaveAttribute("aria-current", "page");
  await expect(page.locator(".matrix.a")).toBeVisible();
  expect((await settings(page)).room).toBe("lab");
  // A link to where one is leads nowhere.
  await expect.poll(() => page.evaluate(() => location.hash)).not.toContain("lesson");
  await openStep(page, "lesson=not&step=1");
  await tab("Compare").click();
  await expect(strip(page)).toBeHidden();
  await expect(tab("Compare")).toHaveAttribute("aria-current", "page");
  await expect(page.locator(".compare-pair")).toBeVisible();
});

test("a lesson is made, saved, opened on a phone and completed", async ({ page }) => {
  await page.goto("./#room=learn");
  await page.getByText("Teachers: make a lesson from this view").click({ timeout: 30_000 });
  const form = page.locator(".learn-make");
  await form.getByLabel("Title", { exact: true }).fill("Near");
  await form.getByLabel("Title of the step").fill("w below 0");
  await form.getByLabel("What to do").fill("Make head 3 near.");
  await form.getByRole("button", { name: "Begins here" }).click();
  await set(page, { w: "3:-1" });
  await form.getByRole("button", { name: "Ends here" }).click();
  await form.getByRole("button", { name: "Add the step" }).click();
  const download = page.waitForEvent("download");
  await form.getByRole("button", { name: "Save as a file" }).click();
  const file = await (await download).path();
  expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ "nearfar-lesson": 1, title: "Near" });

  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("about:blank");
  await page.goto("./#room=learn");
  await page.locator(".learn-open").setInputFiles(file, { timeout: 30_000 });
  await expect(strip(page)).toContainText("w below 0");
  const box = await strip(page).boundingBox();
  expect(box?.height ?? 800).toBeLessThan(400);
  await set(page, { w: "3:-1.05" });
  await expect(strip(page)).toHaveAttribute("data-done", "yes");
});

test("a step is predicted, shown alone, changed, moved, removed and brought back; a file is gone on with", async ({ page }) => {
  await page.goto("./#room=learn");
  await page.getByText("Teachers: make a lesson from this view").click({ timeout: 30_000 });
  const form = page.locator(".learn-make");
  const made = form.locator(".learn-made li");
  const press = (name: string) => form.getByRole("button", { name, exact: true }).click();
  await form.getByLabel("Title", { exact: true }).fill("Two");
  await form.getByLabel("Title of the step").fill("First");
  await form.getByLabel("Prediction, asked").fill("Where does it look?");
  await form.getByLabel("Answer to the prediction").fill("- far\n- near");
  await press("Add the step");
  await expect(form.getByRole("alert")).toContainText("one choice must begin with *, not 0");
  await form.getByLabel("Answer to the prediction").fill("- far\n* near");
  await form.getByText("Which parts of the room are shown").click();
  await form.locator("label:has(> code:text-is('pictures')) select").selectOption("shown alone");
  await form.locator("label:has(> code:text-is('curve')) select").selectOption("shown alone, after the prediction");
  await press("Add the step");
  await form.getByLabel("Title of the step").fill("Second");
  await form.getByLabel("Question", { exact: true }).fill("How many?");
  await form.getByLabel("Its answer").fill("3");
  await press("Add the step");
  await press("Move up: Second");
  await expect(made).toContainText(["Second", "First"]);
  await press("Remove: First");
  await expect(made).toHaveCount(1);
  await press("Bring it back");
  await press("Change: First");
  await expect(form.getByLabel("Answer to the prediction")).toHaveValue("- far\n* near");
  await form.getByLabel("Explanation").fill("Near.");
  await press("Put the step back");
  await expect(made).toContainText(["Second", "First"]);
  const download = page.waitForEvent("download");
  await press("Save as a file");
  const file = await (await download).path();
  const step = { title: "First", only: ["pictures"], reveal: ["curve"], explain: "Near.", predict: { kind: "choice", answer: 2 } };
  expect(JSON.parse(await readFile(file, "utf8")).steps[1]).toMatchObject(step);

  await page.reload();
  await page.getByText("Teachers: make a lesson from this view").click({ timeout: 30_000 });
  await form.getByLabel("Continue a lesson file").setInputFiles(file);
  await expect(made).toContainText(["Second", "First"]);
  await press("Change: First");
  await expect(form.getByLabel("Explanation")).toHaveValue("Near.");
  await expect(form.locator("label:has(> code:text-is('curve')) select")).toHaveValue("revealed");
  // A step that is changed is not lost with the page, nor is what is typed of it.
  await form.getByLabel("Explanation").fill("Nearer.");
  await page.reload();
  await page.getByText("Teachers: make a lesson from this view").click({ timeout: 30_000 });
  await expect(form.getByLabel("Title of the step")).toHaveValue("First");
  await expect(form.getByLabel("Explanation")).toHaveValue("Nearer.");
  await press("Clear the step");
  await expect(made).toContainText(["Second", "First"]);
});

test("a lesson on the page's own host opens by its address; what is none is named", async ({ page }) => {
  const near = { text: "Near.", room: "lab", settings: "w=3:1", do: "Make it near.", done: { w: { head: 3, to: -0.5 } } };
  const steps = [{ title: "w below 0", ...near }, { title: "Once more", ...near }];
  await page.route("**/lessons/mine.json", (route) =>
    route.fulfill({ json: { "nearfar-lesson": 1, title: "Mine", language: "en", minutes: 2, goal: "w", steps } }),
  );
  await page.route("**/lessons/odd.json", (route) => route.fulfill({ json: ["odd"] }));
  await page.goto("./?lesson=lessons/mine.json");
  await expect(strip(page)).toContainText("w below 0", { timeout: 30_000 });
  await set(page, { w: "3:-1" });
  await expect(strip(page)).toHaveAttribute("data-done", "yes");
  await strip(page).getByRole("button", { name: "Next" }).click();
  await expect(strip(page)).toContainText("Once more");
  await expect.poll(async () => nth((await settings(page)).w, 2)).toBe(1);
  await strip(page).getByRole("button", { name: "Back" }).click();
  await expect(strip(page)).toContainText("w below 0");
  await page.goto("about:blank");
  await page.goto("./?lesson=lessons/odd.json");
  await expect(page.getByText("This lesson cannot be shown: lessons/odd.json")).toBeVisible({ timeout: 30_000 });
  await ready(page);
});

test("hand-ins stand side by side", async ({ page }) => {
  await openStep(page, "lesson=walk&step=3");
  await predict(page, "3");
  await expect(strip(page)).toContainText("You said “3”; the answer is “-3”.");
  await strip(page).getByRole("button", { name: "Leave" }).click();
  const walk = page.locator(".learn-walk");
  const texts: string[] = [];
  for (const who of ["Ada", "Bo"]) {
    await walk.getByLabel("Name").fill(who);
    await walk.getByLabel("Name").press("Tab");
    await walk.getByRole("button", { name: "Hand in as text" }).click();
    texts.push(await walk.locator(".learn-text").inputValue());
  }
  await page.getByText("Teachers: hand-ins side by side").click();
  await page.getByLabel("Texts").fill(texts.join("\n"));
  await page.getByRole("button", { name: "Show side by side" }).click();
  const table = page.getByRole("table", { name: "The walk through the paper" });
  await expect(table.getByRole("rowheader")).toHaveText(["Ada", "Bo", "All"]);
  await expect(table).toContainText("3 ✗");
});

test("every picture that a step of the walk shows can be seen large and closed", async ({ page }) => {
  test.slow();
  for (const [step, answer] of [
    [4, "-6"],
    [7, "0.1"],
    [8, "0.75"],
  ] as const) {
    await page.goto("about:blank");
    await openStep(page, `lesson=walk&step=${step}`);
    await predict(page, answer);
    await expect(strip(page).locator(".lesson-do")).toBeVisible();
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await frame(page);
      await ready(page);
      const openers = page.locator(".step-button:visible, .panel-tools button[aria-label='Enlarge']:visible");
      await expect(openers.first()).toBeVisible();
      for (const opener of await openers.all()) {
        await opener.press("Enter");
        const dialog = page.locator("dialog[open]");
        await expect(dialog).toBeVisible();
        expect((await dialog.boundingBox())?.width).toBeGreaterThan(200);
        await page.keyboard.press("Escape");
        await expect(dialog).toHaveCount(0);
        await frame(page);
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  }
});

test("beside the figure where the page is wide; on a phone all of a step is read before it is predicted", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openStep(page, "lesson=walk&step=14");
  const [text, main] = [await strip(page).boundingBox(), await page.locator("main").boundingBox()];
  expect((main?.x ?? 0) + (main?.width ?? 0)).toBeLessThanOrEqual((text?.x ?? 0) + 1);
  const body = strip(page).locator(".lesson-body");
  const isCut = () => body.evaluate((body) => body.scrollHeight > body.clientHeight + 1);
  expect(await isCut()).toBe(false);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await isCut()).toBe(false);
  // What comes of the prediction is in sight, and has the focus.
  await strip(page).getByRole("radio").nth(1).check();
  await strip(page).getByRole("button", { name: "Predict" }).press("Enter");
  await expect(strip(page).locator(".learn-given")).toBeFocused();
  await expect(strip(page).locator(".learn-given")).toBeInViewport();
  // So is what is to be done, and the figure has most of the screen.
  await expect(strip(page).locator(".lesson-do")).toBeInViewport({ ratio: 1 });
  expect((await strip(page).boundingBox())?.height).toBeLessThan(844 * 0.4);
  await set(page, { sentence: "A film of my own" });
  await expect(strip(page)).toHaveAttribute("data-done", "yes");
  await expect(strip(page).locator(".lesson-explain")).toBeInViewport();
});

test("what a step asks is not said elsewhere on the screen", async ({ page }) => {
  await openStep(page, "lesson=walk&step=5");
  // Powers are raised.
  await expect(strip(page).locator("sup")).toHaveText(["v", "v − w·R", "v"]);
  await expect(page.locator(".slider-says").first()).toBeHidden();
  await strip(page).getByRole("radio").first().check();
  await strip(page).getByRole("button", { name: "Predict" }).click();
  await expect(page.locator(".slider-says").first()).toBeVisible();
});

test("a step of a lesson is begun in the room that it shows", async ({ page }) => {
  await page.goto("./#room=curves&curves=exponent");
  await ready(page);
  for (const [room, fragment] of [
    ["curves", "curves=exponent"],
    ["lab", "w=6%3A0.5&v=6%3A1"],
  ] as const) {
    await set(page, room === "lab" ? { room, w: "6:0.5", v: "6:1" } : { room });
    await page.getByRole("button", { name: "Share…" }).click();
    await page.getByRole("button", { name: "Make a lesson from this view" }).click({ timeout: 30_000 });
    const form = page.locator(".learn-make");
    await expect(form.getByLabel("Title", { exact: true })).toBeFocused({ timeout: 30_000 });
    await expect(form.getByRole("combobox", { name: "Room", exact: true })).toHaveValue(room);
    await expect(form.getByRole("button", { name: "Begins here" })).toHaveAttribute("aria-pressed", "true");
    await form.getByLabel("Title of the step").fill(room);
    await form.getByLabel("Question", { exact: true }).fill("How many?");
    await form.getByLabel("Its answer").fill("1");
    await form.getByRole("button", { name: "Add the step" }).click();
    await expect(form.locator(".learn-made li", { hasText: room })).toHaveCount(1);
    const made = await page.evaluate(() => localStorage.getItem("nearfar.learn.making"));
    expect(made).toContain(fragment);
  }
});

test("where the browser keeps nothing, a lesson is made for this visit and says so", async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"]) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException("denied", "SecurityError");
        },
      });
    }
  });
  await page.goto("./#room=curves&curves=exponent");
  await ready(page);
  await page.getByRole("button", { name: "Share…" }).click();
  await page.getByRole("button", { name: "Make a lesson from this view" }).click({ timeout: 30_000 });
  const form = page.locator(".learn-make");
  await expect(form.getByLabel("Title", { exact: true })).toBeFocused({ timeout: 30_000 });
  await expect(form.getByRole("combobox", { name: "Room", exact: true })).toHaveValue("curves");
  await expect(form).toContainText("This browser keeps nothing: save the lesson as a file");

  // A lesson that is left gives back what was there before it.
  await set(page, { w: "2:0.5", sentence: "before the lesson" });
  await expect.poll(() => page.evaluate(() => String(Reflect.get(window, "nearfar.tab.settings")))).toContain("before");
  await page.locator(".learn-begin").first().click();
  await expect(strip(page)).toBeVisible();
  await strip(page).getByRole("button", { name: "Leave" }).click();
  await expect.poll(async () => (await settings(page)).sentence).toBe("before the lesson");
});

test("two tabs make one lesson", async ({ page, context }) => {
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto("./#room=learn");
    await tab.getByText("Teachers: make a lesson from this view").click({ timeout: 30_000 });
  }
  const form = (tab: Page) => tab.locator(".learn-make");
  await form(page).getByLabel("Title", { exact: true }).fill("Near");
  await expect(form(other).getByLabel("Title", { exact: true })).toHaveValue("Near");
  await form(other).getByLabel("Goal", { exact: true }).fill("To look");
  await expect(form(page).getByLabel("Goal", { exact: true })).toHaveValue("To look");
  await expect(form(page).getByLabel("Title", { exact: true })).toHaveValue("Near");

  // One that is opened in a tab is that tab's.
  const step = { title: "Far", text: "A.", room: "lab", settings: "", predict: { prompt: "Why?", kind: "text" } };
  const lesson = { "nearfar-lesson": 1, title: "Opened", minutes: 5, goal: "To see.", steps: [step] };
  const file = { name: "opened.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(lesson)) };
  await form(page).getByLabel("Continue a lesson file").setInputFiles(file);
  await expect(form(page).getByLabel("Title", { exact: true })).toHaveValue("Opened");
  await form(other).getByLabel("Goal", { exact: true }).fill("To look again");
  await expect(form(other).getByLabel("Title", { exact: true })).toHaveValue("Near");
  await expect(form(page).getByLabel("Goal", { exact: true })).toHaveValue("To see.");
  for (const [tab, title] of [[page, "Opened"], [other, "Near"]] as const) {
    await tab.reload();
    await expect(form(tab).getByLabel("Title", { exact: true })).toHaveValue(title, { timeout: 30_000 });
  }
});

test("an own lesson stands in the room with its hand-in; the one that is made is kept, with the usual v of a head", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("./");
  await ready(page);
  await set(page, { w: "6:0.5", v: "6:1" });
  await set(page, { room: "learn" });
  const form = page.locator(".learn-make");
  await page.getByText("Teachers: make a lesson from this view").click({ timeout: 30_000 });
  await form.getByLabel("Title", { exact: true }).fill("Far");
  await form.getByLabel("Title of the step").fill("w above 0");
  await form.getByLabel("Question", { exact: true }).fill("f at distance 0?");
  await form.getByLabel("Its answer").fill("1");
  await form.getByRole("button", { name: "Begins here" }).click();
  await form.getByRole("button", { name: "Add the step" }).click();
  await expect(form.locator(".learn-made li")).toHaveCount(1);
  await page.reload();
  await page.getByText("Teachers: make a lesson from this view").click({ timeout: 30_000 });
  await expect(form.getByLabel("Title", { exact: true })).toHaveValue("Far");
  await expect(form.locator(".learn-made li")).toHaveCount(1);
  await form.getByRole("button", { name: "Copy its link" }).click();
  await expect(form).toContainText("Copied");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(decodeURIComponent(link)).toContain("w=6%3A0.5&v=6%3A1");

  await page.goto("about:blank");
  await page.goto(link);
  await expect(strip(page)).toContainText("w above 0", { timeout: 30_000 });
  await expect.poll(async () => (await settings(page)).v[5]).toBe(1);
  await strip(page).getByRole("textbox").fill("1");
  await page.keyboard.press("Enter");
  await strip(page).getByRole("button", { name: "Finish" }).click();
  const card = page.locator(".learn-card", { hasText: "Opened here." });
  await expect(card).toContainText("1 of 1");
  await card.getByLabel("Name").fill("Ada");
  await card.getByRole("button", { name: "Hand in as text" }).click();
  await expect(card.locator(".learn-text")).toHaveValue(/✓ w above 0/);
  await card.getByRole("button", { name: "Remove" }).click();
  await expect(card).toHaveCount(0);
});

test("axe finds nothing in lessons", async ({ page }) => {
  test.slow();
  // A choice, and in the third step a number. The room is looked at with all rooms (access.spec.ts).
  await openStep(page, "lesson=walk&step=5&theme=light");
  await expectAccessibleAtBothWidths(page, "a step", ["dark"]);
  await page.goto("about:blank");
  await openStep(page, "lesson=walk&step=3&theme=light");
  await expectAccessible(page, "a step that asks for a number", [], ".lesson-strip");
});
