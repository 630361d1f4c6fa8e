// How long the Inspect room takes: to list a large file, and to run a model.
//
//     node benches/inspect.mjs list [folder of the built site, default dist]
//     node benches/inspect.mjs run MODEL.safetensors [tokens] [folder of the peers' harness]
//
// list  a sparse .safetensors file of 2 GB with 1,000 tensors is made in a folder of its own and
//       opened: the time from handing it over until its tensors stand on the page, and how much
//       memory the browser's processes hold more than before
// run   a forward pass of a recognised encoder (MiniLM-L6: `cargo xtask fetch-models`) on so many
//       tokens, by the worker's own clock, every run with other tokens; with the harness, which has
//       run before, in turns with its page of onnxruntime-web, one thread, in one browser
//
// Run on demand, on a quiet machine; never part of the tests. Prints Markdown.

import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync, truncateSync, writeSync, closeSync } from "node:fs";
import { once } from "node:events";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { serve } from "../e2e/server.mjs";

// The packages of the end-to-end tests.
const packages = createRequire(new URL("../e2e/package.json", import.meta.url));
const { chromium } = packages("playwright-core");
const { default: sirv } = await import(pathToFileURL(packages.resolve("sirv")).href);
const [what, ...rest] = process.argv.slice(2);
const folder = resolve((what === "list" && rest[0]) || fileURLToPath(new URL("../dist", import.meta.url)));
const site = await serve(folder, 0);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

async function room() {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${site.address}#${new URLSearchParams({ nearfar: "1", room: "inspect" })}`);
  await page.waitForSelector(".inspect[data-ready]", { timeout: 60_000 });
  return { page, close: () => context.close() };
}

/** Hands a file over; the time until it stands on the page, in ms. */
async function give(page, path) {
  const name = path.split("/").at(-1);
  await page.evaluate((name) => {
    window.listed = new Promise((done) => {
      const look = () => {
        const shown = document.querySelector("#inspect-name")?.textContent === name;
        if (shown && document.querySelector(".table-frame tbody tr")) done(performance.now());
        else requestAnimationFrame(look);
      };
      document.querySelector(".inspect-drop input[type=file]").addEventListener(
        "change",
        () => {
          window.given = performance.now();
          look();
        },
        { capture: true, once: true },
      );
    });
  }, name);
  await page.locator(".inspect-drop input[type=file]").setInputFiles(path);
  return page.evaluate(async () => (await window.listed) - window.given);
}

/** The memory of the browser's processes that pages and workers run in, in MB. */
function held() {
  let sum = 0;
  for (const process of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${process}/cmdline`, "utf8").includes("--type=renderer")) continue;
      const rollup = readFileSync(`/proc/${process}/smaps_rollup`, "utf8");
      sum += Number(/^Pss:\s+(\d+)/m.exec(rollup)[1]) / 1024;
    } catch {
      // It ended meanwhile.
    }
  }
  return sum;
}

async function list() {
  const own = mkdtempSync(join(tmpdir(), "nearfar-"));
  const path = join(own, "large.safetensors");
  const size = 2 * 1024 ** 3;
  const [tensors, each] = [1000, Math.floor(size / 1000 / 4096) * 4096];
  const header = {};
  for (let index = 0; index < tensors; index += 1) {
    header[`layers.${index}.weight`] = {
      dtype: "F32",
      shape: [each / 4096, 1024],
      data_offsets: [index * each, (index + 1) * each],
    };
  }
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  const file = openSync(path, "w");
  writeSync(file, length);
  writeSync(file, text);
  closeSync(file);
  truncateSync(path, 8 + text.length + tensors * each);
  const times = [];
  const growth = [];
  for (let round = 0; round < 5; round += 1) {
    const { page, close } = await room();
    // The worker is there once something was opened.
    await page.getByRole("button", { name: "Film reviews, distance-aware" }).click();
    await page.waitForSelector(".table-frame tbody tr");
    await page.waitForTimeout(2000);
    const before = held();
    times.push(await give(page, path));
    growth.push(held() - before);
    await close();
  }
  rmSync(own, { recursive: true });
  const show = (numbers) => numbers.map((number) => number.toFixed(0)).join(", ");
  console.log(`2 GB, ${tensors} tensors: listed after ${show(times)} ms (median ${median(times).toFixed(0)}); ${show(growth)} MB more (median ${median(growth).toFixed(0)})`);
}

/** The harness' pages and packages, under the addresses by which they know each other. */
async function servePeers(folder) {
  const roots = { nm: "node_modules", pages: "pages", minilm: "minilm" };
  const sites = new Map(Object.entries(roots).map(([name, path]) => [name, sirv(join(folder, path))]));
  const server = createServer((request, response) => {
    const [, name, path] = /^\/([^/]*)(\/.*)$/.exec(request.url) ?? [];
    request.url = path;
    const missing = () => response.writeHead(404).end();
    sites.has(name) ? sites.get(name)(request, response, missing) : missing();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { server, address: `http://127.0.0.1:${server.address().port}` };
}

async function run() {
  const [model, count = "128", peers] = rest;
  const harness = peers && (await servePeers(resolve(peers)));
  const tokens = Number(count);
  const { page } = await room();
  await give(page, resolve(model));
  await page.locator(".inspect-tabs [data-view=run]").click();
  const ours = [];
  const theirs = [];
  const other = harness ? await (await browser.newContext()).newPage() : undefined;
  if (other) {
    await other.goto(`${harness.address}/pages/bert.html?lib=ort&threads=1`);
    await other.waitForFunction(() => window.bert);
    await other.evaluate(() => window.bert());
  }
  for (let round = 0; round < 13; round += 1) {
    const ids = Array.from({ length: tokens }, (_, place) => 2000 + ((place * 37 + round * 101) % 20_000));
    const state = page.locator(".run-state");
    // A short one between, so that two runs of the same time are told apart.
    for (const sentence of [ids.slice(0, 2), ids]) {
      await page.getByLabel("Token IDs").fill(sentence.join(" "));
      await state.filter({ hasText: `${sentence.length} tokens through` }).waitFor();
    }
    await page.waitForTimeout(300);
    ours.push(Number(/in ([\d.,]+) ms/.exec(await state.innerText())[1].replaceAll(",", "")));
    if (other) theirs.push(...(await other.evaluate(() => window.bert(1))).samples);
  }
  // The first are still being compiled.
  const late = (times) => times.slice(3);
  const line = (name, times) =>
    console.log(`| ${name} | ${median(times).toFixed(1)} ms | ${Math.min(...times).toFixed(1)} ms |`);
  console.log(`| ${tokens} tokens | median | fastest |\n|---|---:|---:|`);
  line("Nearfar, one worker", late(ours));
  if (other) {
    harness.server.closeAllConnections();
    harness.server.close();
    line("onnxruntime-web, 1 thread", late(theirs));
    console.log(`\nratio of medians ${(median(late(theirs)) / median(late(ours))).toFixed(2)}, of the fastest ${(Math.min(...late(theirs)) / Math.min(...late(ours))).toFixed(2)}`);
  }
}

if (what === "list") await list();
else if (what === "run" && rest[0]) await run();
else console.error("list [site] or run MODEL.safetensors [tokens] [peer]");
await browser.close();
site.server.close();
