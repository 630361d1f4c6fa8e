// Trained models in the Lab: what they answer, w and v moved and restored, files opened and refused.

import { readFileSync } from "node:fs";
import { readFile, writeFile } from "./bert";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, follow, frame, menuOf, nth, open, ready, set, settings, test, trace } from "./page";

const CHECKPOINT = new URL("../public/checkpoints/agnews-da.safetensors", import.meta.url);

test("a trained model: its answer, w and v, another model, Figs. 6 to 8", async ({ page }) => {
  test.slow();
  await test.step("the page opens with a trained model, and its answer is that of the trace", async () => {
    await open(page, "", "");
    await expect(page.locator(".matrix-about").first()).toContainText("trained: Film reviews");
    for (const panel of ["a", "b"] as const) {
      const { probabilities } = await trace(page, panel);
      const shares = probabilities?.data ?? [];
      expect(shares).toHaveLength(2);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 5);
      const rows = page.locator(`.answer.${panel} .classes > div`);
      for (const [place, share] of shares.entries()) {
        await expect(rows.nth(place)).toContainText(`${(100 * share).toFixed(1)} %`);
        expect(Number(await rows.nth(place).locator("meter").getAttribute("value"))).toBeCloseTo(share, 5);
      }
    }
  });
  await test.step("the answer follows w, and one click restores what was learned", async () => {
    await follow(page, "nearfar=1", "");
    const learned = await trace(page);
    const before = await settings(page);
    expect(before.learned).toBe(true);
    nth(learned.heads, 0);
    await set(page, { w: learned.heads.map(() => -3) });
    const moved = await trace(page);
    expect((await settings(page)).learned).toBe(false);
    expect(moved.probabilities?.data).not.toEqual(learned.probabilities?.data);
    await expect(page.locator(".answer.a")).toContainText("as trained");
    await expect(page.locator(".matrix-about").first()).toContainText("moved");
    await page.getByRole("button", { name: "As learned" }).click();
    await frame(page);
    expect(await trace(page)).toEqual(learned);
    expect(await settings(page)).toEqual(before);
    expect(await page.evaluate(() => window.nearfar.link())).not.toContain("w=");
  });
  await test.step("another model brings vanilla attention of the same heads, its method and its own w and v", async () => {
    await follow(page, "nearfar=1", "");
    await (await menuOf(page, "A")).getByLabel("Model").selectOption("agnews-da");
    await ready(page);
    const now = await settings(page);
    expect([now.model, now["model-b"], now.b]).toEqual(["agnews-da", "agnews-da", "vanilla:no-positions"]);
    await expect(page.locator(".answer.a .classes > div")).toHaveCount(4);
    const { heads } = await trace(page);
    expect(heads.map((head) => head.w)).toEqual(now.w.slice(0, heads.length));
    await page.getByRole("button", { name: "Undo" }).click();
    await ready(page);
    expect((await settings(page)).model).toBe("sst2-da");
  });
  await test.step("Figs. 6 and 7 show every head, start beside learned, and the card its data", async () => {
    await follow(page, "nearfar=1", "");
    const panel = page.getByRole("region", { name: "What model A learned" });
    await expect(panel.locator("svg")).toHaveCount(2);
    for (const place of [0, 1]) {
      const picture = panel.locator("svg").nth(place);
      await expect(picture.locator("rect")).toHaveCount(16);
      await expect(picture.locator("circle")).toHaveCount(16);
      await expect(picture).toHaveAttribute("aria-label", /of 16 heads: \d+ above 0/);
    }
    await panel.getByText("Model card").click();
    await expect(panel.locator("dl")).toContainText("learning rate");
  });
  await test.step("Fig. 8 is one step of undo, stands in the order of w, and says whose sentence it is", async () => {
    await follow(page, "nearfar=1", "");
    const before = await settings(page);
    await page.getByRole("button", { name: "Fig. 8" }).click();
    await expect(page.locator(".pictures.several .picture")).toHaveCount(8);
    await ready(page);
    await expect(page.getByText("As Fig. 8 of the paper: above")).toBeVisible();
    const titles = await page.locator(".pictures.several .matrix.a .matrix-title").allTextContents();
    const w = titles.map((title) => Number(title.split("w = ")[1]?.replace("\u2212", "-")));
    expect(w).toEqual(w.toSorted((a, b) => a - b));
    await page.keyboard.press("Control+z");
    await ready(page);
    expect(await settings(page)).toEqual(before);
    await expect(page.getByText("As Fig. 8 of the paper: above")).toBeHidden();
  });
  await test.step("Fig. 8 shows four heads of both models, and its link restores them", async () => {
    await follow(page, "nearfar=1", "");
    await page.getByRole("button", { name: "Fig. 8" }).click();
    await expect(page.locator(".pictures.several .picture")).toHaveCount(8);
    await ready(page);
    const before = await settings(page);
    expect([before.head, ...before.chosen].length).toBeGreaterThanOrEqual(4);
    const link = await page.evaluate(() => window.nearfar.link());
    await page.goto("about:blank");
    await page.goto(link);
    await ready(page);
    expect(await settings(page)).toEqual(before);
    await expect(page.locator(".pictures.several .picture")).toHaveCount(8);
  });
});

test("a checkpoint is opened from a file", async ({ page }) => {
  await open(page, "", "");
  await (await menuOf(page, "A")).getByLabel("Open a checkpoint").setInputFiles({
    name: "mine.safetensors",
    mimeType: "application/octet-stream",
    buffer: readFileSync(CHECKPOINT),
  });
  await expect(page.locator(".matrix-about").first()).toContainText("trained: mine.safetensors");
  await ready(page);
  await expect(page.locator(".answer.a .classes > div")).toHaveCount(4);
  expect((await settings(page)).model).toBe("opened");
});

/** The film reviews' model as one of pairs or of documents. Its pair looks at the first text alone. */
function reading(structure: "pair" | "hierarchical"): Buffer {
  const file = readFile(
    readFileSync(new URL("../public/checkpoints/sst2-da.safetensors", import.meta.url)),
  );
  file.metadata.structure = structure;
  if (structure === "pair") {
    const weight = file.tensors.get("classifier.weight")!;
    const [width, classes] = weight.entry.shape as [number, number];
    const bytes = Buffer.concat([weight.bytes, Buffer.alloc(3 * weight.bytes.length)]);
    file.tensors.set("classifier.weight", {
      entry: { ...weight.entry, shape: [4 * width, classes] },
      bytes,
    });
  } else {
    for (const [name, tensor] of [...file.tensors]) {
      if (name.startsWith("words."))
        file.tensors.set(name.replace("words.", "sentences."), tensor);
      if (name.startsWith("start.words."))
        file.tensors.set(name.replace("start.words.", "start.sentences."), tensor);
    }
  }
  return writeFile(file, () => true);
}

const answers = async (page: Page, panel: "a" | "b"): Promise<number[]> => {
  const meters = page.locator(`.answer.${panel} .classes meter`);
  return Promise.all((await meters.all()).map(async (one) => Number(await one.getAttribute("value"))));
};

test("a model of pairs answers to two texts, and either can be looked at", async ({ page }) => {
  const [first, second] = ["The plot is weak", "The actors are very good"];
  await open(page, `sentence=${encodeURIComponent(first)}`, "");
  const ofFirst = await answers(page, "a");
  await set(page, { sentence: second });
  const ofSecond = await answers(page, "a");
  expect(Math.abs(ofFirst[0]! - ofSecond[0]!)).toBeGreaterThan(0.1);
  await set(page, { sentence: first });
  const file = { name: "pair.safetensors", mimeType: "", buffer: reading("pair") };
  await (await menuOf(page, "A")).getByLabel("Open a checkpoint").setInputFiles(file);
  await expect(page.locator(".matrix-about").first()).toContainText("pair.safetensors");
  await ready(page);
  const strip = page.getByRole("region", { name: "What the model makes of the sentence" });
  await expect(strip).toContainText("This model reads two texts: type the other one below.");
  await strip.getByRole("textbox", { name: "Text 2 of 2" }).fill(second);
  await expect(strip.locator(".answer.a meter")).toHaveCount(2);
  const shares = async (): Promise<number[]> => answers(page, "a");
  await expect.poll(async () => (await shares())[0]).toBeCloseTo(ofFirst[0]!, 5);
  // The attention of the other one is shown, and what the model reads stays.
  await strip.getByRole("button", { name: "Show its attention" }).click();
  await frame(page);
  expect(await settings(page)).toMatchObject({ sentence: second, others: first, place: 2 });
  expect((await trace(page)).tokens).toEqual(second.split(" "));
  await expect.poll(async () => (await shares())[0]).toBeCloseTo(ofFirst[0]!, 5);
  await expect(strip.getByText("shown above")).toBeVisible();
  expect(await page.evaluate(() => window.nearfar.link())).toMatch(/others=.*place=2/);
  // One step back, and the order is turned round by typing.
  await page.getByRole("button", { name: "Undo" }).click();
  expect(await settings(page)).toMatchObject({ sentence: first, others: second, place: 1 });
  await set(page, { place: 2 });
  await expect.poll(async () => (await shares())[0]).toBeCloseTo(ofSecond[0]!, 5);
});

test("a model of documents answers to one sentence and to several", async ({ page }) => {
  await open(page, "", "");
  const file = { name: "document.safetensors", mimeType: "", buffer: reading("hierarchical") };
  await (await menuOf(page, "A")).getByLabel("Open a checkpoint").setInputFiles(file);
  await expect(page.locator(".matrix-about").first()).toContainText("document.safetensors");
  await ready(page);
  const strip = page.getByRole("region", { name: "What the model makes of the sentence" });
  await expect(strip.locator(".answer.a meter")).toHaveCount(2);
  const alone = await answers(page, "a");
  await strip.getByRole("button", { name: "Add a sentence" }).click();
  await strip.getByRole("textbox", { name: "Text 2 of 2" }).fill("It was boring and far too long.");
  await expect.poll(async () => (await answers(page, "a"))[0]).not.toBeCloseTo(alone[0]!, 6);
  await strip.getByRole("button", { name: "Remove text 2" }).click();
  await expect.poll(async () => (await answers(page, "a"))[0]).toBeCloseTo(alone[0]!, 6);
  await expectAccessible(page, "answers to several texts");
});

test("a file that is no checkpoint is refused, and nothing is lost", async ({ page }) => {
  await open(page, "", "");
  const [before, numbers] = [await settings(page), await trace(page)];
  const whole = readFileSync(CHECKPOINT);
  const files: [string, Buffer][] = [
    ["empty", Buffer.alloc(0)],
    ["text", Buffer.from("this is no checkpoint at all")],
    ["cut", whole.subarray(0, whole.length / 2)],
    ["huge header", Buffer.concat([Buffer.from([255, 255, 255, 255, 255, 255, 255, 127]), whole])],
  ];
  for (const [name, buffer] of files) {
    await (await menuOf(page, "A")).getByLabel("Open a checkpoint").setInputFiles({ name, mimeType: "", buffer });
    await expect(page.locator(".notice").last()).toContainText(name);
  }
  expect(await settings(page)).toEqual(before);
  expect(await trace(page)).toEqual(numbers);
});

test("a link to an opened checkpoint says that the file is needed", async ({ page }) => {
  await open(page, "", "model=opened&head=3&files=mine.safetensors");
  await expect(page.locator(".notice")).toContainText("“mine.safetensors”");
  await expect(page.locator(".notice")).toContainText("open the file again");
  expect((await settings(page)).model).toBe("opened");
  // It is there again, and all else is as the link says.
  await page.getByLabel("Open the file again").setInputFiles({
    name: "mine.safetensors",
    mimeType: "application/octet-stream",
    buffer: readFileSync(CHECKPOINT),
  });
  await expect(page.locator(".matrix-about").first()).toContainText("trained: mine.safetensors");
  await ready(page);
  expect(await settings(page)).toMatchObject({ model: "opened", head: 3 });
  await expect(page.locator(".files-missing")).toHaveCount(0);
});

test("a model that does not come is said to be missing, and comes with the next try", async ({
  page,
  complaints,
}) => {
  await page.route("**/checkpoints/*", (route) => route.fulfill({ status: 404 }));
  await page.goto("./");
  const message = page.getByRole("alert").filter({ hasText: "did not load" });
  await expect(message).toContainText("the server answered 404");
  await page.unroute("**/checkpoints/*");
  await message.getByRole("button", { name: "Try again" }).click();
  await ready(page);
  await expect(message).toHaveCount(0);
  expect((await trace(page)).probabilities?.data).toHaveLength(2);
  complaints.length = 0;
});
