// Not Chromium alone: every room in Firefox, from the first visit to a picture that is saved; and the one file, opened
// from a disk. On demand, by `cargo xtask test firefox`: FIREFOX names the program.

import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "@playwright/test";
import { Firefox } from "./bidi";
import { ROOMS, SINGLE } from "./rooms";

const PROGRAM = process.env.FIREFOX ?? "";
test.skip(PROGRAM === "", "FIREFOX names no Firefox");
test.describe.configure({ timeout: 240_000 });

const UP = "document.documentElement.dataset.started !== undefined && document.querySelector('#main[aria-busy=false]')";
const shown = (selector: string) =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].some((found) => found.checkVisibility())`;

/** How many colours the first canvas of a selector has. */
const colours = (selector: string) => `(() => {
  const canvas = document.querySelector(${JSON.stringify(selector)});
  const copy = document.createElement("canvas");
  [copy.width, copy.height] = [canvas.width, canvas.height];
  const context = copy.getContext("2d");
  context.drawImage(canvas, 0, 0);
  return new Set(new Uint32Array(context.getImageData(0, 0, copy.width, copy.height).data.buffer)).size;
})()`;

/** Opens every room by its tab, sees it draw, moves a slider, and saves a picture. */
async function smoke(firefox: Firefox, address: string): Promise<void> {
  await firefox.goto(address);
  await firefox.until(UP);
  await firefox.until(`${colours("#pictures canvas")} > 10`);
  const before = await firefox.value<number[]>("[...nearfar.trace().heads[2].weight.data]");
  await firefox.value("nearfar.set({ w: nearfar.settings().w.map((w, head) => head === 2 ? -w : w) })");
  const after = await firefox.value<number[]>("[...nearfar.trace().heads[2].weight.data]");
  expect(after).not.toEqual(before);
  for (const [room, drawn] of ROOMS) {
    await firefox.value(`document.querySelector('[data-room="${room}"]').click()`);
    await firefox.until(shown(drawn));
  }
  // The trainer runs in a worker.
  await firefox.value(`document.querySelector('[data-room="train"]').click()`);
  await firefox.until(shown(".train[data-ready] button.play"));
  await firefox.value(`document.querySelector("button.play").click()`);
  await firefox.until(`/step [1-9]/.test(document.querySelector(".counter[data-run=A]").textContent)`);
  await firefox.value(`document.querySelector("button.play").click()`);
  await firefox.value(`document.querySelector('[data-room="lab"]').click()`);
  await firefox.until(shown("#pictures canvas"));
  const button = (name: string) =>
    `[...document.querySelectorAll("figure.matrix.a button")].find((each) =>
      (each.getAttribute("aria-label") ?? each.textContent).trim() === ${JSON.stringify(name)})`;
  await firefox.until(button("Save"));
  await firefox.value(`${button("Save")}.click()`);
  await firefox.until(button("Picture (PNG)"));
  await firefox.value(`${button("Picture (PNG)")}.click()`);
  // The browser makes a file of that name before it writes.
  const saved = async () => {
    const name = (await readdir(firefox.folder)).find((each) => each.endsWith(".png"));
    return name === undefined ? Buffer.alloc(0) : readFile(join(firefox.folder, name));
  };
  await expect.poll(async () => (await saved()).subarray(1, 4).toString("latin1"), { timeout: 20_000 }).toBe("PNG");
  const bytes = await saved();
  // Wide enough to be the picture, in pixels.
  expect(bytes.readUInt32BE(16)).toBeGreaterThan(200);
}

let firefox: Firefox;
test.beforeEach(async () => {
  firefox = await Firefox.start(PROGRAM);
});
test.afterEach(async () => {
  await firefox.stop();
});

test("every room works in Firefox, and no other host is asked", async ({ baseURL, page }) => {
  // The weights that the page opens with, in Chromium, to begin with.
  await page.goto(baseURL ?? "");
  // By the debugger: the page's own policy forbids a script of a text.
  await expect.poll(() => page.evaluate<boolean>(`Boolean(${UP})`), { timeout: 60_000 }).toBe(true);
  const weights = "nearfar.trace().heads.map((head) => [...head.weight.data])";
  const expected = await page.evaluate<number[][]>(weights);
  await firefox.goto(baseURL ?? "");
  await firefox.until(UP);
  await firefox.until(`${colours("#pictures canvas")} > 10`);
  const found = await firefox.value<number[][]>(weights);
  expect(found).toHaveLength(expected.length);
  for (const [head, row] of expected.entries()) {
    const worst = Math.max(...row.map((weight, cell) => Math.abs(weight - (found[head]?.[cell] ?? 9))));
    expect(worst, `head ${head + 1}`).toBeLessThan(1e-6);
  }
  await smoke(firefox, baseURL ?? "");
  const origin = new URL(baseURL ?? "").origin;
  expect(firefox.asked.filter((url) => /^(https?|wss?):/.test(url) && !url.startsWith(origin))).toEqual([]);
  expect(firefox.complaints).toEqual([]);
});

test("the one file works in Firefox from a disk, and asks nobody", async () => {
  await smoke(firefox, pathToFileURL(SINGLE).href);
  expect(firefox.asked.filter((url) => /^(https?|wss?):/.test(url))).toEqual([]);
  expect(firefox.complaints).toEqual([]);
});
