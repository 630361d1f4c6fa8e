// The Compare room: its parts, the grid, A and B, divergences, what is typed, what a link carries.

import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { METHODS, READ, TRAINED } from "./methods";
import { expect, expectAccessible, expectAccessibleAtBothWidths, follow, open, pixels, read, set, settings, soon, test } from "./page";

const SENTENCE = "The keys that my sister lost were under the sofa.";

const CONLLU = ["1 the DET 2 det", "2 cat NOUN 3 nsubj", "3 sat VERB 0 root", "4 there ADV 3 advmod"]
  .map((row) => {
    const [id, form, part, head, relation] = row.split(" ");
    return [id, form, "_", part, "_", "_", head, relation, "_", "_"].join("\t");
  })
  .join("\n");

async function ready(page: Page): Promise<void> {
  await soon(page, ".compare[data-ready]", true, 30_000);
  await expect(page.locator(".compare[data-ready]")).toBeVisible();
}

function linkTo(compare: Record<string, string>, sentence: string): string {
  const numbers = "trained" in compare || "of" in compare || "file" in compare ? {} : { seeded: "yes" };
  const room = new URLSearchParams({ ...numbers, ...compare }).toString();
  return new URLSearchParams({ nearfar: "1", room: "compare", sentence, compare: room }).toString();
}

async function openRoom(page: Page, compare: Record<string, string> = {}, sentence = SENTENCE): Promise<void> {
  await open(page, linkTo(compare, sentence));
  await ready(page);
}

/** The same by a link that is followed in the room, with what was unfolded closed again. */
async function openAgain(page: Page, compare: Record<string, string> = {}, sentence = SENTENCE): Promise<void> {
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll<HTMLDetailsElement>("details.compare-more")) fold.open = false;
  });
  await follow(page, linkTo(compare, sentence));
  await ready(page);
}

const card = (page: Page, method: string): Locator =>
  page.locator(`.compare-card[data-method="${method}"]`);
const cells = (page: Page, method: string): Locator => card(page, method).getByRole("application");
const digest = async (page: Page, method: string): Promise<string> =>
  (await pixels(card(page, method).locator("canvas"))).digest;
/** A number with all its digits, which its title has. */
const exact = async (shown: Locator): Promise<number> => read(await shown.getAttribute("title"));
const value = (page: Page, method: string): Promise<number> =>
  exact(card(page, method).locator(".compare-value .exact"));
const said = (page: Page, kind: "a" | "b" | "difference"): Locator =>
  page.locator(`.compare-pair .matrix.${kind} .compare-said`);
const tab = (page: Page, name: string): Locator => page.getByRole("tab", { name, exact: true });
const more = (page: Page): Locator => page.getByText("Colours, mask, k, w, v, mapping, memory");

/** Puts the cursor on a cell, from 1, by the keyboard. */
async function point(page: Page, method: string, query: number, key: number): Promise<void> {
  const board = cells(page, method);
  // A picture that comes under a pointer at rest is left when the pointer goes.
  await page.mouse.move(2, 2);
  await board.focus();
  await page.keyboard.press("Escape");
  // No sentence of these tests has more tokens.
  for (let at = 0; at < 15; at++) await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Home");
  for (let at = 1; at < query; at++) await page.keyboard.press("ArrowDown");
  for (let at = 1; at < key; at++) await page.keyboard.press("ArrowRight");
}

test("methods side by side: one cursor, A and B, and a link that has them", async ({ page }) => {
  // As many tests as it has steps.
  test.slow();
  await test.step("every method is there, on one cursor", async () => {
    await openRoom(page);
    const names = await page
      .locator(".compare-card")
      .evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset.method));
    expect(names).toHaveLength(METHODS);
    expect(new Set(names).size).toBe(METHODS);
    const colours = async (name: string) =>
      (await pixels(card(page, name).locator("canvas"))).colours;
    for (const name of ["da", "rpr", "xl", "xl-causal", "tener", "tree-traversal", "disan", "rope"]) {
      expect(names).toContain(name);
      await expect.poll(() => colours(name), name).toBeGreaterThan(4);
    }
    // Without a tree all words have the same label, and the head that labels guide is even.
    await expect.poll(() => colours("special-pos")).toBe(1);
    await point(page, "rpr", 2, 4);
    await expect(cells(page, "alibi")).toHaveAttribute("aria-label", /“keys” \(2\) → “my” \(4\): /);
    await expect(said(page, "a")).toContainText("“keys” (2) → “my” (4): ");
    // A weight is at most 1, and no two of these methods agree by chance.
    const values = await Promise.all(["da", "rpr", "tener", "t5"].map((name) => value(page, name)));
    expect(new Set(values).size).toBe(4);
    for (const value of values) {
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThanOrEqual(1);
    }
  });
  await test.step("nothing moves when a cell is pointed at", async () => {
    await openAgain(page);
    const places = () =>
      page
        .locator(".compare-card, .compare-pair .matrix, .compare-pair .compare-matrix, .compare-pointed")
        .evaluateAll((parts) =>
          parts.map((part) => {
            const { x, y, width, height } = part.getBoundingClientRect();
            return [x, y, width, height].map(Math.round).join(" ");
          }),
        );
    await cells(page, "da").scrollIntoViewIfNeeded();
    const before = await places();
    for (const [i, j] of [[0.1, 0.1], [0.5, 0.9], [0.95, 0.3]] as const) {
      const box = await cells(page, "da").boundingBox();
      if (!box) throw new Error("no picture");
      await page.mouse.move(box.x + j * box.width, box.y + i * box.height);
      await expect(said(page, "a")).toContainText("→");
      expect(await places()).toEqual(before);
    }
  });
  await test.step("A and B are chosen in their titles, too", async () => {
    await openAgain(page);
    const menu = (letter: string): Locator =>
      page.locator(".compare-pair").getByRole("combobox", { name: `Method of ${letter}` });
    await expect(menu("A").locator("option")).toHaveCount(await page.locator(".compare-card").count());
    // What comes of the two is said before how much they diverge.
    await expect(page.locator(".compare-against .compare-apart-line")).toContainText(
      /On average A looks \d\.\d\d tokens away, B \d\.\d\d\. A and B diverge by/,
    );
    await menu("A").selectOption("alibi");
    await expect(card(page, "alibi")).toHaveClass(/\ba\b/);
    await expect(card(page, "alibi").getByRole("button", { name: "as A" })).toHaveAttribute("aria-pressed", "true");
    await expect(menu("A").locator("option:checked")).toHaveText((await card(page, "alibi").locator(".compare-card-title").getAttribute("title")) ?? "");
    // And the other way: the title follows a card.
    await card(page, "rope").getByRole("button", { name: "as B" }).click();
    await expect(menu("B")).toHaveValue("rope");
    await point(page, "alibi", 2, 1);
    const apart = (await value(page, "alibi")) - (await value(page, "rope"));
    expect(Math.abs((await exact(said(page, "difference").locator(".exact"))) - apart)).toBeLessThan(1e-6);
  });
  await test.step("heads one by one, a causal mask, a memory", async () => {
    await openAgain(page);
    const mean = await digest(page, "da");
    await page.getByRole("combobox", { name: "Heads" }).selectOption("Head 2");
    await expect.poll(() => digest(page, "da")).not.toBe(mean);
    await more(page).click();
    await page.getByLabel("Causal: no token sees a later one").check();
    await ready(page);
    await point(page, "da", 2, 5);
    await expect.poll(() => value(page, "da")).toBe(0);
    await expect.poll(() => value(page, "rpr")).toBe(0);
    await page.getByLabel("Memory: the text before").fill("the old man");
    await ready(page);
    const width = (method: string): Promise<number> =>
      card(page, method).locator("canvas").evaluate((canvas) => (canvas as HTMLCanvasElement).width);
    await expect.poll(() => width("xl-causal")).toBe(14);
    expect(await width("xl")).toBe(11);
  });
  await test.step("on paper pictures and words stay, controls go", async () => {
    await openAgain(page);
    await page.emulateMedia({ media: "print" });
    await expect(card(page, "da").locator("canvas")).toBeVisible();
    await expect(said(page, "a")).toBeVisible();
    await expect(page.locator(".pick:visible, .compare-tools:visible, .compare-dock:visible")).toHaveCount(0);
    await page.emulateMedia({ media: null });
  });
  await test.step("A, B and A − B are saved, with what they are of", async () => {
    await openAgain(page, { head: "3" }, "near is far");
    const save = async (kind: "a" | "difference", choice: string) => {
      const figure = page.locator(`.compare-pair .matrix.${kind}`);
      await figure.getByRole("button", { name: "Save", exact: true }).click();
      const download = page.waitForEvent("download");
      await figure.getByRole("group", { name: "Save as" }).getByRole("button", { name: choice }).click();
      const file = await download;
      return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
    };
    const { name, text } = await save("a", "Numbers (CSV)");
    expect(name).toMatch(/^nearfar-.*head-3.*\.csv$/);
    const rows = text.trim().split("\r\n").map((row) => row.split(","));
    expect(rows[0]).toEqual(["query\\key", "near", "is", "far"]);
    for (const [token, ...weights] of rows.slice(1)) {
      const sum = weights.reduce((sum, weight) => sum + Number(weight), 0);
      expect(sum, token).toBeCloseTo(1, 5);
    }
    const json = JSON.parse((await save("difference", "Numbers (JSON)")).text);
    expect(json.name).toMatch(/^A − B: .+ − .+/);
    expect(json.about).toMatch(/Untrained, .*3; DA-Transformer: w = .+/);
    expect(json.shape).toEqual([3, 3]);
  });
  await test.step("any two are A and B, with their signed difference; the link has them", async () => {
    await openAgain(page);
    await page.getByRole("button", { name: "Shaw RPR as A" }).click();
    await page.getByRole("button", { name: "RoPE as B" }).click();
    await point(page, "rope", 3, 1);
    const number = (kind: "a" | "b" | "difference"): Promise<number> =>
      exact(said(page, kind).locator(".exact"));
    const [a, b, difference] = [await number("a"), await number("b"), await number("difference")];
    expect(a).toBe(await value(page, "rpr"));
    expect(b).toBe(await value(page, "rope"));
    expect(Math.abs(a - b - difference)).toBeLessThan(1e-6 * Math.max(a, b));
    // Three decimals are read, and are those of the whole number.
    const short = (await said(page, "a").innerText()).split(": ").at(-1) ?? "";
    expect(short).toMatch(/^(0|< 0\.001|\d\.\d{1,3})$/);
    if (!short.startsWith("<")) expect(Math.abs(read(short) - a)).toBeLessThanOrEqual(0.0005);
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await settings(page)).compare).toBe("seeded=yes&a=rpr&b=rope&cursor=3%2C1");
    await more(page).click();
    await page.getByRole("group", { name: "Colours" }).getByRole("button", { name: "Separate ranges; A and B share one" }).click();
    await expect.poll(async () => (await settings(page)).compare).toContain("range=own");
    const link = await page.evaluate(() => window.nearfar.link());
    const before = await digest(page, "tree-distance");
    await page.goto("about:blank");
    await page.goto(link);
    await ready(page);
    await expect(card(page, "rpr").getByRole("button", { name: "as A" })).toHaveAttribute("aria-pressed", "true");
    await expect(said(page, "difference")).toContainText("“that” (3) → “The” (1): ");
    await expect.poll(() => digest(page, "tree-distance")).toBe(before);
  });
});

test("a tree is pasted, an arc edited by keyboard, the link shared: the same picture", async ({ page }) => {
  await openRoom(page);
  await tab(page, "Grammar").click();
  await page.getByRole("button", { name: "Paste CoNLL-U" }).click();
  const dialog = page.getByRole("dialog", { name: "Paste CoNLL-U" });
  await dialog.getByLabel("Sentences in CoNLL-U").fill(`${CONLLU}\n`);
  await dialog.getByRole("button", { name: "Read it" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("textbox", { name: "Sentence", exact: true })).toHaveValue("the cat sat there");
  await ready(page);
  await expect(page.locator(".tree-word[data-node='4']")).toBeVisible();
  const pasted = await digest(page, "tree-distance");
  const others = await digest(page, "rpr");
  // “there” is picked up, carried one to the left and one more, and hung on “cat”.
  await page.locator(".tree-word[data-node='4']").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(page.locator(".tree-word[data-node='4']")).toHaveAttribute("aria-label", /advmod of “cat” \(2\)/);
  await expect.poll(() => digest(page, "tree-distance")).not.toBe(pasted);
  await ready(page);
  expect(await digest(page, "rpr"), "what knows no tree stays").toBe(others);
  const edited = await digest(page, "tree-distance");
  await expect.poll(async () => (await settings(page)).compare).toContain("tree=e_2.DET.det.the");
  const link = await page.evaluate(() => window.nearfar.link());
  await page.goto("about:blank");
  await page.goto(link);
  await ready(page);
  // The link opens the part that was shared.
  await expect(tab(page, "Grammar")).toHaveAttribute("aria-selected", "true");
  await expect(page.locator(".tree-word[data-node='4']")).toHaveAttribute("aria-label", /advmod of “cat” \(2\)/);
  await tab(page, "Methods").click();
  await expect.poll(() => digest(page, "tree-distance")).toBe(edited);
});

test("a trained model of every method stands in the grid, with what the command says of the sentence", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(/checkpoints\/(\S+)\.safetensors/.exec(request.url())?.[1] ?? ""));
  await openRoom(page, {}, READ);
  asked.length = 0;
  await page.getByRole("button", { name: "Trained models" }).click();
  await expect(page.locator(".compare-card")).toHaveCount(TRAINED.length, { timeout: 30_000 });
  await ready(page);
  // A and B first, each file once.
  const models = asked.filter((model) => model !== "");
  expect(models.slice(0, 2).sort()).toEqual(["sst2-da", "sst2-vanilla"]);
  expect([...models].sort()).toEqual(TRAINED.map(([model]) => model).sort());
  await expect(card(page, "sst2-da").getByRole("button", { name: "as A" })).toHaveAttribute("aria-pressed", "true");
  const made = page.locator(".compare-made");
  await expect(made).toContainText("differ only in the method");
  await expect(made).toContainText("14 more methods are untrained");
  await expect(page.locator(".compare-standin:visible")).toHaveCount(0);
  // One cursor for all.
  await point(page, "sst2-t5", 4, 2);
  for (const [model, answer, probability, weight] of TRAINED) {
    const says = card(page, model).locator(".compare-answer");
    await expect(says, model).toHaveText(`says ${answer}, ${(100 * probability).toFixed(1)}\u00a0%`);
    expect(Math.abs((await exact(says)) - probability), model).toBeLessThan(1e-5);
    expect(Math.abs((await value(page, model)) - weight), model).toBeLessThan(1e-5);
    expect((await pixels(card(page, model).locator("canvas"))).colours, model).toBeGreaterThan(4);
  }
  // A sentence that is typed is read by all anew; what was fetched is not fetched again.
  const before = asked.length;
  await page.getByRole("textbox", { name: "Sentence", exact: true }).fill("a lovely film");
  await ready(page);
  for (const [model] of TRAINED.filter(([model]) => model.startsWith("sst2-"))) {
    await expect(card(page, model).locator(".compare-answer"), model).toContainText("says positive, ");
  }
  expect(asked.slice(before).filter((model) => model !== "")).toEqual([]);
  // The link has the pair.
  await card(page, "sst2-rope").getByRole("button", { name: "as A" }).click();
  await expect.poll(async () => (await settings(page)).compare).toContain("a=sst2-rope");
});

test("a trained model that does not come is told, and the others are there", async ({
  page,
  complaints,
}) => {
  await page.route("**/checkpoints/sst2-xl.safetensors", (route) => route.abort());
  await openRoom(page, { trained: "yes" }, READ);
  await expect(page.getByRole("alert")).toContainText("sst2-xl.safetensors");
  await expect(card(page, "sst2-xl")).toContainText("its file is not loaded yet");
  await expect(card(page, "sst2-kerple").locator(".compare-answer")).toContainText("says ");
  await expect(card(page, "agnews-vanilla").locator(".compare-answer")).toContainText("says ");
  expect(complaints.filter((complaint) => !complaint.includes("ERR_FAILED"))).toEqual([]);
  complaints.splice(0);
});

const PARTS = ["Methods", "What each knows", "How it computes", "Who notices a change?", "How different?", "Grammar"];

/** What each part is for. */
const HEROES: [string, string][] = [
  ["methods", ".compare-pair .matrix.a canvas"],
  ["terms", ".own-side .own-panel"],
  ["notices", ".notice-card"],
  ["apart", ".compare-apart .compare-matrix"],
  ["knows", ".knowledge-table tbody tr"],
  ["tree", ".tree-frame"],
];

for (const [width, height] of [[1440, 900], [1280, 720], [390, 844]] as const) {
  test(`every part shows what it is for on its first screen, and what is chosen is seen there, ${width} x ${height}`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height });
    const isNarrow = width < 1000;
    for (const [part, large] of HEROES) {
      await test.step(`first screen of ${part}`, async () => {
        if (part === "methods") await openRoom(page);
        else await openAgain(page, { part });
        const first = page.locator(large).first();
        await expect(first, part).toBeVisible({ timeout: 30_000 });
        expect(await page.evaluate(() => window.scrollY)).toBe(0);
        // Cards change places when the last answer comes. The whole of a small one; a good part of a large one.
        const hidden = async () => {
          const box = await first.boundingBox();
          if (!box) return Number.POSITIVE_INFINITY;
          return Math.min(box.height, 150) - 1 - (Math.min(box.y + box.height, height) - box.y);
        };
        await expect.poll(hidden, part).toBeLessThanOrEqual(0);
        const sideways = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(sideways, part).toBe(0);
      });
    }
    await test.step("a method that is chosen is seen where it was chosen", async () => {
      await openAgain(page);
      const seen = page.locator(".compare-dock .a canvas");
      // Where the large ones are seen, small ones are not needed.
      const large = (kind: string): Locator => page.locator(`.compare-pair .matrix.${kind} canvas`).first();
      await expect(large("a")).toBeInViewport({ ratio: isNarrow ? 0.7 : 0.9 });
      await expect(seen).toBeHidden();
      // And where there is room, that every method stands below them.
      if (height >= 900) await expect(page.locator(".compare-card").first()).toBeInViewport();
      // A phone shows one of the three.
      for (const kind of isNarrow ? ["b", "difference", "a"] : []) {
        const name = { a: /^A · /, b: /^B · /, difference: "A − B" }[kind] ?? "";
        await page.locator(".compare-against .fronts").getByRole("button", { name }).click();
        await expect(large(kind)).toBeVisible();
        await expect(page.locator(".compare-pair > .matrix:visible")).toHaveCount(1);
      }
      // Bars say how far they look: all of A's attention, and all of B's.
      const bars = page.locator(".compare-reach").getByRole("img");
      const shares = ((await bars.getAttribute("aria-label")) ?? "").split(/[.;] [AB], /).slice(1);
      for (const side of shares) {
        const total = side.split(", ").reduce((sum, share) => sum + Number(share.split(": ")[1]), 0);
        expect(Math.abs(total - 1)).toBeLessThan(0.06);
      }
      expect(shares).toHaveLength(2);
      const pick = page.getByRole("button", { name: "Shaw RPR as A" });
      await pick.evaluate((button) => button.scrollIntoView({ block: "center" }));
      await expect(seen).toBeInViewport({ ratio: 0.9 });
      const before = (await pixels(seen)).digest;
      const scrolled = await page.evaluate(() => window.scrollY);
      await pick.click();
      await expect.poll(async () => (await pixels(seen)).digest).not.toBe(before);
      await expect(seen).toBeInViewport({ ratio: 0.9 });
      await expect(pick).toBeInViewport();
      expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
      // Under the small picture every method can be chosen, too.
      const chosen = (await pixels(seen)).digest;
      await page.locator(".compare-dock").getByRole("combobox", { name: "Method of A" }).selectOption("rope");
      await expect(page.getByRole("button", { name: "RoPE as A" })).toHaveAttribute("aria-pressed", "true");
      await expect.poll(async () => (await pixels(seen)).digest).not.toBe(chosen);
    });
  });
}

test("what is typed: other words, other heads, other trees, wrong and long input", async ({ page }) => {
  // As many tests as it has steps.
  test.slow();
  await test.step("a stand-in tree is said before any method is drawn from it", async () => {
    await openRoom(page, {}, "near is far");
    const standIn = page.locator(".compare-all .compare-standin");
    await expect(standIn).toContainText("no tree is known for a typed sentence, so each word is attached to its left neighbour");
    await expect(standIn).toContainText("6 methods use it");
    const methods = await page
      .locator(".compare-standin ~ .compare-grid .compare-card")
      .evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset.method ?? ""));
    expect(methods).toHaveLength(6);
    for (const name of methods) expect(name).toMatch(/^(tree-|special-)/);
    const others = page.locator(".compare-card:not(.compare-standin ~ .compare-grid .compare-card)");
    await expect(others).toHaveCount(METHODS - 6);
    for (const name of await others.evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset.method ?? ""))) {
      expect(name).not.toMatch(/^(tree-|special-)/);
    }
    // The same in its own terms, and where it is asked who notices.
    await page.getByRole("button", { name: "Tree distance as A" }).click();
    await tab(page, "How it computes").click();
    await expect(page.locator("[data-part=terms] .compare-standin")).toContainText("1 method uses it");
    await tab(page, "Who notices a change?").click();
    await expect(page.locator("[data-part=notices] .compare-standin")).toBeVisible();
    await page.getByRole("tabpanel").getByRole("button", { name: "Give it a tree" }).click();
    await expect(page.getByRole("tabpanel", { name: "Grammar" })).toBeVisible();
  });
  await test.step("undo takes back an edited arc and what was typed", async () => {
    await openAgain(page, { tree: "r_2.PRON.nsubj.I_0.VERB.root.think_2.ADV.advmod.so" }, "I think so");
    const before = await digest(page, "tree-distance");
    await page.getByRole("textbox", { name: "Sentence", exact: true }).fill("I think so too");
    const standIn = page.locator(".compare-all .compare-standin");
    await expect(standIn).toContainText("no tree is known for a typed sentence, so each word is attached to its left neighbour");
    await expect.poll(async () => (await settings(page)).sentence).toBe("I think so too");
    await expect.poll(() => digest(page, "tree-distance")).not.toBe(before);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("textbox", { name: "Sentence", exact: true })).toHaveValue("I think so");
    await expect(standIn).toContainText("the tree as it was read");
    await expect.poll(() => digest(page, "tree-distance")).toBe(before);
  });
  await test.step("another sentence and another head at once: weights and words belong together", async () => {
    await openAgain(page);
    await set(page, { sentence: "near is far", compare: "head=3" });
    await expect(cells(page, "da")).toHaveAttribute("aria-label", /DA/);
    const width = (): Promise<number> =>
      card(page, "da").locator("canvas").evaluate((canvas) => (canvas as HTMLCanvasElement).width);
    await expect.poll(width).toBe(3);
    await ready(page);
    await point(page, "da", 1, 3);
    await expect(cells(page, "da")).toHaveAttribute("aria-label", /“near” \(1\) → “far” \(3\): /);
    await expect(page.getByRole("combobox", { name: "Heads" })).toHaveValue("3");
  });
  await test.step("a tree whose words are parted otherwise comes back with its link", async () => {
    // One word here, three to the tokenizer of the page.
    const tree = "r_2.ADV.advmod.rock'n'roll_0.VERB.root.lives_2.PUNCT.punct.!";
    await openAgain(page, { part: "tree", tree }, "rock'n'roll lives!");
    await expect(page.locator(".tree-origin")).toContainText("the tree as it was read");
    await expect(page.locator(".tree-words [role=option]")).toHaveCount(3);
  });
  await test.step("wrong and long input is told and loses nothing", async () => {
    await openAgain(page, { heads: "99", tree: "q", a: "rpr" });
    await expect(page.getByRole("alert").filter({ hasText: "heads: 99" })).toBeVisible();
    await expect(card(page, "rpr").getByRole("button", { name: "as A" })).toHaveAttribute("aria-pressed", "true");
    const sentence = page.getByRole("textbox", { name: "Sentence", exact: true });
    await sentence.fill("");
    await expect(card(page, "da")).toContainText("the sentence is empty");
    await expect(page.getByRole("alert")).toHaveCount(0);
    await sentence.fill("one two");
    await ready(page);
    await expect.poll(async () => (await pixels(card(page, "da").locator("canvas"))).inked).toBe(1);
    await sentence.fill(Array.from({ length: 300 }, (_, at) => `word${at % 7}`).join(" "));
    await expect(page.locator(".compare-made")).toContainText("256 tokens are compared; 44 more are left out", { timeout: 30_000 });
  });
});

test("parts of the comparison: tabs, words, divergences", async ({ page }) => {
  // As many tests as it has steps.
  test.slow();
  await test.step("what the numbers are made from is said once", async () => {
    await openRoom(page);
    await tab(page, "What each knows").click();
    await expect(page.locator(".compare-made")).toContainText("Untrained");
    const told = await page.locator(".compare").innerText();
    expect(told.match(/untrained|seeded/gi)?.length).toBeLessThanOrEqual(3);
    // The next link is followed once the page knows which part this was.
    await expect.poll(async () => (await settings(page)).compare).toContain("part=knows");
  });
  await test.step("a word of the trade says what it means, to keys and pointer", async () => {
    await openAgain(page);
    const nats = page.locator(".compare-against").getByRole("button", { name: "nats" });
    const meaning = page.locator(".compare-against .term-means");
    await expect(meaning).toBeHidden();
    await nats.focus();
    await expect(meaning).toBeVisible();
    await expect(nats).toHaveAccessibleDescription(/Jensen-Shannon.*ln 2/);
    await page.keyboard.press("Escape");
    await expect(meaning).toBeHidden();
    await nats.hover();
    await expect(meaning).toBeVisible();
  });
  await test.step("divergences are of the row under the cursor, and choose A and B", async () => {
    await openAgain(page);
    await tab(page, "How different?").click();
    const panel = page.locator(".compare-apart");
    const said = panel.locator(".compare-said b");
    await expect(said).toContainText("DA and Sinusoids: 0.");
    const mean = await said.innerText();
    await tab(page, "Methods").click();
    await point(page, "da", 3, 3);
    await tab(page, "How different?").click();
    await expect(panel).toContainText("the row of “that”");
    await expect.poll(() => said.innerText()).not.toBe(mean);
    const board = panel.getByRole("application");
    await board.focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    // What was chosen is said where it was chosen.
    await expect(said).toContainText("DA and ");
    await panel.getByRole("button", { name: "See A against B" }).click();
    await expect(card(page, "da").getByRole("button", { name: "as A" })).toHaveAttribute("aria-pressed", "true");
    await expect(card(page, "no-positions").getByRole("button", { name: "as B" })).toHaveAttribute("aria-pressed", "true");
  });
  await test.step("the parts are tabs: one stop, arrow keys, and the link opens the one that is shown", async () => {
    await openAgain(page);
    const tabs = page.getByRole("tablist", { name: "Parts of the comparison" }).getByRole("tab");
    await expect(tabs).toHaveText(PARTS);
    const stops = () => tabs.evaluateAll((tabs) => tabs.filter((tab) => (tab as HTMLElement).tabIndex === 0).length);
    expect(await stops()).toBe(1);
    await tab(page, "Methods").focus();
    for (const name of [...PARTS.slice(1), ...PARTS.slice(0, 2)]) {
      await page.keyboard.press("ArrowRight");
      await expect(tab(page, name)).toBeFocused();
      await expect(tab(page, name)).toHaveAttribute("aria-selected", "true");
      // One part is shown, under the name of its tab.
      await expect(page.getByRole("tabpanel")).toHaveCount(1);
      await expect(page.getByRole("tabpanel", { name })).toBeVisible();
      expect(await stops()).toBe(1);
    }
    await page.keyboard.press("ArrowLeft");
    await expect(tab(page, "Methods")).toBeFocused();
    await page.keyboard.press("End");
    await expect(tab(page, "Grammar")).toBeFocused();
    await page.keyboard.press("Home");
    await expect(tab(page, "Methods")).toBeFocused();
    await tab(page, "Who notices a change?").click();
    await expect.poll(async () => (await settings(page)).compare).toBe("part=notices&seeded=yes");
    const link = await page.evaluate(() => window.nearfar.link());
    await page.goto("about:blank");
    await page.goto(link);
    await ready(page);
    await expect(page.getByRole("tabpanel", { name: "Who notices a change?" })).toBeVisible();
    await page.getByRole("tab", { name: "Methods" }).click();
    await expect.poll(async () => (await settings(page)).compare).toBe("seeded=yes");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("tabpanel", { name: "Who notices a change?" })).toBeVisible();
  });
});

test("axe finds nothing in any part", async ({ page }) => {
  test.slow();
  await openRoom(page);
  await set(page, { theme: "light" });
  for (const name of PARTS) {
    await tab(page, name).click();
    if (name === "How it computes") await expect(page.locator(".eq-line").first()).toBeVisible();
    if (name === "Who notices a change?") await expect(page.locator(".notice-card")).toHaveCount(METHODS);
    // Around the parts, the room is as with the first.
    if (name === PARTS[0]) await expectAccessible(page, name, ["dark"]);
    else await expectAccessibleAtBothWidths(page, name, ["dark"], "[role=tabpanel]");
  }
});

test("the room and the Lab", async ({ page }) => {
  // As many tests as it has steps.
  test.slow();
  await test.step("the room begins with what is in hand in the Lab", async () => {
    const compare = page.getByRole("navigation").getByRole("button", { name: "Compare" });
    await open(page, new URLSearchParams({ sentence: SENTENCE, head: "7" }).toString(), "");
    await compare.click();
    await ready(page);
    // As it was trained: beside the others that were.
    await expect(page.getByRole("button", { name: "Trained models" })).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByRole("combobox", { name: "Heads" })).toHaveValue("7");
    // Another w goes through every method.
    await page.getByRole("navigation").getByRole("button", { name: "Lab" }).click();
    await set(page, { w: (await settings(page)).w.map((w, head) => (head === 6 ? -2 : w)) });
    await compare.click();
    await ready(page);
    await expect(page.getByRole("button", { name: "One model" })).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByLabel("Queries and keys of")).toHaveValue("sst2-da");
    await more(page).click();
    await expect(page.locator(".compare .slider").first().getByRole("textbox")).toHaveValue("\u22122");
  });
  await test.step("a part that was opened leaves the rest to the Lab", async () => {
    const go = (room: string) => page.getByRole("navigation").getByRole("button", { name: room });
    await follow(page, new URLSearchParams({ sentence: SENTENCE, head: "7" }).toString(), "");
    await go("Compare").click();
    await ready(page);
    await tab(page, "How it computes").click();
    await expect.poll(async () => (await settings(page)).compare).toBe("part=terms&lab=yes");
    await tab(page, "Methods").click();
    await expect.poll(async () => (await settings(page)).compare).toBe("lab=yes");
    await go("Lab").click();
    await page.keyboard.press("]");
    await go("Compare").click();
    await ready(page);
    await expect(page.getByRole("combobox", { name: "Heads" })).toHaveValue("8");
    // A head that is chosen here is this room's own.
    await page.getByRole("combobox", { name: "Heads" }).selectOption("3");
    await expect.poll(async () => (await settings(page)).compare).toBe("lab=yes&head=3");
    await go("Lab").click();
    await page.keyboard.press("]");
    await go("Compare").click();
    await ready(page);
    await expect(page.getByRole("combobox", { name: "Heads" })).toHaveValue("3");
  });
});
