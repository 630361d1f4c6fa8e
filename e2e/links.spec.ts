// Links and what the browser keeps: the same settings give the same numbers, a bad link falls back
// part by part and says so, and no setting ever reaches the server.

import type { Page } from "@playwright/test";
import { UNTRAINED, expect, follow, frame, nth, open, ready, set, settings, slider, test, trace } from "./page";

const MANY: Nearfar.Changes = {
  sentence: "Near & far; 100% of “it”, = done? # 中文 😀",
  heads: 5,
  seed: 4000000000,
  w: [-1.25, 0.5, 1e-7, 1000, -0.1],
  v: [0.3, -2, 3.25, 0, 12.5],
  a: "da:linear(-0.5,1.5):early-add",
  b: "da:clip(2.5):late-multiply",
  causal: true,
  head: 2,
  chosen: [1, 5],
  cursor: [3, 4],
  selected: [2, 6],
  range: "own",
  colours: "viridis",
  distance: false,
  competition: false,
  difference: "distance",
};

/** What another room than the Lab shows. */
const CURVES: Nearfar.Changes = {
  curves: ["learnable-sigmoid(-1.5)", "exponent", "clip(3)", "linear(0.5,1)"],
  curve: "exponent",
  slopes: true,
  matrix: 37,
};

/** The address bar, once it holds what `nearfar.link()` says. */
async function address(page: Page): Promise<string> {
  const link = await page.evaluate(() => window.nearfar.link());
  await expect(page).toHaveURL(link);
  return link;
}

test("a link restores every setting and every number", async ({ page, browser }) => {
  await open(page);
  await set(page, MANY);
  await ready(page);
  const [before, numbers] = [await settings(page), await trace(page)];
  const link = await address(page);

  const fresh = await browser.newContext();
  const other = await fresh.newPage();
  const complaints: string[] = [];
  // Where no worker is let in, the page says so.
  const isOwn = (text: string) => !text.startsWith("Service Worker registration blocked");
  other.on("console", (message) => isOwn(message.text()) && complaints.push(message.text()));
  await other.goto(link);
  await ready(other);
  expect(await settings(other)).toEqual(before);
  expect(await trace(other)).toEqual(numbers);
  await expect(other.locator(".notice")).toHaveCount(0);
  expect(await other.evaluate(() => window.nearfar.link())).toBe(link);
  expect(complaints).toEqual([]);
  await fresh.close();
});

test("what a link holds: what the open room shows, no theme, and nothing that is as it was", async ({ page }) => {
  // As many tests as it has steps.
  test.slow();
  await test.step("a link holds what the open room shows, and no theme", async () => {
    await open(page, "", "");
    await set(page, { ...CURVES, theme: "dark" });
    expect(await page.evaluate(() => window.nearfar.link())).not.toContain("#");
    await set(page, { room: "curves" });
    const link = await address(page);
    expect(link).toContain("room=curves");
    expect(link).not.toMatch(/theme|sentence/);
    await set(page, { room: "lab", seed: 4 });
    expect(await address(page)).toMatch(/#seed=4$/);
    await page.goto("about:blank");
    await page.goto(link);
    await ready(page);
    expect(await settings(page)).toMatchObject({ ...CURVES, room: "curves", seed: 7 });
  });
  await test.step("the usual links are short: one moved head is a number or two", async () => {
    await follow(page, "nearfar=1", "");
    const { head } = await settings(page);
    const { range } = slider(page, "w");
    await range.focus();
    for (let press = 0; press < 5; press++) await range.press("ArrowLeft");
    await frame(page);
    const { w, v } = await settings(page);
    const link = await address(page);
    const base = link.split("#")[0] ?? "";
    expect(link.slice(base.length)).toBe(`#w=${head}%3A${nth(w, head - 1)}`);
    // What was not moved is the model's own.
    await page.goto("about:blank");
    await page.goto(link);
    await ready(page);
    expect(await settings(page)).toMatchObject({ w, v, learned: false });
    await set(page, { sentence: "I have never seen a film as bad as this", cursor: [2, 4], difference: "distance" });
    expect((await address(page)).length - base.length).toBeLessThan(200);
  });
  await test.step("default settings have a link without a fragment", async () => {
    await follow(page, "nearfar=1", "");
    expect(await page.evaluate(() => window.nearfar.link())).not.toContain("#");
    await set(page, { seed: 9 });
    expect(await address(page)).toMatch(/#seed=9$/);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page).toHaveURL(/\/nearfar\/$/);
  });
});

test("a script reads and writes, and a link in the same tab is followed", async ({ page }) => {
  await test.step("what a script reads it can write back", async () => {
    await open(page);
    for (const changes of [
      {},
      MANY,
      { curves: [], chosen: [], selected: [], cursor: null },
    ] as const) {
      await set(page, changes as Nearfar.Changes);
      const before = await settings(page);
      await page.evaluate(() => window.nearfar.set(window.nearfar.settings()));
      expect(await settings(page)).toEqual(before);
    }
  });
  await test.step("a script's wrong setting changes nothing and is named", async () => {
    await follow(page);
    const before = await settings(page);
    const refusal = (changes: unknown) =>
      page.evaluate(
        (changes) =>
          window.nearfar.set(changes as Nearfar.Changes).then(
            () => "taken",
            (error: Error) => error.message,
          ),
        changes,
      );
    expect(await refusal({ seed: 3, heads: 17 })).toMatch(/“heads”: 17 is not between 1 and 16/);
    expect(await refusal({ colour: "red" })).toBe("there is no setting “colour”");
    expect(await refusal({ w: ["near"] })).toMatch(/“w”/);
    expect(await refusal({ a: "da:cubic:early-add" })).toMatch(/“a”: “cubic”/);
    expect(await refusal({ causal: "perhaps" })).toMatch(/“causal”/);
    expect(await refusal(7)).toMatch(/takes an object/);
    expect(await refusal({ model: "opened" })).toMatch(/“model”: no checkpoint is open/);
    expect(await refusal({ cursor: [99, 1] })).toMatch(/“cursor”: token 99 is beyond/);
    expect(await refusal({ head: 16, heads: 3 })).toBe("“head”: 16 is beyond the 3 heads");
    const opened = (...handed: unknown[]) =>
      page.evaluate(
        (handed) =>
          (window.nearfar.open as (...all: unknown[]) => Promise<unknown>)(...handed).then(
            () => "taken",
            (error: Error) => error.message,
          ),
        handed,
      );
    expect(await opened()).toMatch(/^open\(\) takes the bytes of a file/);
    expect(await settings(page)).toEqual(before);
  });
  await test.step("a link opened in the same tab is followed", async () => {
    await follow(page);
    await page.evaluate(() => {
      location.hash = "#nearfar=1&model=untrained&heads=2&seed=31&sentence=One+two+three.";
    });
    await expect(page.locator(".head-thumbnail")).toHaveCount(2);
    expect(await settings(page)).toMatchObject({ heads: 2, seed: 31, sentence: "One two three." });
    expect((await trace(page)).tokens).toEqual(["One", "two", "three", "."]);
    await page.evaluate(() => {
      location.hash = "#nearfar=1&model=untrained&heads=nine";
    });
    await expect(page.getByRole("alert").filter({ hasText: "heads" })).toBeVisible();
    expect(await settings(page)).toMatchObject({ heads: 16, seed: 7 });
  });
});

test("a link with bad parts falls back part by part, one of another version as well, and both say so", async ({ page }) => {
  // As many tests as it has steps.
  test.slow();
  await test.step("a link with bad parts falls back part by part and says so", async () => {
    await open(
      page,
      "nearfar=1&seed=-3&heads=4&head=99&w=1,NaN&v=2,3&theme=purple&colur=red&curves=cube&b=da",
    );
    const found = await settings(page);
    expect(found).toMatchObject({
      heads: 4,
      seed: 7,
      head: 4,
      theme: "system",
      b: "da:learnable-sigmoid:early-multiply",
    });
    expect(found.v.slice(0, 3)).toEqual([2, 3, 1]);
    expect(found.w.every(Number.isFinite)).toBe(true);
    expect(found.curves).toHaveLength(5);
    const notice = page
      .getByRole("alert")
      .filter({ hasText: "Some settings in the link were not understood" });
    await expect(notice).toHaveCount(1);
    for (const part of ["seed", "head", "w”: NaN", "theme", "colur", "curves"]) {
      await expect.soft(notice).toContainText(part);
    }
    await expect(notice).not.toContainText("heads”");
    await notice.getByRole("button", { name: "Dismiss" }).click();
    await expect(page.locator(".notice")).toHaveCount(0);
  });
  await test.step("a link of another version is said to be one", async () => {
    await follow(page, "nearfar=2&seed=12");
    await expect(
      page.getByRole("alert").filter({ hasText: "version “2”, this page reads 1" }),
    ).toBeVisible();
    expect((await settings(page)).seed).toBe(12);
  });
});

const BROKEN = [
  "%",
  "%ff%fe=%00",
  "=&=&&&",
  "w",
  "sentence=%F0%9F",
  `w=${"9".repeat(400)}`,
  `curves=${"exponent;".repeat(200)}`,
  `${"x".repeat(20000)}=1`,
  "matrix=1,1,1e9",
  "cursor=0,0",
  "selected=1,2,3,4097",
  "cursor=500,500&head=16&selected=512",
];

// No fragment breaks what reads them (`no_fragment_breaks_the_page` in crates/nearfar/tests/all/settings.rs).
test("no broken link keeps the page from opening", async ({ page }) => {
  const malformed = BROKEN.slice(0, 5);
  // The first lines of the document read a link before its program does: what is no link at all opens it, too.
  for (const [index, fragment] of [nth(malformed, 0), malformed.slice(1).join("&"), ...BROKEN].entries()) {
    if (index < 2) {
      await page.goto("about:blank");
      await open(page, fragment);
    } else {
      await page.evaluate((link) => {
        location.hash = link;
      }, `${UNTRAINED}&${fragment}`);
      await frame(page);
      await ready(page);
    }
    const { data } = (await trace(page)).output;
    expect(data.every(Number.isFinite), fragment).toBe(true);
    await expect(page.locator("#trouble"), fragment).toBeHidden();
  }
});

test("the plain address opens the plain start, and offers the last visit", async ({ page, context }) => {
  await open(page);
  await set(page, MANY);
  const before = await settings(page);
  await address(page);
  await page.close();
  const next = await context.newPage();
  await open(next, "", "");
  const plain = await settings(next);
  expect(plain.sentence).not.toBe(before.sentence);
  await next.getByRole("button", { name: "Go on where you were" }).click();
  await ready(next);
  expect(await settings(next)).toEqual(before);
  await expect(next.getByRole("button", { name: "Go on where you were" })).toHaveCount(0);
  await next.getByRole("button", { name: "Start over" }).click();
  await ready(next);
  expect(await settings(next)).toEqual(plain);
  await next.getByRole("button", { name: "Undo" }).click();
  expect(await settings(next)).toEqual(before);
  // A link counts more than the storage, and there is nothing to go on with.
  await next.goto("about:blank");
  await open(next, "nearfar=1&seed=5");
  expect(await settings(next)).toMatchObject({ seed: 5, heads: 16 });
  await expect(next.locator(".notice")).toHaveCount(0);
});

test("a reload of the tab keeps what other rooms show", async ({ page }) => {
  await open(page);
  await set(page, { ...CURVES, seed: 12 });
  const before = await settings(page);
  await address(page);
  await page.reload();
  await ready(page);
  expect(await settings(page)).toEqual(before);
});

test("stored settings that are broken keep nobody from starting", async ({ page }) => {
  await page.addInitScript(() =>
    localStorage.setItem("nearfar.settings", "nearfar=1&model=untrained&seed=red&heads=3"),
  );
  await open(page, "", "");
  expect(await settings(page)).toMatchObject({ seed: 7, heads: 16 });
  await page.getByRole("button", { name: "Go on where you were" }).click();
  expect(await settings(page)).toMatchObject({ seed: 7, heads: 3 });
});

test("no setting reaches the server", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(`${request.url()} ${request.postData() ?? ""}`));
  await open(page, "nearfar=1&seed=77123&sentence=Zanzibar+quagmire");
  await set(page, { sentence: "Perspicacious wombats" });
  await ready(page);
  await frame(page);
  await page.reload();
  await ready(page);
  expect(asked.length).toBeGreaterThan(5);
  expect(
    asked.filter((url) =>
      /zanzibar|quagmire|wombat|77123|nearfar=1/i.test(url.replace(/#.*$/, "")),
    ),
  ).toEqual([]);
  const paths = asked.map((url) => new URL(url.trim()).pathname.replace(/^\/nearfar\//, ""));
  expect(
    paths.filter(
      (path) => !/^(|[\w-]+\.(css|js|svg)|[\w-]+_bg\.wasm|vectors\/[\w-]+\.bin)$/.test(path),
    ),
  ).toEqual([]);
  const hosts = new Set(asked.map((url) => new URL(url.trim()).host));
  expect(hosts.size).toBe(1);
});

test("sharing copies the link, or shows it where copying is forbidden", async ({ page, context }) => {
  // As many tests as it has steps.
  test.slow();
  await test.step("sharing copies the link", async () => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await open(page);
    await set(page, { seed: 55 });
    await page.getByRole("button", { name: "Copy link" }).click();
    await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      await page.evaluate(() => window.nearfar.link()),
    );
  });
  await test.step("where copying is forbidden, the link is shown", async () => {
    await page.evaluate(() => {
      navigator.clipboard.writeText = () =>
        Promise.reject(new DOMException("denied", "NotAllowedError"));
    });
    await follow(page);
    await set(page, { seed: 56 });
    await page.getByRole("button", { name: "Copy link" }).click();
    await expect(page.locator(".notice")).toContainText("seed=56");
  });
});

test("back and forward go from room to room, and keep what was done since", async ({ page }) => {
  await open(page, "sentence=One+two.");
  const history = await page.evaluate(() => window.history.length);
  const tab = (name: string) => page.getByRole("button", { name, exact: true });
  await page.evaluate(() => window.scrollTo(0, 600));
  await tab("Curves").click();
  await ready(page);
  await expect(page).toHaveTitle("Curves · Nearfar");
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await tab("Compare").click();
  await expect(page).toHaveTitle("Compare · Nearfar");
  expect(await page.evaluate(() => window.history.length)).toBe(history + 2);
  await set(page, { seed: 9 });
  await page.goBack();
  await expect(tab("Curves")).toHaveAttribute("aria-current", "page");
  await page.goBack();
  await expect(tab("Lab")).toHaveAttribute("aria-current", "page");
  await expect(page).toHaveTitle(/^Nearfar/);
  expect(await settings(page)).toMatchObject({ seed: 9, sentence: "One two." });
  await page.goForward();
  await expect(tab("Curves")).toHaveAttribute("aria-current", "page");
  expect(await page.evaluate(() => window.history.length)).toBe(history + 2);
  await page.keyboard.press("5");
  await expect(page).toHaveTitle("Inspect · Nearfar");
  // Undo is of what was edited, and stays in the room.
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => (await settings(page)).seed).toBe(7);
  await expect(page).toHaveTitle("Inspect · Nearfar");
});
