// What the Train room learns and what it costs the page.
//
//     node benches/train.mjs seeds|frames|steps [folder of the built site, default dist]
//
// seeds   from w = 0, the near and the far task with seeds 1 to 5: the time until 90 % of the
//         held-out texts are answered right, and w of the head that matters most
// frames  the time between animation frames while one run, two runs and a large run train, beside
//         the same page at rest, and the page's long tasks
// steps   steps a second and the worker's own CPU time per step, which other work on the machine
//         does not change
//
// Run on demand, on a quiet machine; never part of the tests. Prints Markdown.

import { createRequire } from "node:module";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { serve } from "../e2e/server.mjs";

const { chromium } = createRequire(new URL("../e2e/package.json", import.meta.url))(
  "playwright-core",
);
const what = process.argv[2];
const folder = resolve(process.argv[3] ?? fileURLToPath(new URL("../dist", import.meta.url)));
/** The paper's layer on texts of 24 words. */
const LARGE =
  "task=far;heads=16;d=16;width=100;feed-forward=256;batch=32;shortest=24;longest=24";
/** What a run may take until it is given up, in ms. */
const PATIENCE = 120_000;

const site = await serve(folder, 0);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});

async function room(a, b) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const train = new URLSearchParams(b ? { a, b } : { a }).toString();
  await page.goto(`${site.address}#${new URLSearchParams({ nearfar: "1", room: "train", train })}`);
  await page.waitForSelector(".train[data-ready]", { timeout: 60_000 });
  return { page, close: () => context.close() };
}

const steps = async (page) =>
  Number(/step ([\d,]+)/.exec(await page.locator(".counter").first().innerText())[1].replaceAll(",", ""));

async function seeds() {
  console.log("| task | seed | seconds | after | found |\n|---|---:|---:|---|---|");
  for (const task of ["near", "far"]) {
    for (let seed = 1; seed <= 5; seed += 1) {
      const { page, close } = await room(`task=${task};seed=${seed}`);
      const begun = Date.now();
      await page.locator("button.play").click();
      let found = "";
      let learned = false;
      while (!learned && Date.now() - begun < PATIENCE) {
        await page.waitForTimeout(250);
        found = await page.locator(".finding-line").innerText();
        learned = /(9\d|100) % of the held-out/.test(found) && / matters/.test(found);
      }
      const seconds = learned ? ((Date.now() - begun) / 1000).toFixed(1) : "not learned";
      const counter = await page.locator(".counter").innerText();
      console.log(`| ${task} | ${seed} | ${seconds} | ${counter} | ${found} |`);
      await close();
    }
  }
}

/** In the page: the times between frames for a while. */
function frameTimes(duration) {
  return new Promise((done) => {
    const times = [];
    let last = performance.now();
    const end = last + duration;
    const frame = (now) => {
      times.push(now - last);
      last = now;
      if (now < end) {
        requestAnimationFrame(frame);
        return;
      }
      const sorted = times.slice(1).toSorted((a, b) => a - b);
      const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
      done({ count: sorted.length, median: at(0.5), p95: at(0.95), most: at(1), late: sorted.filter((time) => time > 20).length });
    };
    requestAnimationFrame(frame);
  });
}

async function frames() {
  console.log("| runs | | frames in 8 s | median | p95 | longest | over 20 ms | long tasks |\n|---|---|---:|---:|---:|---:|---:|---|");
  for (const [name, a, b] of [
    ["near", "task=near"],
    ["near, twice", "task=near", "task=near;seed=2"],
    ["16 heads of 16", LARGE],
  ]) {
    const { page, close } = await room(a, b);
    await page.evaluate(() => {
      window.long = [];
      const note = (list) => list.getEntries().forEach((entry) => window.long.push(entry.duration));
      new PerformanceObserver(note).observe({ entryTypes: ["longtask"] });
    });
    const row = async (state) => {
      await page.evaluate(() => window.long.splice(0));
      const { count, median, p95, most, late } = await page.evaluate(frameTimes, 8000);
      const long = await page.evaluate(() => window.long);
      const tasks = long.length ? `${long.length}, at most ${Math.max(...long)} ms` : "none";
      const ms = (time) => `${time.toFixed(1)} ms`;
      console.log(`| ${name} | ${state} | ${count} | ${ms(median)} | ${ms(p95)} | ${ms(most)} | ${late} | ${tasks} |`);
    };
    await row("at rest");
    await page.locator("button.play").click();
    await page.waitForTimeout(1500);
    await row("training");
    await close();
  }
}

async function stepTimes() {
  console.log("| run | steps a second | CPU per step |\n|---|---:|---:|");
  for (const [name, a] of [
    ["near", "task=near"],
    ["far", "task=far"],
    ["16 heads of 16", LARGE],
  ]) {
    const { page, close } = await room(a);
    await page.locator("button.play").click();
    await page.waitForTimeout(3000);
    const events = [];
    const session = await browser.newBrowserCDPSession();
    session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
    await session.send("Tracing.start", { traceConfig: { includedCategories: ["toplevel"] } });
    const [before, start] = [await steps(page), Date.now()];
    await page.waitForTimeout(8000);
    const [after, end] = [await steps(page), Date.now()];
    const complete = new Promise((done) => session.on("Tracing.tracingComplete", done));
    await session.send("Tracing.end");
    await complete;
    const key = ({ pid, tid }) => `${pid}:${tid}`;
    const threads = events.filter((event) => event.name === "thread_name");
    const names = new Map(threads.map((event) => [key(event), event.args.name]));
    const inWorker = events.filter(
      (event) =>
        event.ph === "X" &&
        /DedicatedWorker/.test(names.get(key(event))) &&
        /ThreadControllerImpl::RunTask/.test(event.name),
    );
    const cpu = inWorker.reduce((sum, event) => sum + (event.tdur ?? 0), 0) / 1000;
    const taken = after - before;
    const rate = (1000 * taken) / (end - start);
    console.log(`| ${name} | ${rate.toFixed(1)} | ${(cpu / taken).toFixed(2)} ms |`);
    await close();
  }
}

const measurements = { seeds, frames, steps: stepTimes };
if (measurements[what]) await measurements[what]();
else console.error(`one of ${Object.keys(measurements).join(", ")}`);
await browser.close();
site.server.close();
