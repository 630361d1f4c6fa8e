// The first visit: the start section of index.html is the Lab before its program is there, with a first
// picture that is the Lab's own.

import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import type { Page, Route } from "@playwright/test";
import { expect, nth, open, ready, test } from "./page";

/** Holds what a pattern names back until it is released. */
async function hold(page: Page, pattern: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.route(pattern, async (route: Route) => {
    await released;
    // A page that is closed meanwhile asks for nothing any more.
    await route.continue().catch(() => {});
  });
  return release;
}

const SITE = process.env.SITE ?? fileURLToPath(new URL("../dist", import.meta.url));
const PAGE = "**/nearfar-page-*_bg.wasm";

/** The pictures of the start section, as they are painted. */
const FRAMES = [".matrix.a .matrix-frame", ".matrix.b .matrix-frame", ".matrix.difference .matrix-frame", ".curve-frame"];

/** Waits for the picture of the start section. */
async function painted(page: Page): Promise<void> {
  await expect(page.locator("#starting .opening").first()).toBeVisible();
}

/** What is seen of each picture, as a PNG; nothing where it is not on the page. Beside a matrix the Lab may have more. */
function shots(page: Page, section: string): Promise<(string | undefined)[]> {
  const shot = async (frame: string) => {
    const box = await page.locator(`${section} ${frame}`).boundingBox();
    if (!box?.width) return undefined;
    const width = frame.includes("matrix") ? Math.min(box.width, box.height) : box.width;
    return (await page.screenshot({ clip: { ...box, width } })).toString("base64");
  };
  return FRAMES.reduce<Promise<(string | undefined)[]>>(async (done, frame) => [...(await done), await shot(frame)], Promise.resolve([]));
}

/**
 * How two pictures of one size differ: by how many device pixels one is moved against the other so that they differ least, the
 * mean difference of a channel (of 255) there, and the share of pixels that are another colour.
 */
function compare(page: Page, pictures: [string, string]) {
  return page.evaluate(async (pictures) => {
    const read = async (png: string) => {
      const image = Object.assign(new Image(), { src: `data:image/png;base64,${png}` });
      await image.decode();
      const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
      const context = canvas.getContext("2d", { willReadFrequently: true });
      context?.drawImage(image, 0, 0);
      return context?.getImageData(0, 0, image.width, image.height) ?? new ImageData(1, 1);
    };
    const [first, lab] = [await read(pictures[0]), await read(pictures[1])];
    const { width, height } = first;
    const EDGE = 3;
    const apart = (right: number, down: number) => {
      let sum = 0;
      let others = 0;
      for (let y = EDGE; y < height - EDGE; y += 1) {
        for (let x = EDGE; x < width - EDGE; x += 1) {
          const [at, there] = [4 * (y * width + x), 4 * ((y + down) * width + x + right)];
          const differences = [0, 1, 2].map((channel) => Math.abs((first.data[at + channel] ?? 0) - (lab.data[there + channel] ?? 0)));
          sum += differences.reduce((sum, one) => sum + one, 0) / 3;
          others += Math.max(...differences) > 64 ? 1 : 0;
        }
      }
      const count = (width - 2 * EDGE) * (height - 2 * EDGE);
      return { right, down, mean: sum / count, others: others / count };
    };
    const shifts = [-2, -1, 0, 1, 2].flatMap((right) => [-2, -1, 0, 1, 2].map((down) => apart(right, down)));
    const best = shifts.reduce((least, one) => (one.mean < least.mean ? one : least));
    return { sameSize: width === lab.width && height === lab.height, pixels: width * height, ...best };
  }, pictures);
}

const LABELS =
  ".claim, .tab, .matrix-title, .matrix-about, .stepper-name, .stepper .muted, .slider-label, .controls .presets button, .curve figcaption";

/** The bars, and the texts that both have. */
function said(page: Page) {
  return page.evaluate((LABELS) => {
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
    return {
      bars: all(".token .bar").map((bar) => getComputedStyle(bar).backgroundSize),
      words: all(".token bdi").map((word) => word.textContent),
      sentence: all(".sentence textarea").map((area) => (area as HTMLTextAreaElement).value),
      notes: all(".sentence .small-print, .sentence .status").map((note) => note.textContent),
      labels: all(LABELS).map((label) => label.textContent),
    };
  }, LABELS);
}

const PARTS = [".head", ".brand-far", ".tab", ".claim", ".claim button", ".sentence", ".sentence textarea", ".examples select"];
const MORE_PARTS = [".token", ".sentence .small-print", ".controls > :not(.reach)", ".stepper button", ".slider input"];
const LAST_PARTS = [".curve-frame", ".controls .presets button", ".picture", ".matrix-title", ".matrix-about", ".matrix-frame"];

/** Where the parts are that the start section and the Lab have in common: x, y, width, height. */
function places(page: Page) {
  const parts = [...PARTS, ...MORE_PARTS, ...LAST_PARTS];
  return page.evaluate(
    (parts) =>
      parts.flatMap((part) =>
        [...document.querySelectorAll(part)].map((element, index) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return { name: `${part} ${index}`, place: [x, y, width, height] };
        }),
      ),
    parts,
  );
}

/** Sums, in the page, how far what was painted moves (https://web.dev/articles/cls). */
async function sumShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value } = entry as PerformanceEntry & { value: number };
        window.name = String(Number(window.name) + value);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

const shifted = (page: Page) => page.evaluate(() => Number(window.name || "0"));

for (const [name, viewport, largest] of [
  // Lighthouse's.
  ["a desktop", { width: 1350, height: 940 }, "start: This AI judges film reviews"],
  ["a phone", { width: 412, height: 823 }, "start: This AI judges film reviews"],
] as const) {
  test(`on ${name}, the largest paint is in the start section: nothing that comes later is larger`, async ({ browser }) => {
    const isMobile = viewport.width < 500;
    const context = await browser.newContext({ viewport, isMobile, hasTouch: isMobile });
    const page = await context.newPage();
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { element } = entry as PerformanceEntry & { element: Element | null };
          window.name = `${element?.closest("#starting") ? "start" : "later"}: ${element?.textContent?.slice(0, 60)}`;
        }
      }).observe({ type: "largest-contentful-paint", buffered: true });
    });
    await page.goto("./");
    await ready(page);
    // What comes last on the first screen.
    for (const [part, text] of [[".cursor-line", "looks at"], [".reach p:first-of-type", "On average"], [".way .step-why", "ReLU"]] as const) {
      await expect(page.locator(part)).toContainText(text);
    }
    // A paint is told of after the frame that it is in.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))));
    expect(await page.evaluate(() => window.name)).toContain(largest);
    await context.close();
  });
}

test("nothing moves on a first visit, whatever the screen's width", async ({ browser }) => {
  test.slow();
  for (const [width, height] of [[320, 640], [360, 800], [390, 844], [820, 1180], [1100, 800], [1440, 900], [1920, 1080]] as const) {
    const isMobile = width < 500;
    const context = await browser.newContext({ viewport: { width, height }, isMobile, hasTouch: isMobile });
    const page = await context.newPage();
    await sumShifts(page);
    await page.goto("./");
    await ready(page);
    // What comes last on the first screen.
    await expect(page.locator(".way .step-why")).toContainText("ReLU");
    expect.soft(await shifted(page), `${width} px`).toBeLessThan(0.0005);
    await context.close();
  }
});

// What has its place has it in both colours, and colours are of no width: each is seen on two screens.
for (const [name, viewport, scale, schemes] of [
  ["a desktop", { width: 1440, height: 900 }, 1, ["light", "dark"]],
  ["a small desktop", { width: 1100, height: 800 }, 1.5, ["light"]],
  ["a phone", { width: 390, height: 844 }, 2, ["dark"]],
] as const) {
  for (const colorScheme of schemes) {
    test(`on ${name}, ${colorScheme}, the first picture is the Lab's and stays in its place`, async ({
      browser,
      complaints,
    }) => {
      const isMobile = viewport.width < 500;
      const context = await browser.newContext({ viewport, colorScheme, deviceScaleFactor: scale, isMobile, hasTouch: isMobile });
      const page = await context.newPage();
      await sumShifts(page);
      const release = await hold(page, PAGE);
      await page.goto("./");
      await painted(page);
      const pictures = await shots(page, "#starting");
      const [first, before] = [await said(page), await places(page)];
      await expect(page.getByText("Starting Nearfar …")).toBeVisible();

      release();
      await expect(page.locator("html[data-started]")).toBeAttached();
      await expect(page.locator("#starting")).toHaveCount(0);
      await expect(page.locator(".cursor-line")).not.toBeEmpty();
      const labs = await shots(page, "#main");
      expect(await said(page)).toEqual(first);
      const after = await places(page);
      expect(after.map(({ name }) => name)).toEqual(before.map(({ name }) => name));
      const dock = isMobile ? await page.locator("#main .dock").boundingBox() : undefined;
      for (const [index, { name, place }] of before.entries()) {
        // What begins below the edge of a phone's sliders is not seen.
        if (dock && nth(place, 1) > dock.y && !name.startsWith(".slider")) continue;
        const now = nth(after, index).place;
        const apart = place.map((x, side) => Math.abs(x - nth(now, side)));
        expect(Math.max(...apart), `${name} moves: ${place} to ${now}`).toBeLessThanOrEqual(1);
      }
      for (const [index, frame] of FRAMES.entries()) {
        const [one, other] = [pictures[index], labs[index]];
        // On a phone one of the three is seen.
        expect(one === undefined, frame).toBe(other === undefined);
        if (one === undefined || other === undefined) continue;
        const { sameSize, pixels, right, down, mean, others } = await compare(page, [one, other]);
        expect(sameSize && pixels > 5_000, frame).toBe(true);
        // A canvas begins at whole pixels, and draws letters with other edges.
        expect(Math.max(Math.abs(right), Math.abs(down)), `${frame} moves`).toBeLessThanOrEqual(1);
        expect(mean, frame).toBeLessThan(10);
        expect(others, frame).toBeLessThan(0.07);
      }
      // Another picture is seen to be one.
      const [a, b] = labs;
      if (a && b) expect((await compare(page, [a, b])).mean).toBeGreaterThan(12);
      expect(await shifted(page)).toBeLessThan(0.0005);
      await ready(page);
      expect(complaints).toEqual([]);
      await context.close();
    });
  }
}

for (const [visit, address, late] of [
  ["a first visit", "./", "**/sst2-da.safetensors"],
  ["another visit", "./#sentence=One+two.", "**/vectors/frequent*.bin"],
] as const) {
  test(`on ${visit} numbers that come late move nothing`, async ({ page, complaints }) => {
    await sumShifts(page);
    const release = await hold(page, late);
    await page.goto(address);
    // All that can be there without them is.
    await expect(page.locator("#main .sentence .token").first()).toBeAttached();
    await expect(page.locator("#main .placeholder")).toBeAttached();
    await expect(page.locator("#main[aria-busy=false]")).toBeAttached();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    release();
    await ready(page);
    expect(await shifted(page)).toBeLessThan(0.01);
    expect(complaints).toEqual([]);
  });
}

test("another visit shows no first picture, and starts in its theme", async ({ page }) => {
  const release = await hold(page, PAGE);
  await page.goto("./#theme=dark&sentence=One+two.");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.locator("#starting .sentence")).toBeVisible();
  for (const part of ["#first-tokens", ".opening", ".opening-curve", ".ramp"]) {
    await expect(page.locator(`#starting ${part}`).first()).toBeHidden();
  }
  release();
  await ready(page);
});

test("another room starts without the Lab", async ({ page }) => {
  const release = await hold(page, PAGE);
  await page.goto("./#room=curves");
  await expect(page.locator("#starting .brand")).toBeVisible();
  await expect(page.locator("#starting .sentence")).toBeHidden();
  release();
  await ready(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
});

test("the page does not wait for a model that does not come", async ({ page }) => {
  const release = await hold(page, "**/sst2-da.safetensors");
  await page.goto("./");
  await painted(page);
  await expect(page.locator(".placeholder progress")).toBeVisible({ timeout: 15_000 });
  await expect(page.locator("#starting")).toHaveCount(0);
  release();
  await ready(page);
});

test("the next visit begins as the first did, in the theme of the last", async ({ page }) => {
  await open(page, "head=2", "");
  await page.evaluate(() => window.nearfar.set({ theme: "dark" }));
  await expect.poll(() => page.evaluate(() => localStorage.getItem("nearfar.theme"))).toBe("dark");
  await page.goto("about:blank");
  const release = await hold(page, PAGE);
  await page.goto("./");
  await painted(page);
  await expect(page.locator("html")).toHaveAttribute("data-visit", "first");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  release();
  await ready(page);
});

/** The document in pieces, each a moment after the one before it: nothing else comes. */
async function stream(pieces: string[]): Promise<{ address: string; close: () => void }> {
  const server = createServer(async (request, response) => {
    if (request.url !== "/") {
      // Neither an answer nor an error: what the document asks for is on its way.
      return;
    }
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    for (const piece of pieces) {
      response.write(piece);
      await new Promise((done) => setTimeout(done, 120));
    }
    response.end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    address,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test("a document that comes in pieces moves nothing that was seen", async ({ browser }) => {
  const whole = readFileSync(`${SITE}/index.html`, "utf8");
  const begin = whole.indexOf('<section id="starting"');
  const middle = whole.slice(begin);
  // Between two elements wherever one ends: the browser paints what it has.
  const pieces = middle.match(/.*?<\/(?:div|p|header|figure|section|span|textarea|button)>/gs) ?? [];
  expect(pieces.length).toBeGreaterThan(80);
  const some = pieces.flatMap((_, at) => (at % 6 ? [] : [pieces.slice(at, at + 6).join("")]));
  const tail = middle.slice(pieces.join("").length);
  const { address, close } = await stream([whole.slice(0, begin), ...some, tail]);
  // Most of the time passes between the pieces: the three screens wait together.
  const screens = [
    ["a desktop", { width: 1440, height: 900 }],
    ["a tablet", { width: 820, height: 1180 }],
    ["a phone", { width: 390, height: 844 }],
  ] as const;
  await Promise.all(
    screens.map(async ([name, viewport]) => {
      const context = await browser.newContext({ viewport });
      const page = await context.newPage();
      await sumShifts(page);
      await page.goto(address, { waitUntil: "domcontentloaded" });
      await expect(page.locator("#starting .cursor-line"), name).toBeAttached();
      // Of the page's files none came: the picture needs no program.
      await expect(page.locator("#starting .matrix.a .opening path").first(), name).toBeVisible();
      expect.soft(await shifted(page), name).toBeLessThan(0.01);
      await context.close();
    }),
  );
  close();
});
