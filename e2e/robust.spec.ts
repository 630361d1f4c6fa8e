// Whatever is typed, whatever fails to load, whatever stops: the page goes on or says why.

import type { Page } from "@playwright/test";
import {
  UNTRAINED,
  cells,
  enter,
  expect,
  follow,
  frame,
  menuOf,
  nth,
  open,
  pixels,
  ready,
  set,
  settings,
  slider,
  test,
  trace,
} from "./page";

const sentence = (page: Page) => page.getByRole("textbox", { name: "Sentence" });
const status = (page: Page) => page.locator(".status");

/** Every number of the trace is finite. */
async function expectFinite(page: Page): Promise<void> {
  const { heads, output } = await trace(page);
  expect(output.data.every(Number.isFinite)).toBe(true);
  expect(heads.every(({ weight }) => weight?.data.every((value) => value >= 0))).toBe(true);
}

/** Takes the expected complaints out; what else there is still fails the test. */
function forgive(complaints: string[], expected: RegExp): void {
  const others = complaints.filter((complaint) => !expected.test(complaint));
  complaints.splice(0, complaints.length, ...others);
}

test("more than can be kept is cut, and that is said", async ({ page }) => {
  await open(page);
  await sentence(page).fill("antidote ".repeat(20000));
  await expect(page.locator(".status, .notice").filter({ hasText: /100\s000/ })).toBeVisible();
});

test("ten thousand words: the first 4,096 are used, and that is said", async ({ page }) => {
  await open(page);
  const words = Array.from({ length: 10000 }, (_, index) =>
    index === 4096 ? "thereafter" : "word",
  );
  await sentence(page).fill(words.join(" "));
  await expect(status(page)).toContainText(
    "The first 4\u202f096 of 10\u202f000 tokens are used; the rest, from “thereafter",
  );
  await ready(page);
  await expect(page.locator(".long-line")).toContainText("A pixel shows");
  // The page answers: a slider, the other room, and back.
  const before = await pixels(cells(page));
  await slider(page, "w").range.press("End");
  await expect.poll(async () => (await pixels(cells(page))).digest).not.toBe(before.digest);
  await page.getByRole("button", { name: "Curves" }).click();
  await expect(
    page.getByRole("heading", { name: "How distance becomes a coefficient" }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Lab" }).click();
  await sentence(page).fill("short again");
  await expect(status(page)).toContainText("2 tokens.");
});

// What else a file may be instead is refused without a browser (crates/nearfar/tests/all/text.rs).
const FAILURES: { name: string; says: RegExp; fail: (page: Page) => Promise<unknown> }[] = [
  {
    name: "the server fails",
    says: /the server answered 500/,
    fail: (page) => page.route("**/vectors/*.bin", (route) => route.fulfill({ status: 500 })),
  },
  {
    name: "the connection breaks",
    says: /did not load: .+/,
    fail: (page) => page.route("**/vectors/*.bin", (route) => route.abort()),
  },
  {
    name: "half of the file arrives",
    says: /\d+ bytes, but \d+ words/,
    fail: (page) =>
      page.route("**/vectors/*.bin", async (route) => {
        const response = await route.fetch({ headers: { "accept-encoding": "identity" } });
        const body = await response.body();
        await route.fulfill({ status: 200, body: body.subarray(0, body.length >> 1) });
      }),
  },
];

for (const { name, says, fail } of FAILURES) {
  test(`word vectors: ${name}`, async ({ page, complaints }) => {
    await fail(page);
    await page.goto(`./#${UNTRAINED}`);
    const message = page
      .getByRole("alert")
      .filter({ hasText: "The word vectors in vectors/frequent.bin did not load" });
    await expect(message).toHaveText(says);
    // The page works on, with vectors made from the spelling.
    await frame(page);
    await expectFinite(page);
    const spelled = (await trace(page)).input.data.slice(0, 100);
    const before = await pixels(cells(page));
    expect(before.colours).toBeGreaterThan(1);
    // The start section has sliders, too, as long as it is there.
    await expect(page.locator("#starting")).toBeHidden();
    await slider(page, "w").range.press("End");
    await expect.poll(async () => (await pixels(cells(page))).digest).not.toBe(before.digest);

    await page.unroute("**/vectors/*.bin");
    await message.getByRole("button", { name: "Try again" }).click();
    await expect(message).toHaveCount(0);
    await ready(page);
    expect((await trace(page)).input.data.slice(0, 100)).not.toEqual(spelled);
    forgive(complaints, /vectors|Failed to load resource/);
  });
}

test("a rare word whose file fails is loaded on the next try", async ({ page, complaints }) => {
  await open(page);
  await page.route("**/vectors/part-*.bin", (route) => route.fulfill({ status: 404 }));
  await sentence(page).fill("A perspicacious wombat.");
  const message = page
    .getByRole("alert")
    .filter({ hasText: /vectors\/part-\d+\.bin did not load: the server answered 404/ });
  await expect(message).toBeVisible();
  await expectFinite(page);
  await page.unroute("**/vectors/part-*.bin");
  await message.getByRole("button", { name: "Try again" }).click();
  await ready(page);
  await expect(message).toHaveCount(0);
  forgive(complaints, /vectors|Failed to load resource/);
});

test("without a network the page works on", async ({ page, context, complaints }) => {
  await open(page);
  // A room that was opened once is there.
  await set(page, { room: "curves" });
  await ready(page);
  await set(page, { room: "lab" });
  await context.setOffline(true);
  await sentence(page).fill("The man said it was good.");
  await expect(status(page)).toContainText("7 tokens.");
  await slider(page, "v").range.press("Home");
  await page.getByRole("button", { name: "Curves" }).click();
  await page.getByRole("button", { name: "Lab" }).click();
  await frame(page);
  await expectFinite(page);
  expect(complaints).toEqual([]);

  await sentence(page).fill("A perspicacious wombat.");
  const message = page.getByRole("alert").filter({ hasText: "did not load" });
  await expect(message).toBeVisible();
  await context.setOffline(false);
  await message.getByRole("button", { name: "Try again" }).click();
  await ready(page);
  await expect(message).toHaveCount(0);
  forgive(complaints, /ERR_INTERNET_DISCONNECTED/);
});

test("a browser that keeps nothing is no obstacle", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get: () => {
        throw new DOMException("denied", "SecurityError");
      },
    });
  });
  await open(page);
  await set(page, { seed: 8 });
  await expect(page).toHaveURL(/seed=8/);
  await expectFinite(page);
});

test("the room may be left from any control", async ({ page }) => {
  // Some thirty times another room is opened, and all of the Lab is mounted again.
  test.slow();
  await open(page, "nearfar=1&sentence=One+two.&heads=2&a=da:clip(2):early-add");
  const controls = page.locator("main").locator("button, input, select, textarea, [tabindex='0']");
  // One of each kind: the third thumbnail is as the second.
  const kinds = await controls.evaluateAll((all) => {
    const kind = (control: Element) =>
      `${control.tagName} ${control.className} ${control.getAttribute("aria-label")?.replace(/\d.*/, "")}`;
    return [...new Map(all.map((control, index) => [kind(control), index])).values()];
  });
  expect(kinds.length).toBeGreaterThan(20);
  for (const index of kinds) {
    // What is removed while it has the focus tells so to handlers whose signals are gone.
    const { name, trouble } = await controls.nth(index).evaluate(async (control: HTMLElement) => {
      const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      control.focus();
      if (control.getAttribute("aria-label") === "Save") control.click();
      const name = control.outerHTML.slice(0, 80);
      await window.nearfar.set({ room: "curves" });
      await drawn();
      const trouble = document.documentElement.dataset["trouble"] ?? null;
      // Back to a Lab that is whole, with all that is folded.
      await window.nearfar.set({ room: "lab" });
      const until = performance.now() + 5_000;
      const isWhole = () => document.querySelector("#learned") && document.querySelector("#main[aria-busy=false]");
      const folded = () => document.querySelector("details.fold:not(:has(> :nth-child(2)))");
      while ((!isWhole() || folded()) && performance.now() < until) {
        await drawn();
        for (const fold of document.querySelectorAll<HTMLDetailsElement>("details.fold")) fold.open = true;
      }
      return { name, trouble: isWhole() && !folded() ? trouble : "the Lab does not come back" };
    });
    expect(trouble, name).toBeNull();
  }
});

test("a program that stops says so, and a reload brings the sentence back", async ({
  page,
  complaints,
}) => {
  await open(page);
  await sentence(page).fill("Kept words.");
  await expect(page).toHaveURL(/Kept\+words/);
  // The browser refuses what the program cannot do without: it panics when it next makes elements.
  await page.evaluate(() => {
    const refuse = () => {
      throw new DOMException("no memory is left", "QuotaExceededError");
    };
    Node.prototype.cloneNode = refuse;
    Document.prototype.createElement = refuse;
  });
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Curves" }).click();
  const trouble = page.locator("#trouble");
  await expect(trouble).toBeVisible();
  await expect(trouble.getByRole("heading")).toHaveText("Something went wrong");
  await expect(page.locator("#trouble-detail")).toContainText("panicked at");
  await expect(page.locator("main")).toBeHidden();
  expect(complaints.some((complaint) => complaint.includes("panicked at"))).toBe(true);
  complaints.splice(0);

  await trouble.getByRole("button", { name: "Reload" }).click();
  await expect(page.locator("html[data-trouble]")).toHaveCount(0);
  await ready(page);
  await expect(trouble).toBeHidden();
  expect((await settings(page)).sentence).toBe("Kept words.");
  // What the stopped program complains of while it is left counts no more.
  forgive(complaints, /uncaught|panicked/);
});

const UNSTARTABLE: { name: string; fail: (page: Page) => Promise<unknown> }[] = [
  {
    name: "its WASM is missing",
    fail: (page) => page.route("**/*.wasm", (route) => route.fulfill({ status: 404 })),
  },
  {
    name: "its WASM is cut",
    fail: (page) =>
      page.route("**/*.wasm", (route) =>
        route.fulfill({ contentType: "application/wasm", body: "\0asm\x01" }),
      ),
  },
  {
    name: "its script is missing",
    fail: (page) => page.route("**/nearfar-page-*.js", (route) => route.fulfill({ status: 404 })),
  },
  {
    name: "the browser has no WASM",
    fail: (page) => page.addInitScript(() => Reflect.deleteProperty(window, "WebAssembly")),
  },
];

for (const { name, fail } of UNSTARTABLE) {
  test(`it says that it cannot start: ${name}`, async ({ page, complaints }) => {
    await expect(page.locator("#unstartable")).toHaveCount(0);
    await fail(page);
    await page.goto(`./#${UNTRAINED}`);
    await expect(page.getByRole("heading", { name: "Nearfar could not start" })).toBeVisible();
    await expect(page.locator("#starting")).toBeHidden();
    await expect(page.locator("#trouble")).toBeHidden();
    expect(complaints.length).toBeGreaterThan(0);
    complaints.splice(0);
    if (name === "the browser has no WASM") return;
    await page.unrouteAll();
    await page.getByRole("button", { name: "Reload" }).click();
    await ready(page);
    await expect(page.locator("#unstartable")).toBeHidden();
    forgive(complaints, /preload/);
  });
}

/** What a paste, a layout or a link could break; how any text is parted is tested in crates/nearfar/tests/all/text.rs. */
const TEXTS: { name: string; text: string; tokens: string[] }[] = [
  { name: "lone surrogates", text: "a \ud800 b \udc00", tokens: ["a", "\ufffd", "b", "\ufffd"] },
  {
    name: "control characters",
    text: "one\u0000 two\u0007\u001b three\u2028four",
    tokens: ["one", "two", "three", "four"],
  },
  { name: "right to left", text: "שלום עולם, مرحبا", tokens: ["שלום", "עולם", ",", "مرحبا"] },
  {
    name: "combining marks",
    text: `z${"\u0301".repeat(300)} x`,
    tokens: [`z${"\u0301".repeat(300)}`, "x"],
  },
  { name: "a word without end", text: "x".repeat(5000), tokens: ["x".repeat(5000)] },
];

test("whatever is typed", async ({ page }) => {
  test.slow();
  await test.step("the markup of the messages is hidden while all is well", async () => {
    await open(page);
    for (const id of ["starting", "unstartable", "trouble"])
      await expect(page.locator(`#${id}`)).toBeHidden();
    expect(nth(await page.locator("noscript").allTextContents(), 0)).toContain("WebAssembly");
  });
  await test.step("no sentence, and a sentence again", async () => {
    await follow(page);
    for (const empty of ["", " \n\t ", "\u200b\u200e"]) {
      await sentence(page).fill(empty);
      await expect(status(page)).toContainText("0 tokens.");
      await expect(page.getByText("Type a sentence above")).toBeVisible();
      await expect(page.locator("figure.matrix")).toHaveCount(0);
      // Everything else still answers.
      await enter(slider(page, "w").field, "0.25");
      await page.keyboard.press("Escape");
      await sentence(page).fill("Back again");
      await expect(status(page)).toContainText("2 tokens.");
      await frame(page);
      await expectFinite(page);
      expect((await pixels(cells(page))).colours).toBeGreaterThan(1);
    }
  });
  await test.step("one token", async () => {
    await follow(page);
    await sentence(page).fill("alone");
    await expect(status(page)).toContainText("1 token.");
    await frame(page);
    for (const { weight } of (await trace(page)).heads) expect(weight?.data).toEqual([1]);
  });
  await test.step("a word without a vector is marked, and keeps its number", async () => {
    await follow(page);
    await sentence(page).fill("They're zzyzxq good.");
    await ready(page);
    await expect(status(page)).toContainText("1 word (dotted) is not in the table of word vectors");
    const { tokens, origins, input } = await trace(page);
    expect(tokens).toEqual(["They", "'re", "zzyzxq", "good", "."]);
    expect(origins).toEqual(["known", "borrowed", "unknown", "known", "known"]);
    await expect(page.locator(".token.unknown")).toHaveText("zzyzxq");
    const row = (index: number) => input.data.slice(100 * index, 100 * (index + 1));
    await sentence(page).fill("zzyzxq");
    await ready(page);
    expect((await trace(page)).input.data).toEqual(row(2));
    await sentence(page).fill("are");
    await ready(page);
    expect((await trace(page)).input.data).toEqual(row(1));
  });
  await test.step("the examples", async () => {
    await follow(page);
    const menu = page.getByRole("combobox", { name: "Examples" });
    for (const name of await menu.locator("option:not([disabled])").allInnerTexts()) {
      await menu.selectOption(name);
      await ready(page);
      await expectFinite(page);
      await expect(sentence(page)).toHaveValue((await settings(page)).sentence);
    }
  });
  await test.step("a number field with nonsense changes nothing", async () => {
    await follow(page, "nearfar=1&a=da:clip(2):early-add&room=lab");
    const field = (await menuOf(page, "A")).getByRole("textbox", { name: "T, the threshold" });
    for (const typed of ["NaN", "1e999", "--1", "0x10", "١٢"]) {
      const before = await settings(page);
      await enter(field, typed);
      await expect(field).toHaveAttribute("aria-invalid", "true");
      expect(await settings(page)).toEqual(before);
      await enter(field, "3");
      await expect(field).not.toHaveAttribute("aria-invalid", "true");
      await set(page, { a: "da:clip(2):early-add" });
    }
  });
  await test.step("any text is taken as it is, and a link brings it back", async () => {
    await follow(page);
    for (const { name, text, tokens } of TEXTS) {
      // As a paste arrives: the keyboard cannot type halves of a character.
      await sentence(page).evaluate((box, text) => {
        (box as HTMLTextAreaElement).value = text;
        box.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }));
      }, text);
      await expect(status(page), name).toContainText(`${tokens.length} token`);
      await ready(page);
      expect((await trace(page)).tokens, name).toEqual(tokens);
      await expect(page.locator(".token bdi"), name).toHaveText(
        tokens.map((token) => token.replace(/\u0000/g, "")),
      );
      await expectFinite(page);
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(sideways, name).toBeLessThanOrEqual(0);
      const link = await page.evaluate(() => window.nearfar.link());
      await set(page, { sentence: "Another one." });
      // The address follows a moment later, and a link to where one is leads nowhere.
      await expect(page).not.toHaveURL(link);
      await page.goto(link);
      await expect(status(page), name).toContainText(`${tokens.length} token`);
      await ready(page);
      expect((await trace(page)).tokens, name).toEqual(tokens);
    }
  });
});
