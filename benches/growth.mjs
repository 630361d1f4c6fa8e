// How time and memory grow with the sentence, from 64 to 4,096 tokens.
//
//     node benches/growth.mjs [folder of the built site, default dist]
//
// Run on demand, on a quiet machine; never part of the tests. Prints Markdown.
//
// Of each N, with untrained projections, head 4, A the paper's method and B the vanilla one:
//   first picture   from the sentence's arrival to the first drawing of A
//   all of it       to the last: every row, and the figures of the head (of all heads up to 512)
//   drawn, frames   how often A is drawn in a second while w is moved in every frame, and the frames
//   long            the longest task of the page's thread in that time (over 50 ms, or none)
//   memory          WebAssembly memory of the page, and of each worker
// A is drawn when `drawImage` is called on its canvas. Memory never shrinks, so each N has a page of
// its own.

import { createRequire } from "node:module";
import { cpus } from "node:os";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { serve } from "../e2e/server.mjs";

// The packages of the end-to-end tests.
const { chromium } = createRequire(new URL("../e2e/package.json", import.meta.url))(
  "playwright-core",
);
const folder = resolve(process.argv[2] ?? fileURLToPath(new URL("../dist", import.meta.url)));

const SIZES = (process.env.SIZES ?? "64,128,256,512,1024,2048,4096").split(",").map(Number);
const WORDS = "the old man said that food was not good but people at next table did think so".split(
  " ",
);
const sentence = (tokens) =>
  Array.from(
    { length: tokens },
    (_, index) => WORDS[(index * 7 + (index >> 5)) % WORDS.length],
  ).join(" ");
const row = (...cells) => console.log(`| ${cells.join(" | ")} |`);
const ms = (number) => `${number.toFixed(number < 10 ? 1 : 0)} ms`;
const mb = (bytes) => (bytes > 0 ? `${(bytes / 1e6).toFixed(1)} MB` : "–");

/**
 * In the page: moves w in every frame for so many ms, as a drag does; how many frames there were in a
 * second, and in how many of them A was drawn. As with a drag, the event comes between two frames: among
 * their callbacks it would be in time for every second one only.
 */
async function drag(time) {
  const range = document.querySelector(".dock .slider input[type=range]");
  const { bench } = window;
  const { port1, port2 } = new MessageChannel();
  const task = () =>
    new Promise((done) => {
      port1.onmessage = done;
      port2.postMessage(null);
    });
  bench.drawn.length = 0;
  bench.long.length = 0;
  const start = performance.now();
  let moves = 0;
  for (; performance.now() - start < time; moves++) {
    // Up and down, another of the slider's values in every frame.
    const step = moves % 120;
    range.value = String(((step < 60 ? step : 120 - step) - 30) * 0.1);
    range.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise(requestAnimationFrame);
    await task();
  }
  const seconds = (performance.now() - start) / 1000;
  const drawn = bench.drawn.length / seconds;
  range.dispatchEvent(new Event("change", { bubbles: true }));
  return { drawn, frames: moves / seconds };
}

/** In the page, before its scripts: notes when A is drawn, long tasks, and the memory of the program. */
function instrument() {
  const bench = { drawn: [], long: [], memory: null };
  window.bench = bench;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) bench.long.push(entry.duration);
  }).observe({ type: "longtask" });
  const draw = CanvasRenderingContext2D.prototype.drawImage;
  CanvasRenderingContext2D.prototype.drawImage = function (...drawn) {
    if (this.canvas.closest?.(".matrix.a")) bench.drawn.push(performance.now());
    return draw.apply(this, drawn);
  };
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const start = WebAssembly[name];
    WebAssembly[name] = async function (...of) {
      const made = await start.apply(this, of);
      bench.memory ??= (made.instance ?? made).exports.memory;
      return made;
    };
  }
}

async function measured(browser, address, tokens) {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  page.on("pageerror", (error) => console.error(error.message));
  await page.addInitScript(instrument);
  await page.goto(`${address}#model=untrained&model-b=untrained&head=4&sentence=so`);
  await page.waitForFunction(
    () => window.bench.drawn.length > 0 && !document.querySelector(".token.waiting"),
  );
  // The figures are made when they are opened.
  await page.locator("#figures").evaluate((figures) => {
    figures.open = true;
  });
  await page.waitForTimeout(1000);

  const began = await page.evaluate((text) => {
    window.bench.drawn.length = 0;
    const began = performance.now();
    void window.nearfar.set({ sentence: text });
    return began;
  }, sentence(tokens));
  await page.waitForFunction(() => window.bench.drawn.length > 0, null, { polling: 5 });
  const first = (await page.evaluate(() => window.bench.drawn[0])) - began;
  const whole = await page.waitForFunction(
    ([began, long]) => {
      const cell = document.querySelector("table.figures tbody tr:nth-child(4) td:nth-child(5)");
      const last = document.querySelector("table.figures tbody tr:last-child td:nth-child(5)");
      const is = (cell) => /\d/.test(cell?.textContent ?? "");
      return is(cell) && (long || is(last)) ? performance.now() - began : 0;
    },
    [began, tokens > 512],
    { polling: 10, timeout: 120_000 },
  );
  const all = await whole.jsonValue();
  await page.waitForTimeout(1000);

  const { drawn, frames } = await page.evaluate(drag, 3000);
  await page.waitForTimeout(3000);
  const { long, memory } = await page.evaluate(() => ({
    long: Math.max(0, ...window.bench.long),
    memory: window.bench.memory?.buffer.byteLength ?? 0,
  }));
  const said = await page.evaluate(() => document.querySelector(".long-line")?.textContent ?? "");
  const worker = 1e6 * Number(/\((\d+) MB each\)/.exec(said)?.[1] ?? 0);
  await page.context().close();
  return { tokens, first, all, drawn, frames, long, memory, worker };
}

/** The power of N that fits best, by least squares of the logarithms. */
function exponent(points) {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)]);
  const mean = (at) => logs.reduce((sum, log) => sum + log[at], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const slope = logs.reduce((sum, log) => sum + (log[0] - x) * (log[1] - y), 0);
  return slope / logs.reduce((sum, log) => sum + (log[0] - x) ** 2, 0);
}

const { server, address } = await serve(folder, 0);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
try {
  console.log(
    `Chromium ${browser.version()}, ${cpus().length} cores of ${cpus()[0]?.model.trim() ?? "an unknown kind"}, without a GPU.\n`,
  );
  row("tokens", "first picture", "all of it", "drawn a second", "frames a second", "longest task", "page", "a worker");
  row("---:", "---:", "---:", "---:", "---:", "---:", "---:", "---:");
  const found = [];
  for (const tokens of SIZES) {
    const one = await measured(browser, address, tokens);
    found.push(one);
    row(
      tokens,
      ms(one.first),
      ms(one.all),
      one.drawn.toFixed(0),
      one.frames.toFixed(0),
      one.long ? ms(one.long) : "none",
      mb(one.memory),
      mb(one.worker),
    );
  }
  console.log();
  row("exponent of N", "first picture", "all of it", "memory, page and workers");
  row("---", "---:", "---:", "---:");
  for (const [name, part] of [
    ["64 to 512, all heads", found.filter(({ tokens }) => tokens <= 512)],
    ["1,024 to 4,096, one head", found.filter(({ tokens }) => tokens > 512)],
  ]) {
    const of = (value) => exponent(part.map((one) => [one.tokens, value(one)])).toFixed(2);
    row(
      name,
      of(({ first }) => first),
      of(({ all }) => all),
      of(({ memory, worker }) => memory + 2 * worker),
    );
  }
} finally {
  await browser.close();
  server.closeAllConnections();
  server.close();
}
