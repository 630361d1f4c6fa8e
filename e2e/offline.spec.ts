// Without a network: what was visited, or all of it, works; a new version is offered and never mixed with the old.

import { createHash } from "node:crypto";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { expect, ready, settings, test } from "./page";
import { ROOMS } from "./rooms";
import { serve } from "./server.mjs";

test.use({ serviceWorkers: "allow" });
test.describe.configure({ timeout: 120_000 });

const SITE = process.env.SITE ?? fileURLToPath(new URL("../dist", import.meta.url));
const NEWER = "1111111111111111";

/** A host that can be switched off, and made to serve another folder at the same address. */
class Host {
  #server: Server | undefined;
  address = "";

  async on(folder = SITE): Promise<void> {
    const port = this.address === "" ? 0 : Number(new URL(this.address).port);
    const { server, address } = await serve(folder, port);
    this.#server = server as Server;
    this.address = address as string;
    expect((this.#server.address() as AddressInfo).port).toBe(Number(new URL(this.address).port));
  }

  async off(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = undefined;
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
}

const host = new Host();
test.afterEach(async ({ complaints }) => {
  await host.off();
  // The browser looks for a newer worker at each visit, and says that nobody answers; files that are refused are told.
  const told = /ERR_CONNECTION_REFUSED|fetching the script|Failed to load resource|^503: |dynamically imported module/;
  complaints.splice(0, complaints.length, ...complaints.filter((line) => !told.test(line)));
});

const line = (page: Page) => page.locator(".foot .offline");
const notice = (page: Page) => page.locator(".notice", { hasText: "new version" });
const version = (page: Page) =>
  page.locator("meta[name=nearfar-version]").getAttribute("content");

/** Opens the page, and waits until what it has loaded is kept. */
async function visit(page: Page, fragment = ""): Promise<void> {
  await page.goto(`${host.address}${fragment}`);
  await ready(page);
  await expect(line(page)).toBeVisible({ timeout: 30_000 });
}

async function openRoom(page: Page, room: string, drawn: string): Promise<void> {
  await page.locator(`[data-room="${room}"]`).click();
  await expect(page.locator(drawn).first()).toBeVisible({ timeout: 30_000 });
  await ready(page);
}

test("every room that was visited opens without a network", async ({ page }) => {
  await host.on();
  await visit(page);
  await expect(line(page)).toContainText("What you opened works without a network.");
  for (const [room, drawn] of ROOMS) await openRoom(page, room, drawn);
  await host.off();
  for (const [room, drawn] of ROOMS) {
    await page.goto("about:blank");
    await page.goto(`${host.address}#room=${room}`);
    await expect(page.locator(drawn).first(), room).toBeVisible({ timeout: 30_000 });
    await ready(page);
  }
  // A slider is answered, not only shown.
  await page.goto(`${host.address}#w=3%3A0.3`);
  await ready(page);
  expect((await settings(page)).sentence).toContain("show");
});

test("what a room asks for by its name alone comes through the worker", async ({ page }) => {
  await host.on();
  await visit(page);
  await page.reload();
  await ready(page);
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await page.goto(`${host.address}#room=train&train=a%3Dtask%253Dsnli`);
  await expect(page.locator("#train-room")).toContainText("training examples", { timeout: 30_000 });
  await expect(page.locator("#train-room")).not.toContainText("did not load");
  const answers = await page.evaluate(async () => {
    const paths = ["train/snli.tsv", "compare/trees.conllu", "laws/sentences.txt", "vectors/frequent.bin"];
    return Promise.all(paths.map(async (path) => (await fetch(path)).status));
  });
  expect(answers).toEqual([200, 200, 200, 200]);
});

test("a room that the first address opened works without a network, too", async ({ page }) => {
  await host.on();
  await visit(page, "#room=compare");
  await expect(page.locator("#compare-room canvas").first()).toBeVisible();
  await host.off();
  await page.reload();
  await expect(page.locator("#compare-room canvas").first()).toBeVisible({ timeout: 30_000 });
});

test("all of it can be fetched, and its size is said before", async ({ page }) => {
  await host.on();
  await visit(page);
  const button = line(page).getByRole("button");
  await expect(button).toHaveText(/^Make all of it available offline \(\d+(\.\d)? MB\)$/);
  const kept = await page.evaluate(async () => (await (await caches.open("nearfar")).keys()).length);
  await button.click();
  await expect(line(page)).toHaveText(/All of Nearfar is here/, { timeout: 60_000 });
  const all = await page.evaluate(async () => (await (await caches.open("nearfar")).keys()).length);
  expect(all).toBeGreaterThan(kept + 100);
  await host.off();
  for (const [room, drawn] of ROOMS) {
    await page.goto("about:blank");
    await page.goto(`${host.address}#room=${room}&lang=de`);
    await expect(page.locator(drawn).first(), room).toBeVisible({ timeout: 30_000 });
  }
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(line(page)).toContainText("Ganz Nearfar ist gespeichert");
});

/** The site as a newer version: another page, another program of the Curves room. */
async function newer(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "nearfar-newer-"));
  await cp(SITE, folder, { recursive: true });
  const change = async (name: string, edit: (text: string) => string): Promise<string> => {
    const path = join(folder, name);
    const text = edit(await readFile(path, "utf8"));
    await writeFile(path, text);
    for (const copy of [".br", ".gz"]) await rm(path + copy, { force: true });
    return createHash("sha256").update(text).digest("hex").slice(0, 16);
  };
  const page = await change("index.html", (text) =>
    text.replace(/(name="nearfar-version" content=")[^"]*/, `$1${NEWER}`),
  );
  const program = await change("nearfar-curves.js", (text) => `${text}\nwindow.curvesAreNew = true;\n`);
  await change("sw.js", (text) =>
    text
      .replace(/(const VERSION = ")[^"]*/, `$1${NEWER}`)
      .replace(/("index.html":\[")[^"]*/, `$1${page}`)
      .replace(/("nearfar-curves.js":\[")[^"]*/, `$1${program}`),
  );
  return folder;
}

test("a new version is offered, and comes when it is taken", async ({ page, context, complaints }) => {
  await host.on();
  await visit(page);
  const old = await version(page);
  const other = await context.newPage();
  await visit(other);
  const folder = await newer();
  try {
    await host.off();
    await host.on(folder);
    await page.getByRole("textbox", { name: "Sentence" }).fill("half typed");
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await expect(notice(page)).toBeVisible({ timeout: 30_000 });
    // Nothing was taken away: the page and its worker are the old ones, also when it is opened again.
    expect(await version(page)).toBe(old);
    await expect(page.getByRole("textbox", { name: "Sentence" })).toHaveValue("half typed");
    await page.reload();
    await ready(page);
    expect(await version(page)).toBe(old);
    await expect(notice(page)).toBeVisible({ timeout: 30_000 });
    // A part of the new version is no part of the old page.
    await page.locator('[data-room="curves"]').click();
    await expect(page.locator("#curves-room")).toContainText("The room did not load");
    expect(await page.evaluate(() => "curvesAreNew" in window)).toBe(false);
    await page.locator('[data-room="lab"]').click();

    await notice(page).getByRole("button", { name: "Reload" }).click();
    await expect.poll(() => version(page).catch(() => "")).toBe(NEWER);
    await ready(page);
    await expect(page.getByRole("textbox", { name: "Sentence" })).toHaveValue("half typed");
    await openRoom(page, "curves", "#curves-room canvas");
    expect(await page.evaluate(() => "curvesAreNew" in window)).toBe(true);
    // The other tab is told and goes on.
    await expect(notice(other)).toBeVisible({ timeout: 30_000 });
    expect(await version(other)).toBe(old);
    await notice(other).getByRole("button", { name: "Later" }).click();
    await expect(notice(other)).toHaveCount(0);
  } finally {
    // Two pages at once start slowly, and what they fetched ahead waits for them.
    const late = /was preloaded using link preload but not used/;
    complaints.splice(0, complaints.length, ...complaints.filter((complaint) => !late.test(complaint)));
    await rm(folder, { recursive: true, force: true });
  }
});

test("an old worker that meets a new page leaves it alone", async ({ page }) => {
  await host.on();
  await visit(page);
  const old = await version(page);
  const folder = await newer();
  try {
    await host.off();
    await host.on(folder);
    // What the worker had kept is gone, as when a browser makes room.
    await page.evaluate(() => caches.delete("nearfar"));
    const session = await page.context().newCDPSession(page);
    await session.send("Network.clearBrowserCache");
    await page.reload();
    await ready(page);
    expect(await version(page)).toBe(NEWER);
    expect(await version(page)).not.toBe(old);
    await openRoom(page, "curves", "#curves-room canvas");
    expect(await page.evaluate(() => "curvesAreNew" in window)).toBe(true);
    await expect(notice(page)).toBeVisible({ timeout: 30_000 });
    await notice(page).getByRole("button", { name: "Reload" }).click();
    await expect(line(page)).toBeVisible({ timeout: 30_000 });
    await host.off();
    await page.reload();
    await ready(page);
    expect(await version(page)).toBe(NEWER);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("the site can be installed", async ({ page, context }) => {
  await host.on();
  await visit(page);
  const manifest = await page.evaluate(async () => {
    const { href } = document.querySelector<HTMLLinkElement>("link[rel=manifest]") ?? { href: "" };
    const { name, icons, start_url } = await (await fetch(href)).json();
    const sizes = icons.map(async ({ src }: { src: string }) => {
      const image = new Image();
      image.src = new URL(src, href).href;
      await image.decode();
      return image.naturalWidth;
    });
    return { name, start: new URL(start_url, href).href, sizes: await Promise.all(sizes) };
  });
  expect(manifest.name).toBe("Nearfar: attention that knows distance");
  expect(manifest.start).toBe(host.address);
  expect(manifest.sizes.slice(1)).toEqual([192, 512, 512]);
  const session = await context.newCDPSession(page);
  const { errors } = await session.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  // A test's pages are in a private window, where nothing is installed.
  const errorIds = installabilityErrors.map(({ errorId }) => errorId);
  expect(errorIds.filter((id) => id !== "in-incognito")).toEqual([]);
});
