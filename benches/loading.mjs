// When the first visit shows its first picture with real numbers, when the Lab has its own, and when w, moved as soon
// as it can be, changes A's picture, on a slow line and a slow processor; and what Lighthouse says of the page.
//
//     node benches/loading.mjs [folder of the built site, default dist] [folder with lighthouse installed] [another build]
//
// With another build Lighthouse tries both on a phone in turns, since its runs of one build differ by 8 points.
// Run on demand, on a quiet machine; never part of the tests. Prints Markdown. Lighthouse is no package
// of the project: `npm install lighthouse` in a folder of its own, and name that folder.
//
// The line is what Chromium's developer tools call "Fast 4G", the processor is slowed down 4 times
// (CDP `Network.emulateNetworkConditions`, `Emulation.setCPUThrottlingRate`). Each visit is one of a
// fresh browser profile. The site is served as a host would: brotli copies, by HTTP/1.1.

import { createRequire } from "node:module";
import { cpus } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { serve } from "../e2e/server.mjs";

// The packages of the end-to-end tests.
const { chromium } = createRequire(new URL("../e2e/package.json", import.meta.url))(
  "playwright-core",
);
const folder = resolve(process.argv[2] ?? fileURLToPath(new URL("../dist", import.meta.url)));
const lighthouseFolder = process.argv[3];
const other = process.argv[4];
const TURNS = 7;
const VISITS = 7;

/**
 * "Fast 4G" of the developer tools (devtools-frontend, front_end/core/sdk/NetworkManager.ts, and the
 * same in puppeteer's PredefinedNetworkConditions): 9 and 1.5 Mbit/s, of which 90 % are given, and
 * 60 ms of latency times 2.75, since it is added to each request and not to each packet.
 */
const FAST_4G = {
  offline: false,
  latency: 60 * 2.75,
  downloadThroughput: ((9 * 1000 * 1000) / 8) * 0.9,
  uploadThroughput: ((1.5 * 1000 * 1000) / 8) * 0.9,
};
const SLOWDOWN = 4;

function quantile(numbers, share) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
const ms = (number) => `${Math.round(number)} ms`;
const row = (...cells) => console.log(`| ${cells.join(" | ")} |`);

/**
 * In the page, before its scripts: notes when the start section's picture is first seen, and when the
 * matrices of A and B of the Lab are.
 */
function instrument() {
  const bench = { first: undefined, pictures: [] };
  window.bench = bench;
  const raw = window.requestAnimationFrame.bind(window);
  const draw = CanvasRenderingContext2D.prototype.drawImage;
  const seen = new Set();
  // Once the frame that it is drawn in has been handed over.
  const presented = (note) =>
    raw(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => note(performance.now());
      port2.postMessage(null);
    });
  const look = () => {
    const picture = document.querySelector("#starting .opening path");
    if (!picture?.checkVisibility({ visibilityProperty: true })) return raw(look);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => (bench.first = performance.now());
    port2.postMessage(null);
  };
  raw(look);
  CanvasRenderingContext2D.prototype.drawImage = function (...drawn) {
    const frame = this.canvas.closest?.(".matrix-frame");
    if (frame && !seen.has(frame)) {
      seen.add(frame);
      presented((now) => bench.pictures.push(now));
    }
    if (frame && bench.moved && !bench.effect) {
      bench.effect = true;
      presented((now) => {
        bench.effect = now;
      });
    }
    return draw.apply(this, drawn);
  };
}

/** In the page, after `instrument`: moves w once, as soon as its slider is there and takes it. */
function gesture() {
  const timer = setInterval(() => {
    const slider = [...document.querySelectorAll("input[type=range]:enabled")].find((one) => !one.closest("#starting"));
    if (!slider || document.getElementById("starting")?.checkVisibility()) return;
    clearInterval(timer);
    window.bench.moved = true;
    slider.value = String(Number(slider.value) > 0 ? slider.min : slider.max);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  }, 10);
}

/** One visit with nothing cached: when what was there, or with `moves` when w moved A, in ms since navigation. */
async function visit(browser, address, { network, slowdown, moves }) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.on("pageerror", (error) => console.error(error.message));
  const client = await context.newCDPSession(page);
  await client.send("Network.enable");
  if (network) await client.send("Network.emulateNetworkConditions", network);
  await client.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  const files = new Map();
  let begin = 0;
  client.on("Network.requestWillBeSent", ({ requestId, request, timestamp }) => {
    begin ||= timestamp;
    files.set(requestId, { url: request.url, asked: timestamp });
  });
  client.on("Network.loadingFinished", ({ requestId, encodedDataLength, timestamp }) => {
    Object.assign(files.get(requestId) ?? {}, { bytes: encodedDataLength, there: timestamp });
  });
  await page.addInitScript(instrument);
  if (moves) await page.addInitScript(gesture);
  await page.goto(address);
  if (moves) {
    const effect = await page.waitForFunction(() => typeof window.bench.effect === "number" && window.bench.effect);
    const time = await effect.jsonValue();
    await context.close();
    return { effect: time };
  }
  await page.waitForFunction(
    () =>
      window.bench.pictures.length > 1 &&
      !document.querySelector(".token.waiting") &&
      window.nearfar?.trace().answer !== null,
  );
  await page.waitForTimeout(300);
  const measured = await page.evaluate(() => ({
    // Without a program of its own it is the Lab's.
    picture: window.bench.first ?? window.bench.pictures[0],
    lab: window.bench.pictures[0],
    both: window.bench.pictures[1],
    paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
  }));
  await context.close();
  const requests = [...files.values()].map(({ url, asked, there, bytes }) => ({
    file: url.slice(address.length).replace(/-[0-9a-f]{8,}/, "") || "(the page)",
    asked: 1000 * (asked - begin),
    there: 1000 * (there - begin),
    bytes,
  }));
  return { ...measured, requests };
}

async function visits(browser, address) {
  console.log("\n## The first picture, nothing cached\n");
  row("line", "processor", "visits", "first paint", "first picture, median", "slowest", "A of the Lab, median", "A and B, median", "w moves A, median");
  row("---", "---", "---:", "---:", "---:", "---:", "---:", "---:", "---:");
  let requests = [];
  for (const [line, network] of [["this machine", null], ["Fast 4G", FAST_4G]]) {
    for (const slowdown of [1, SLOWDOWN]) {
      const done = [];
      for (let each = 0; each < VISITS; each++) {
        done.push(await visit(browser, address, { network, slowdown }));
      }
      const times = (name) => done.map((one) => one[name]);
      const effects = [];
      for (let each = 0; each < VISITS; each++) {
        effects.push((await visit(browser, address, { network, slowdown, moves: true })).effect);
      }
      row(
        line,
        slowdown === 1 ? "as it is" : `${slowdown} times slower`,
        VISITS,
        ms(quantile(times("paint"), 0.5)),
        ms(quantile(times("picture"), 0.5)),
        ms(Math.max(...times("picture"))),
        ms(quantile(times("lab"), 0.5)),
        ms(quantile(times("both"), 0.5)),
        ms(quantile(effects, 0.5)),
      );
      requests = done.at(-1).requests;
    }
  }
  console.log("\nWhat the last visit asked for, in ms since navigation:\n");
  row("file", "asked", "there", "bytes sent");
  row("---", "---:", "---:", "---:");
  for (const { file, asked, there, bytes } of requests.toSorted((a, b) => a.asked - b.asked)) {
    row(file, ms(asked), ms(there), (bytes ?? 0).toLocaleString("en"));
  }
}

/** Lighthouse's own entry: how it is run, and its settings for a desktop. */
async function loaded() {
  const packages = createRequire(join(resolve(lighthouseFolder), "package.json"));
  const { default: run, desktopConfig } = await import(pathToFileURL(packages.resolve("lighthouse")).href);
  const report = async (address, config) =>
    (await run(address, { port: PORT, output: "json", logLevel: "error" }, config)).lhr;
  return { report, desktopConfig };
}

const score = (lhr, name) => Math.round(100 * (lhr.categories[name]?.score ?? Number.NaN));

async function lighthouse(address) {
  const { report, desktopConfig } = await loaded();
  console.log("\n## Lighthouse\n");
  row("preset", "performance", "accessibility", "best practices", "SEO", "first paint", "largest paint", "blocking", "layout shift");
  row("---", "---:", "---:", "---:", "---:", "---:", "---:", "---:", "---:");
  for (const [preset, config] of [["desktop", desktopConfig], ["mobile", undefined]]) {
    const lhr = await report(address, config);
    const value = (name) => lhr.audits[name]?.displayValue ?? "-";
    row(
      `${preset} (Lighthouse ${lhr.lighthouseVersion})`,
      ...["performance", "accessibility", "best-practices", "seo"].map((name) => score(lhr, name)),
      value("first-contentful-paint"),
      value("largest-contentful-paint"),
      value("total-blocking-time"),
      value("cumulative-layout-shift"),
    );
    for (const { id, title, score } of Object.values(lhr.audits)) {
      if (score !== null && score < 0.9) console.error(`${preset}: ${id} ${score}: ${title}`);
    }
  }
}

/** Two builds on a phone, in turns: what a machine does meanwhile is done to both. */
async function inTurns(addresses) {
  const { report } = await loaded();
  const found = addresses.map(() => ({ scores: [], blocking: [], largest: [] }));
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const [place, address] of addresses.entries()) {
      const lhr = await report(address);
      const value = (name) => lhr.audits[name]?.numericValue ?? Number.NaN;
      found[place].scores.push(score(lhr, "performance"));
      found[place].blocking.push(value("total-blocking-time"));
      found[place].largest.push(value("largest-contentful-paint"));
    }
  }
  row("build", `performance on a phone, ${TURNS} runs in turns`, "median", "blocking, median", "largest paint, median");
  row("---", "---:", "---:", "---:", "---:");
  for (const [place, { scores, blocking, largest }] of found.entries()) {
    const median = (numbers) => quantile(numbers, 0.5);
    row(place === 0 ? "this" : "the other", scores.join(", "), median(scores), ms(median(blocking)), ms(median(largest)));
  }
}

const PORT = 9222 + (process.pid % 1000);
const servers = [await serve(folder, 0)];
const { address } = servers[0];
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  args: [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    `--remote-debugging-port=${PORT}`,
  ],
});
try {
  console.log(
    `Chromium ${browser.version()}, ${cpus().length} cores of ${cpus()[0]?.model.trim() ?? "an unknown kind"}, without a GPU.`,
  );
  if (other) {
    servers.push(await serve(resolve(other), 0));
    await inTurns(servers.map(({ address }) => address));
  } else {
    await visits(browser, address);
    if (lighthouseFolder) await lighthouse(address);
  }
} finally {
  await browser.close();
  for (const { server } of servers) {
    server.closeAllConnections();
    server.close();
  }
}
