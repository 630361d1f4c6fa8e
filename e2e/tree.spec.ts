// The dependency tree of the Compare room: examples, CoNLL-U, edits by keys, mouse and touch, what is
// refused and why.

import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessibleAtBothWidths, open, test } from "./page";

const line = (...columns: (string | number)[]): string => columns.join("\t");
/** the cat sat . */
const CAT = `${[
  line(1, "the", "the", "DET", "_", "_", 2, "det", "_", "_"),
  line(2, "cat", "cat", "NOUN", "_", "_", 3, "nsubj", "_", "_"),
  line(3, "sat", "sit", "VERB", "_", "_", 0, "root", "_", "SpaceAfter=No"),
  line(4, ".", ".", "PUNCT", "_", "_", 3, "punct", "_", "_"),
].join("\n")}\n`;

async function openRoom(page: Page, theme = "light"): Promise<void> {
  await open(page, new URLSearchParams({ nearfar: "1", room: "compare", theme, compare: "part=tree" }).toString());
  await expect(page.locator(".tree")).toBeVisible({ timeout: 30_000 });
}

async function example(page: Page, text: string, nth = 0): Promise<void> {
  await page.getByRole("button", { name: "Example sentences" }).click();
  const dialog = page.getByRole("dialog", { name: "Example sentences" });
  await expect(dialog.locator(".tree-offer li")).toHaveCount(16);
  await dialog.getByRole("button", { name: text }).nth(nth).click();
  await expect(dialog).toBeHidden();
}

async function paste(page: Page, text: string): Promise<Locator> {
  await page.getByRole("button", { name: "Paste CoNLL-U" }).click();
  const dialog = page.getByRole("dialog", { name: "Paste CoNLL-U" });
  await dialog.getByLabel("Sentences in CoNLL-U").fill(text);
  await dialog.getByRole("button", { name: "Read it" }).click();
  return dialog;
}

const word = (page: Page, node: number): Locator => page.locator(`.tree-word[data-node="${node}"]`);
const said = (page: Page): Locator => page.locator(".tree-said");
const pair = (page: Page): Locator => page.locator(".tree-pair");
const origin = (page: Page): Locator => page.locator(".tree-origin");
const field = (page: Page, label: string): Locator => page.locator(".tree-panel").getByLabel(label);

/** What every word is and is attached to, as screen readers hear it. */
const heard = (page: Page): Promise<string[]> =>
  page.locator(".tree-words [role=option]").evaluateAll((words) =>
    words.map((word) => word.getAttribute("aria-label") ?? ""),
  );

const THE_CAT_SAT = [
  "the, word 1, DET, det of “cat” (2)",
  "cat, word 2, NOUN, nsubj of “sat” (3)",
  "sat, word 3, VERB, root of ROOT",
  "., word 4, PUNCT, punct of “sat” (3)",
];

async function openCat(page: Page, theme = "light"): Promise<void> {
  await openRoom(page, theme);
  await expect(await paste(page, CAT)).toBeHidden();
  await expect.poll(() => heard(page)).toEqual(THE_CAT_SAT);
}

/** The same tree once more, in the room that is open. */
async function cat(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(await paste(page, CAT)).toBeHidden();
  await expect.poll(() => heard(page)).toEqual(THE_CAT_SAT);
  await expect(origin(page)).toHaveText("the tree as it was read");
}

/** The middle of a word's box. */
async function middle(page: Page, node: number): Promise<{ x: number; y: number }> {
  const box = await word(page, node).boundingBox();
  if (!box) throw new Error(`word ${node} has no box`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Drags a word over another, or over ROOT, and does not let go. */
async function drag(page: Page, from: number, to: number): Promise<void> {
  await word(page, Math.max(from, to)).scrollIntoViewIfNeeded();
  const start = await middle(page, from);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  let end = { x: 0, y: 0 };
  if (to > 0) end = await middle(page, to);
  else {
    const box = await page.locator(".tree-root").boundingBox();
    if (!box) throw new Error("ROOT has no box");
    end = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }
  await page.mouse.move(end.x, end.y, { steps: 6 });
}

test("a tree comes from examples, CoNLL-U and files, and goes with what is typed", async ({ page }) => {
  // As many tests as it has steps.
  test.slow();
  await test.step("an example opens with its tree, its distances and its ways", async () => {
    await openRoom(page);
    await example(page, "I think this is a good idea.");
    await expect(origin(page)).toHaveText("the tree as it was read");
    expect((await heard(page))[3]).toBe("is, word 4, AUX, ccomp of “think” (2)");
    await expect(page.locator(".tree-arc")).toHaveCount(8);
    // think → is → idea, from "think" by keys: Shift moves the other end.
    await word(page, 2).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Shift+End");
    await page.keyboard.press("Shift+ArrowLeft");
    await expect(pair(page)).toHaveText("“think” (2) → “idea” (7): tree distance 2, traversal DD");
    await expect(page.locator(".tree-arc.lit text")).toHaveText(["ccomp", "xcomp"]);
    // As the thesis has it: "this" and "idea" are siblings, on the two sides of "is".
    await word(page, 3).hover();
    await expect(word(page, 7).locator(".tree-way")).toHaveText("2 R");
    await expect(word(page, 1).locator(".tree-way")).toHaveText("3 UUD");
    await expect(word(page, 3).locator(".tree-way")).toHaveText("0");
  });
  await test.step("typing over a sentence with a tree says that the tree is gone, and undo brings it back", async () => {
    await page.mouse.move(0, 0);
    const told = page.locator(".tree-told");
    const sentence = page.locator("#compare-room textarea").first();
    await sentence.fill("I think this is a good idea");
    await expect(told).toContainText("so there is no tree");
    await expect(page.locator(".tree-arc")).toHaveCount(7);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(page.locator(".tree-arc")).toHaveCount(8);
    await expect(told).toBeEmpty();
  });
  await test.step("CoNLL-U is pasted: one sentence, one of several, and an error loses nothing", async () => {
    await cat(page);
    await expect(page.locator(".tree-told")).toContainText("4 words");
    const wrong = CAT.replace("\t0\troot", "\tnone\troot");
    const dialog = await paste(page, wrong);
    await expect(dialog.getByRole("alert")).toContainText("line 3, column 7 (HEAD)");
    const area = dialog.getByLabel("Sentences in CoNLL-U");
    await expect(area).toHaveValue(wrong);
    const marked = await area.evaluate((area: HTMLTextAreaElement) =>
      area.value.slice(area.selectionStart, area.selectionEnd),
    );
    expect(marked).toBe(wrong.split("\n")[2]);
    await page.keyboard.press("Escape");
    expect(await heard(page)).toEqual(THE_CAT_SAT);
    // What was typed is still there, and is mended.
    await page.getByRole("button", { name: "Paste CoNLL-U" }).click();
    await expect(area).toHaveValue(wrong);
    await page.keyboard.press("Escape");
    const several = `${CAT}\n${CAT.replaceAll("cat", "dog")}\n`;
    await expect(await paste(page, several)).toBeHidden();
    const offer = page.getByRole("dialog", { name: "What was pasted: 2 sentences" });
    await offer.getByRole("button", { name: "the dog sat." }).click();
    await expect.poll(async () => (await heard(page))[1]).toContain("dog");
  });
  await test.step("files are chosen and dropped; what is too large or wrong changes nothing", async () => {
    const give = (name: string, buffer: Buffer): Promise<void> =>
      page.locator(".tree-source input[type=file]").setInputFiles({ name, mimeType: "text/plain", buffer });
    await give("cat.conllu", Buffer.from(CAT));
    await expect.poll(() => heard(page)).toEqual(THE_CAT_SAT);
    const told = page.locator(".tree-told[role=alert]");
    await give("large.conllu", Buffer.alloc((4 << 20) + 1, "a"));
    await expect(told).toContainText("large.conllu has 4\u202f194\u202f305 bytes; at most 4 MiB are read");
    await give("latin.conllu", Buffer.concat([Buffer.from(CAT), Buffer.from([0xe9])]));
    await expect(told).toContainText("latin.conllu was not read: line 5: it is not UTF-8");
    await give("short.conllu", Buffer.from("1\tthe\n"));
    await expect(told).toContainText("line 1: there are 2 columns, 10 are needed");
    expect(await heard(page)).toEqual(THE_CAT_SAT);
    const transfer = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], "dog.conllu"));
      return transfer;
    }, CAT.replaceAll("cat", "dog"));
    await page.locator(".tree").dispatchEvent("drop", { dataTransfer: transfer });
    await expect.poll(async () => (await heard(page))[1]).toContain("dog");
    await expect(told).toHaveCount(0);
  });
});

test("a tree is edited by keys, by pointer and by menus", async ({ page }) => {
  // As many tests as it has steps.
  test.slow();
  await test.step("an arc is edited by keyboard", async () => {
    await openCat(page);
    await word(page, 1).focus();
    await page.keyboard.press("End");
    await expect(word(page, 4)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(said(page)).toContainText("The arc of “.” (4) is picked up");
    await page.keyboard.press("ArrowLeft");
    await expect(said(page)).toHaveText("Attach to “cat” (2).");
    await page.keyboard.press("Escape");
    await expect(said(page)).toHaveText("The arc of “.” (4) stays as it was.");
    expect(await heard(page)).toEqual(THE_CAT_SAT);
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Enter");
    await expect(said(page)).toHaveText("“.” (4) is now attached to “cat” (2).".concat(
      " Its arc crosses that of “sat” (3): the tree is not projective.",
    ));
    await expect(word(page, 4)).toBeFocused();
    expect((await heard(page))[3]).toBe("., word 4, PUNCT, punct of “cat” (2)");
    await expect(origin(page)).toHaveText("the tree as it was read, edited");
    // The crossing is told and marked, and gone with its cause.
    await expect(page.locator(".tree-crossings")).toHaveText(
      "The arcs of “sat” (3) and “.” (4) cross: the tree is not projective.",
    );
    await expect(page.locator(".tree-crossing")).toHaveCount(1);
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await expect(page.locator(".tree-crossing")).toHaveCount(0);
    await expect(page.locator(".tree-crossings")).toHaveText("");
  });
  await test.step("an arc is dragged; where it may not hang, the reason is said before it is let go", async () => {
    await cat(page);
    await drag(page, 1, 3);
    await expect(said(page)).toHaveText("Attach to “sat” (3).");
    await expect(page.locator(".tree-carried")).toBeVisible();
    await expect(pair(page)).toHaveText("“the” (1) → “sat” (3): tree distance 2, traversal UU");
    await page.mouse.up();
    await expect(said(page)).toHaveText("“the” (1) is now attached to “sat” (3).");
    expect((await heard(page))[0]).toBe("the, word 1, DET, det of “sat” (3)");
    // The root over what is attached to it.
    await drag(page, 3, 2);
    await expect(page.locator(".tree-carried.refused")).toBeVisible();
    await expect(word(page, 2)).toHaveClass(/refused/);
    await expect(said(page)).toContainText("Cannot attach to “cat” (2): word 3 cannot be attached to word 2");
    await expect(said(page)).toContainText("that would be a cycle");
    await page.mouse.up();
    await expect(said(page)).toContainText("Not changed");
    expect((await heard(page))[2]).toBe("sat, word 3, VERB, root of ROOT");
    // What can be done instead.
    await said(page).getByRole("button", { name: "Make “cat” (2) the root" }).click();
    await expect(said(page)).toHaveText("“cat” (2) is the root now, and “sat” (3) is attached to it.");
    expect(await heard(page)).toEqual([
      "the, word 1, DET, det of “sat” (3)",
      "cat, word 2, NOUN, root of ROOT",
      "sat, word 3, VERB, nsubj of “cat” (2)",
      "., word 4, PUNCT, punct of “sat” (3)",
    ]);
  });
  await test.step("a cycle and a second root are refused with the reason, by keyboard", async () => {
    await cat(page);
    await word(page, 2).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowLeft");
    await expect(said(page)).toContainText("Cannot attach to “the” (1): word 2 cannot be attached to word 1");
    await expect(said(page)).toContainText("move word 1 first");
    await page.keyboard.press("Enter");
    await expect(said(page)).toContainText("Not changed");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Home");
    await expect(page.locator(".tree-root")).toHaveClass(/refused/);
    await expect(said(page)).toContainText("word 2 cannot be attached to ROOT, since word 3 is");
    expect(await heard(page)).toEqual(THE_CAT_SAT);
    // It is offered while the arc is held, and stays when the focus goes to it.
    await said(page).getByRole("button", { name: "Make “cat” (2) the root" }).press("Enter");
    expect((await heard(page))[1]).toBe("cat, word 2, NOUN, root of ROOT");
    // The same by the menu: what is refused is not shown as if it were.
    await word(page, 3).click();
    await field(page, "Head").selectOption("4");
    await expect(said(page)).toContainText("that would be a cycle");
    await expect(field(page, "Head")).toHaveValue("2");
  });
  await test.step("relation, subtype and part of speech are edited, and saved as CoNLL-U", async () => {
    await cat(page);
    await word(page, 2).click();
    await field(page, "Relation").selectOption("obl");
    await field(page, "Subtype").fill("agent");
    await field(page, "Subtype").press("Enter");
    await expect(page.locator(".tree-meaning")).toHaveText(
      "“cat” (2): noun; obl (oblique nominal) of “sat” (3).",
    );
    await field(page, "Part of speech").selectOption("PROPN");
    await expect.poll(async () => (await heard(page))[1]).toBe("cat, word 2, PROPN, obl:agent of “sat” (3)");
    await expect(page.locator(".tree-arc text").nth(1)).toHaveText("obl:agent");
    await field(page, "Subtype").fill("NOT 1");
    await field(page, "Subtype").press("Tab");
    await expect(said(page)).toContainText("small letters");
    await expect(field(page, "Subtype")).toHaveValue("agent");
    await field(page, "Head").selectOption("4");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save as .conllu" }).click(),
    ]);
    const edited = CAT.replace("NOUN\t_\t_\t3\tnsubj", "PROPN\t_\t_\t4\tobl:agent");
    expect(await readFile(await download.path(), "utf8")).toBe(`${edited}\n`);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy as CoNLL-U" }).click();
    await expect(page.locator(".tree-told")).toHaveText("Copied as CoNLL-U.");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${edited}\n`);
  });
  await test.step("no tree yet is said to be none, and is not written", async () => {
    await cat(page);
    await page.getByRole("button", { name: "Remove the tree" }).click();
    await expect(origin(page)).toHaveText("no tree yet: every word is attached to its left neighbour");
    expect((await heard(page))[2]).toBe("sat, word 3, X, dep of “cat” (2)");
    for (const name of ["Copy as CoNLL-U", "Save as .conllu", "Remove the tree"]) {
      await expect(page.getByRole("button", { name })).toBeDisabled();
    }
    await drag(page, 4, 2);
    await page.mouse.up();
    await expect(origin(page)).toContainText("edited from no tree");
  });
});

test.describe("by touch", () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test("a word is picked up by a second tap and put on its head", async ({ page }) => {
    await openCat(page);
    await word(page, 1).tap();
    await expect(word(page, 3).locator(".tree-way")).toHaveText("2 UU");
    await expect(field(page, "Head")).toHaveValue("2");
    await word(page, 1).tap();
    await expect(said(page)).toContainText("The arc of “the” (1) is picked up");
    await word(page, 3).tap();
    await expect(said(page)).toHaveText("“the” (1) is now attached to “sat” (3).");
    expect((await heard(page))[0]).toBe("the, word 1, DET, det of “sat” (3)");
    // Another word is only chosen.
    await word(page, 4).tap();
    await expect(page.locator(".tree-panel legend")).toHaveText("“.” (4)");
    expect((await heard(page))[3]).toBe("., word 4, PUNCT, punct of “sat” (3)");
  });
});

test("a long sentence scrolls in its own box and follows the keys", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openRoom(page);
  const rows = Array.from({ length: 60 }, (_, at) =>
    line(at + 1, `word${at + 1}`, "_", "X", "_", "_", at, at === 0 ? "root" : "dep", "_", "_"),
  );
  await expect(await paste(page, `${rows.join("\n")}\n`)).toBeHidden();
  await expect(page.locator(".tree-word[data-node]")).toHaveCount(60);
  const sideways = (): Promise<number> =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await sideways()).toBeLessThanOrEqual(0);
  await word(page, 1).focus();
  await page.keyboard.press("End");
  await expect(word(page, 60)).toBeInViewport();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Home");
  await expect(page.locator(".tree-root")).toBeInViewport();
  await page.keyboard.press("Escape");
  expect(await sideways()).toBeLessThanOrEqual(0);
});

test("no accessibility violations", async ({ page }) => {
  test.slow();
  // As it is at first, the part is looked at with all parts of Compare.
  await openRoom(page, "light");
  const check = (what: string, within = ".tree"): Promise<void> => expectAccessibleAtBothWidths(page, what, ["dark"], within);
  await example(page, "A man arrived yesterday");
  await word(page, 3).click();
  await check("a word is chosen");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".tree-carried.refused")).toBeVisible();
  await check("an arc is refused");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Example sentences" }).click();
  await expect(page.locator(".tree-offer li")).toHaveCount(16);
  await check("sentences are offered", "dialog[open]");
  await page.keyboard.press("Escape");
  const dialog = await paste(page, "1\tthe\n");
  await expect(dialog.getByRole("alert")).toContainText("line 1");
  await check("what was pasted is wrong", "dialog[open]");
});
