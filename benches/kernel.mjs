// How long the Lab's attention and its colours take in Chromium. `cargo xtask bench` builds the page
// that this opens.
//
//     node benches/kernel.mjs PAGE-FOLDER [folder of the peers' harness]
//
// Alone: medians of ours, 16 heads x 16 over 300 dimensions. With the harness: its own tables, in
// which ours and the peers of one thread take turns in one browser, and ratios. RUNS, ROUNDS, NS,
// PEERS, ONLY and DRAWLIBS are passed on to it. MiniLM beside a peer is benches/inspect.mjs.
//
// Run on demand, on a quiet machine; never part of the tests. Prints Markdown.

import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { cpus } from "node:os";
import { resolve } from "node:path";
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
const [ours, plain] = [drawn.ours, drawn.plain].map((times) => times.sort((a, b) => a - b));
console.log("\n| 16 pictures of 512 x 512 redrawn, in turns | script |\n|---|---:|");
console.log(`| ours, colour map included | ${ms(ours)} |\n| plain JavaScript and putImageData | ${ms(plain)} |`);
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
process.exitCode = status;
