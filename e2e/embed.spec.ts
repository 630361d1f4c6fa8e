// The page inside pages of another origin: docs/embed-example.html with its three figures, its sandbox, and what
// the two say to each other. Two servers, on two hosts.

import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { type Server, createServer } from "node:http";
import { type AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { AxeBuilder } from "@axe-core/playwright";
import type { Frame, Page } from "@playwright/test";
import { expect, test } from "./page";

const EXAMPLE = fileURLToPath(new URL("../docs/embed-example.html", import.meta.url));
const FLAGS = "allow-scripts allow-same-origin allow-popups allow-downloads";

/** A page with one frame that keeps all that it is told. */
const holder = (src: string, sandbox: string): string => `<!doctype html><html lang="en"><title>Host</title>
  <iframe id="frame" title="Figure" width="100%" height="300" ${sandbox}></iframe>
  <script>
    window.told = [];
    const frame = document.getElementById("frame");
    addEventListener("message", ({ source, origin, data }) => told.push({ own: source === frame.contentWindow, origin, data }));
    frame.src = ${JSON.stringify(src)};
  </script>`;

interface Told {
  own: boolean;
  origin: string;
  data: string | { source?: string; type?: string; height?: number; message?: string; id?: number; settings?: Nearfar.Settings };
}

let host: Server;
let hostAddress = "";
let body = "";

test.beforeAll(async () => {
  host = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(body);
  });
  await once(host.listen(0, "127.0.0.1"), "listening");
  hostAddress = `http://localhost:${(host.address() as AddressInfo).port}/`;
});
test.afterAll(() => {
  host.close();
});
// One server, one body.
test.describe.configure({ mode: "serial" });

const site = (baseURL: string | undefined): string => baseURL ?? "";

/** Opens a page of another origin that holds the link. */
async function embed(page: Page, address: string, fragment: string, flags = FLAGS): Promise<Frame> {
  body = holder(`${address}#${fragment}`, flags === "" ? "" : `sandbox="${flags}"`);
  await page.goto(hostAddress);
  const frame = page.frame({ url: (url) => url.href.startsWith(address) });
  if (!frame) throw new Error("no frame");
  return frame;
}

const told = (page: Page): Promise<Told[]> =>
  page.evaluate(() => (window as unknown as { told: Told[] }).told);

/** Everything of a type that the page was told. */
async function ofType(page: Page, type: string): Promise<Exclude<Told["data"], string>[]> {
  const all = (await told(page)).map(({ data }) => data);
  return all.filter((data) => typeof data !== "string" && data.type === type) as Exclude<Told["data"], string>[];
}

async function isReady(page: Page): Promise<void> {
  await expect.poll(async () => (await ofType(page, "ready")).length, { timeout: 20_000 }).toBe(1);
}

const send = (page: Page, message: unknown): Promise<void> =>
  page.evaluate((sent) => {
    const frame = document.querySelector("iframe");
    frame?.contentWindow?.postMessage(sent, "*");
  }, message);

test("three figures in a page of another origin", async ({ page, baseURL }) => {
  body = await readFile(EXAMPLE, "utf8");
  await page.goto(`${hostAddress}?nearfar=${encodeURIComponent(site(baseURL))}`);
  for (const id of ["experiment", "curve", "curves"]) {
    const frame = page.locator(`#${id}`);
    await frame.scrollIntoViewIfNeeded();
    await expect(frame).toHaveAttribute("data-ready", "yes", { timeout: 30_000 });
    const inside = page.frameLocator(`#${id}`);
    await expect(inside.locator(".head")).toBeHidden();
    await expect(inside.locator(".foot")).toBeHidden();
    await expect(inside.getByRole("link", { name: "Open in Nearfar" })).toBeVisible();
  }
  const experiment = page.frameLocator("#experiment");
  await expect(experiment.locator("#pictures canvas").first()).toBeVisible();
  await expect(experiment.locator("[data-panel=steps]")).toBeHidden();
  await expect(experiment.locator("[data-panel=heads]")).toBeHidden();
  const curve = page.frameLocator("#curve");
  await expect(curve.locator(".curve canvas")).toBeVisible();
  await expect(curve.locator("#sliders")).toBeHidden();
  await expect(curve.locator("[data-panel=sentence]")).toBeHidden();
  await expect(page.frameLocator("#curves").locator(".plot canvas").first()).toBeVisible();

  // The slider of the page around the figure moves it.
  await page.locator("#w").scrollIntoViewIfNeeded();
  await page.locator("#w").fill("2.5");
  await expect(page.locator("#said")).toHaveText("w = 2.50");
});

test("a figure is as high as what it shows, and says so in the shapes that others hear", async ({ page, baseURL }) => {
  const frame = await embed(page, site(baseURL), "only=sentence&embed=1");
  await isReady(page);
  const heights = async (): Promise<[number, number]> => {
    const all = (await told(page)).map(({ data }) => data);
    const texts = all.filter((data) => typeof data === "string").map((text) => JSON.parse(text) as Record<string, unknown>);
    const embedly = texts.filter(({ context }) => context === "iframe.resize");
    expect(embedly.every(({ src }) => typeof src === "string" && src.startsWith(site(baseURL)))).toBe(true);
    const objects = await ofType(page, "height");
    return [Number(embedly.at(-1)?.["height"]), Number(objects.at(-1)?.height)];
  };
  const shown = (): Promise<number> => frame.evaluate(() => Math.ceil(document.documentElement.getBoundingClientRect().height));
  await expect.poll(async () => (await heights())[0]).toBe(await shown());
  const before = await heights();
  expect(before[0]).toBe(before[1]);
  expect(before[0]).toBeGreaterThan(80);
  expect(before[0]).toBeLessThan(500);
  // Narrow: it follows the width, nothing is cut, and it is higher.
  await page.setViewportSize({ width: 390, height: 800 });
  await expect.poll(async () => (await heights())[0]).toBe(await shown());
  expect(await frame.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  // A frame that does as it is told does not grow for ever.
  for (let turn = 0; turn < 4; turn++) {
    const [height] = await heights();
    await page.evaluate((to) => document.querySelector("iframe")?.setAttribute("height", String(to)), height);
    await page.waitForTimeout(150);
  }
  const [last] = await heights();
  expect(last).toBe(await shown());
});

test("settings go in, checked, and come out", async ({ page, baseURL, complaints }) => {
  const frame = await embed(page, site(baseURL), "only=sliders&embed=1");
  await isReady(page);
  const [first] = await ofType(page, "ready");
  expect(first?.settings).toMatchObject({ room: "lab", only: "sliders", embed: 1 });
  await send(page, { target: "nearfar", type: "set", settings: { head: 4, matrix: 12 }, id: 7 });
  await expect.poll(async () => (await ofType(page, "state")).find(({ id }) => id === 7)?.settings?.head).toBe(4);
  // By hand, in the figure.
  await frame.getByRole("slider", { name: /^w/ }).first().focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(async () => (await ofType(page, "state")).at(-1)?.settings?.learned).toBe(false);
  // Refused as `window.nearfar.set` refuses: all of it, with the name of what is wrong.
  await send(page, { target: "nearfar", type: "set", settings: { head: 99, causal: true }, id: 8 });
  await expect.poll(async () => (await ofType(page, "error")).find(({ id }) => id === 8)?.message).toContain("head");
  expect(await frame.evaluate(() => window.nearfar.settings())).toMatchObject({ head: 4, causal: false });
  for (const [message, says] of [
    [{ target: "nearfar", type: "open", id: 9 }, "open"],
    [{ target: "nearfar", type: "set", settings: "head=3", id: 10 }, "an object of settings"],
  ] as const) {
    await send(page, message);
    await expect.poll(async () => (await ofType(page, "error")).find(({ id }) => id === message.id)?.message).toContain(says);
  }
  // All of it came from the figure's own origin.
  const all = await told(page);
  expect(all.every(({ own, origin }) => own && origin === new URL(site(baseURL)).origin)).toBe(true);
  expect(complaints).toEqual([]);
});

test("only the page around it is obeyed, and others' messages are not answered", async ({ page, baseURL }) => {
  const frame = await embed(page, site(baseURL), "only=sliders&embed=1");
  await isReady(page);
  const count = (await told(page)).length;
  // From a window that is not the parent: the frame itself, and a frame beside it.
  await frame.evaluate(() => window.postMessage({ target: "nearfar", type: "set", settings: { head: 9 } }, "*"));
  await page.evaluate(async () => {
    const other = document.createElement("iframe");
    document.body.append(other);
    const script = other.contentDocument?.createElement("script");
    if (!script) return;
    script.textContent = `parent.frames[0].postMessage({ target: "nearfar", type: "set", settings: { head: 9 } }, "*")`;
    other.contentDocument?.body.append(script);
  });
  // From the parent, but for somebody else.
  for (const message of ["text", null, 7, { type: "set", settings: { head: 9 } }, { target: "other", type: "set" }]) {
    await send(page, message);
  }
  await page.waitForTimeout(300);
  expect(await frame.evaluate(() => window.nearfar.settings().head)).toBe(6);
  expect((await ofType(page, "error")).length).toBe(0);
  expect((await told(page)).length).toBe(count);
});

test("what of a link is wrong is told, and the rest is shown", async ({ page, baseURL }) => {
  const frame = await embed(page, site(baseURL), "only=sliders+nosuch&seed=x&embed=1");
  await isReady(page);
  const errors = await ofType(page, "error");
  expect(errors.map(({ message }) => message).join()).toContain("nosuch");
  expect(errors.map(({ message }) => message).join()).toContain("seed");
  await expect(frame.locator("#sliders")).toBeVisible();
  await expect(frame.locator("[data-panel=sentence]")).toBeHidden();
});

test("the flags suffice, and without an origin the page says what is missing", async ({ page, baseURL, complaints }) => {
  const frame = await embed(page, site(baseURL), "embed=1");
  await isReady(page);
  const popup = page.waitForEvent("popup");
  await frame.getByRole("link", { name: "Open in Nearfar" }).click();
  const whole = await popup;
  // Not that of the page that was there before its program.
  await expect(whole.getByRole("banner").getByRole("heading", { level: 1 })).toBeVisible();
  expect(whole.url()).not.toContain("embed");
  await whole.close();
  const saved = page.waitForEvent("download");
  await frame.locator("[data-panel=picture-a] .panel-tools").getByRole("button", { name: /Save/ }).click();
  await frame.locator("[data-panel=picture-a]").getByText("Picture (SVG)").click();
  expect((await saved).suggestedFilename()).toMatch(/\.svg$/);
  expect(complaints).toEqual([]);

  await embed(page, site(baseURL), "embed=1", "allow-scripts");
  await expect(page.frameLocator("iframe").locator("#unstartable")).toBeVisible();
  complaints.splice(0);
});

test("an embedded page stores nothing and leaves the history alone", async ({ page, baseURL }) => {
  const frame = await embed(page, site(baseURL), "embed=1&theme=dark&lang=en");
  await isReady(page);
  const before = await page.evaluate(() => history.length);
  await send(page, { target: "nearfar", type: "set", settings: { sentence: "one two three", room: "curves" }, id: 1 });
  await expect.poll(async () => (await ofType(page, "state")).some(({ id }) => id === 1)).toBe(true);
  await page.waitForTimeout(500);
  expect(await page.evaluate(() => history.length)).toBe(before);
  expect(frame.url()).toContain("embed=1");
  expect(frame.url()).toContain("theme=dark");
  // Some browsers keep storage from frames of other origins: here it has its own.
  await page.goto(`${site(baseURL)}#embed=1&theme=dark&sentence=one`);
  await expect(page.locator("#main[aria-busy=false]")).toBeAttached();
  await page.evaluate(() => window.nearfar.set({ sentence: "one two three" }));
  await page.waitForTimeout(500);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test("nothing in an embedded page fails the automatic audit", async ({ page, baseURL }) => {
  await embed(page, site(baseURL), "only=experiment&embed=1");
  await isReady(page);
  const { violations } = await new AxeBuilder({ page }).options({ iframes: true }).withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(", ")}`)).toEqual([]);
});
