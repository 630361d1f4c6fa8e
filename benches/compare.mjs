// How long the Compare room takes for a keystroke.
//
//     node benches/compare.mjs [folder of the built site, default dist] [tokens, default 21,64,128,256]
//
// One word is typed after a sentence of so many tokens: the time from the `input` event until all
// methods are computed and drawn and their divergences are there, by the page's clock; the longest task
// of the page's thread meanwhile; and the worker's own time for the methods alone, which the table of
// the room shows. The median of 21 keystrokes, 8 heads.
//
// Run on demand, on a quiet machine; never part of the tests. Prints Markdown.

import { createRequire } from "node:module";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { serve } from "../e2e/server.mjs";

const { chromium } = createRequire(new URL("../e2e/package.json", import.meta.url))(
  "playwright-core",
);
const folder = resolve(process.argv[2] ?? fileURLToPath(new URL("../dist", import.meta.url)));
const site = await serve(folder, 0);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
const KEYSTROKES = 21;

async function measure(tokens) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const words = "the man said that the food was not good but the people did not think so".split(" ");
  const sentence = Array.from({ length: tokens }, (_, at) => words[at % words.length]).join(" ");
  const link = new URLSearchParams({ nearfar: "1", room: "compare", sentence });
  await page.goto(`${site.address}#${link}`);
  await page.waitForSelector(".compare[data-ready=yes]", { timeout: 60_000 });
  await page.waitForTimeout(1_000);
  const found = await page.evaluate(
    async ({ sentence, keystrokes }) => {
      const room = document.querySelector(".compare");
      const area = room.querySelector("textarea");
      const tasks = [];
      new PerformanceObserver((list) => {
        tasks.push(...list.getEntries().map((entry) => entry.duration));
      }).observe({ type: "longtask" });
      const times = [];
      for (let at = 0; at < keystrokes; at++) {
        const before = room.dataset.took;
        const begun = performance.now();
        // The last word is another one, of the same length.
        area.value = sentence.replace(/\S+$/, ["so", "no", "to"][at % 3]);
        area.dispatchEvent(new InputEvent("input", { bubbles: true }));
        // Two times can be the same to the last digit.
        while (room.dataset.took === before && performance.now() - begun < 5_000) {
          await new Promise((done) => setTimeout(done, 0));
        }
        await new Promise((done) => requestAnimationFrame(done));
        if (room.dataset.took === before) continue;
        times.push({ whole: performance.now() - begun, took: Number(room.dataset.took) });
        await new Promise((done) => setTimeout(done, 500));
      }
      return { times, tasks, alone: Number(room.dataset.computed) };
    },
    { sentence, keystrokes: KEYSTROKES },
  );
  await page.close();
  const of = (name) => median(found.times.map((time) => time[name]));
  const longest = found.tasks.length ? `${Math.max(...found.tasks).toFixed(0)} ms` : "under 50 ms";
  return [tokens, of("took").toFixed(1), of("whole").toFixed(1), found.alone.toFixed(1), longest];
}

console.log(`Chromium ${browser.version()}`);
console.log("| tokens | until all is there, ms | until the next frame, ms | methods alone, ms | longest task of the page |");
console.log("| ---: | ---: | ---: | ---: | ---: |");
for (const tokens of (process.argv[3] ?? "21,64,128,256").split(",").map(Number)) console.log(`| ${(await measure(tokens)).join(" | ")} |`);
await browser.close();
site.server.closeAllConnections();
site.server.close();
