// How long the page's thread works when a slider moves, when somebody types, and at the start.
//
//     node benches/slider.mjs [folder of the built site, default dist]
//
// Run on demand, on a quiet machine; never part of the tests. Prints Markdown.
//
// One move is one `input` event on a slider (w, and those of a position term), with one move a frame. Its script time is
//   the event's handlers and the microtasks after them, and
//   every animation-frame callback that the page then asks for, and the microtasks after each:
//   there the numbers are computed and the pictures drawn.
// To time a callback together with its microtasks, two empty callbacks are put around it: the
// browser runs microtasks after each callback, so the time between the two is the page's. What the
// browser does afterwards (style, layout, paint) is in the task time, which it counts itself
// (CDP `Performance.getMetrics`, `TaskDuration`), as a mean per move.

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

/** Words of the most frequent ones, so that no other file is fetched. */
const WORDS = "the old man said that food was not good but people at next table did think so".split(
  " ",
);
const sentence = (tokens) =>
  Array.from({ length: tokens }, (_, index) => WORDS[index % WORDS.length]).join(" ");
/** Models of the page whose method adds a position term, and its sliders. */
const TERMS = [
  ["alibi", "β", "r"],
  ["rope", "β", "lg b"],
  ["rpr", "β", "r"],
  ["t5", "β", "r", "b +"],
  ["kerple", "β", "r"],
  ["xl", "β", "u ×", "v ×"],
  ["tener", "β", "u ×", "v ×"],
];
const HEADS = Array.from({ length: 16 }, (_, index) => index + 1);

function quantile(numbers, share) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
const ms = (number) => `${number.toFixed(number < 10 ? 2 : 1)} ms`;
const row = (...cells) => console.log(`| ${cells.join(" | ")} |`);

/** In the page, before its scripts: times frame callbacks, notes long tasks and the first picture. */
function instrument() {
  const bench = { frames: 0, pending: 0, long: [], firstPicture: 0 };
  window.bench = bench;
  const raw = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) => {
    let start = 0;
    bench.pending += 1;
    raw(() => {
      start = performance.now();
    });
    const handle = raw(callback);
    raw(() => {
      bench.frames += performance.now() - start;
      bench.pending -= 1;
    });
    return handle;
  };
  bench.raw = raw;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) bench.long.push(entry.duration);
  }).observe({ type: "longtask", buffered: true });
  const draw = CanvasRenderingContext2D.prototype.drawImage;
  CanvasRenderingContext2D.prototype.drawImage = function (...drawn) {
    if (!bench.firstPicture && this.canvas.closest?.(".matrix-frame")) {
      // Once the frame that it is drawn in has been handed over.
      bench.firstPicture = -1;
      raw(() => {
        bench.firstPicture = performance.now();
      });
    }
    return draw.apply(this, drawn);
  };
}

/** In the page: `moves` moves of a slider by its name, one a frame; the script time of each. */
async function sweep([moves, name]) {
  const { bench } = window;
  const box = [...document.querySelectorAll(".dock .slider")].find((box) => box.querySelector("b").textContent === name);
  const range = box.querySelector("input[type=range]");
  const frame = () => new Promise((done) => bench.raw(done));
  const times = [];
  for (let move = 0; move < moves; move++) {
    const step = move % 240;
    // From one end to the other and back.
    const [least, most] = [Number(range.min), Number(range.max)];
    range.value = String(least + ((most - least) * (step < 120 ? step : 240 - step)) / 120);
    await frame();
    await new Promise((done) => setTimeout(done));
    bench.frames = 0;
    const start = performance.now();
    range.dispatchEvent(new Event("input", { bubbles: true }));
    for (let hop = 0; hop < 10; hop++) await null;
    const handlers = performance.now() - start;
    do await frame();
    while (bench.pending > 0);
    times.push(handlers + bench.frames);
  }
  range.dispatchEvent(new Event("change", { bubbles: true }));
  return times;
}

async function opened(browser, address) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.on("pageerror", (error) => console.error(error.message));
  await page.addInitScript(instrument);
  await page.goto(address);
  await page.waitForFunction(
    () =>
      window.bench.firstPicture > 0 &&
      window.nearfar &&
      !document.querySelector("main[aria-busy=true], .token.waiting"),
  );
  return page;
}

async function prepared(page, tokens, chosen) {
  await page.evaluate((changes) => window.nearfar.set(changes), {
    sentence: sentence(tokens),
    heads: 16,
    head: 4,
    chosen,
  });
  const found = await page.evaluate(() => window.nearfar.trace().tokens.length);
  if (found !== tokens) throw new Error(`${found} tokens instead of ${tokens}`);
  // Figures and summaries are computed once the weights rest.
  await page.waitForTimeout(1500);
}

async function sliders(browser, address) {
  console.log("\n## A slider moves\n");
  row(
    "heads moving",
    "tokens",
    "moves",
    "script, median",
    "script, p95",
    "main thread, mean",
    "of that script",
    "layout and style",
  );
  row("---:", "---:", "---:", "---:", "---:", "---:", "---:", "---:");
  const page = await opened(browser, address);
  const client = await page.context().newCDPSession(page);
  await client.send("Performance.enable");
  const metrics = async () => {
    const { metrics } = await client.send("Performance.getMetrics");
    return Object.fromEntries(metrics.map(({ name, value }) => [name, 1000 * value]));
  };
  for (const [chosen, tokens] of [
    [HEADS, 64],
    [HEADS, 21],
    [HEADS, 128],
    [HEADS, 512],
    [[], 64],
    [[], 21],
    [[], 128],
    [[], 512],
  ]) {
    await prepared(page, tokens, chosen);
    await page.evaluate(sweep, [30, "w"]);
    const moves = tokens > 128 ? 60 : 240;
    const before = await metrics();
    const times = await page.evaluate(sweep, [moves, "w"]);
    const after = await metrics();
    const mean = (name) => (after[name] - before[name]) / moves;
    const layout = mean("LayoutDuration") + mean("RecalcStyleDuration");
    row(
      chosen.length || 1,
      tokens,
      moves,
      ms(quantile(times, 0.5)),
      ms(quantile(times, 0.95)),
      ms(mean("TaskDuration")),
      ms(mean("ScriptDuration")),
      ms(layout),
    );
  }
  await page.context().close();
}

/** w and what moves the position term of one head of a model of the page, by the labels of the sliders, in turns. */
async function ofTerm(browser, address, method, knobs) {
  console.log(`\n## The position term of ${method}, beside w\n`);
  row("slider", "tokens", "moves", "script, median", "script, p95");
  row("---", "---:", "---:", "---:", "---:");
  const link = `model=file-1&model-b=file-1&files=;checkpoints/sst2-${method}.safetensors&a=da:learnable-sigmoid:early-multiply-without-relu`;
  const page = await opened(browser, `${address}#${link}`);
  await page.waitForSelector(".curve.term");
  for (const tokens of [21, 64, 128]) {
    await page.evaluate((changes) => window.nearfar.set(changes), { sentence: sentence(tokens), head: 4, chosen: [] });
    await page.waitForTimeout(1500);
    for (const name of ["w", ...knobs, "w", ...knobs]) {
      await page.evaluate(sweep, [30, name]);
      const times = await page.evaluate(sweep, [240, name]);
      row(name, tokens, times.length, ms(quantile(times, 0.5)), ms(quantile(times, 0.95)));
    }
  }
  await page.context().close();
}

async function longTasks(browser, address) {
  console.log("\n## Tasks over 50 ms\n");
  row("doing", "events", "long tasks", "longest");
  row("---", "---:", "---:", "---:");
  const page = await opened(browser, address);
  const take = () => page.evaluate(() => window.bench.long.splice(0));
  const report = async (doing, events) => {
    // What waits for rest belongs to it.
    await page.waitForTimeout(1500);
    const long = await take();
    row(doing, events, long.length, long.length ? ms(Math.max(...long)) : "none");
  };

  const box = page.getByRole("textbox", { name: "Sentence" });
  // With ten more words 502 tokens are still a sentence whose every matrix is computed.
  for (const tokens of [128, 502]) {
    for (const [where, key] of [["after", "Control+End"], ["before", "Control+Home"]]) {
      await prepared(page, tokens, []);
      await box.press(key);
      await take();
      const typed = "and so the good old man was not at the table ".slice(0, 40);
      await box.pressSequentially(where === "after" ? ` ${typed}` : typed, { delay: 80 });
      await report(`typing 40 characters ${where} ${tokens} tokens`, 40);
    }
  }

  for (const tokens of [64, 128, 512]) {
    await prepared(page, tokens, HEADS);
    const range = await page.locator(".dock .slider input[type=range]").first().boundingBox();
    const y = range.y + range.height / 2;
    await page.mouse.move(range.x + range.width / 2, y);
    await page.mouse.down();
    await take();
    let moves = 0;
    for (const end = Date.now() + 3000; Date.now() < end; moves++) {
      await page.mouse.move(range.x + range.width * (0.5 + 0.45 * Math.sin(moves / 12)), y);
    }
    await page.mouse.up();
    await report(`dragging w of 16 heads for 3 s, ${tokens} tokens`, moves);
  }
  await page.context().close();
}

async function start(browser, address) {
  const [pictures, long] = [[], []];
  for (let visit = 0; visit < 7; visit++) {
    const page = await opened(browser, address);
    pictures.push(await page.evaluate(() => window.bench.firstPicture));
    await page.waitForTimeout(800);
    long.push(Math.max(0, ...(await page.evaluate(() => window.bench.long))));
    await page.context().close();
  }
  console.log("\n## The first visit, nothing cached, the server on this machine\n");
  row("visits", "navigation to first picture, median", "slowest", "longest task, median");
  row("---:", "---:", "---:", "---:");
  row(
    pictures.length,
    ms(quantile(pictures, 0.5)),
    ms(Math.max(...pictures)),
    ms(quantile(long, 0.5)),
  );
}

const { server, address } = await serve(folder, 0);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
try {
  console.log(
    `Chromium ${browser.version()}, ${cpus().length} cores of ${cpus()[0]?.model.trim() ?? "an unknown kind"}, without a GPU.`,
  );
  await sliders(browser, address);
  for (const [method, ...knobs] of TERMS) await ofTerm(browser, address, method, knobs);
  await longTasks(browser, address);
  await start(browser, address);
} finally {
  await browser.close();
  server.closeAllConnections();
  server.close();
}
