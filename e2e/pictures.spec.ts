// Every canvas has a picture on it, at every pixel ratio. With SCREENSHOTS=1, also writes the README's
// pictures of the rooms to ../docs.

import { expect, follow, open, pixels, set, test } from "./page";

const ROOMS = [
  // Three large pictures of two layers and a legend each, a thumbnail a head, seven steps.
  { room: "lab", canvases: 3 * 3 + 16 + 7 },
  // The plot, and five matrices with one legend.
  { room: "curves", canvases: 1 + 5 + 1 },
] as const;

test("no canvas is blank", async ({ page }) => {
  for (const [index, { room, canvases }] of ROOMS.entries()) {
    for (const theme of ["light", "dark"] as const) {
      await test.step(`${room}, ${theme}`, async () => {
        const link = `nearfar=1&room=${room}&theme=${theme}`;
        if (index === 0 && theme === "light") await open(page, link);
        else await follow(page, link);
        await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
        const all = await page.locator("main canvas").all();
        expect(all.length).toBeGreaterThanOrEqual(canvases);
        for (const canvas of all) {
          const { colours, inked } = await pixels(canvas);
          expect(colours).toBeGreaterThan(1);
          // Labels and lines leave most of an overlay empty.
          expect(inked).toBeGreaterThan(0.005);
        }
        if (process.env.SCREENSHOTS && theme === "light")
          await page.screenshot({ path: `../docs/${room}.png` });
      });
    }
  }
});

test("pictures are as sharp as the screen", async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    deviceScaleFactor: 2,
    viewport: { width: 1200, height: 800 },
    baseURL: baseURL ?? "",
  });
  const page = await context.newPage();
  await open(page);
  const sizes = await page
    .locator(".matrix-frame canvas")
    .evaluateAll((all) =>
      all.map((canvas) => [(canvas as HTMLCanvasElement).width, 2 * canvas.clientWidth]),
    );
  for (const [width, expected] of sizes) expect(width).toBe(expected);
  await context.close();
});

test("equal numbers have equal pictures", async ({ page }) => {
  await open(page);
  await set(page, { a: "vanilla", b: "vanilla" });
  const [a, b, difference] = await Promise.all(
    (await page.locator(".matrix-frame").all()).map((frame) =>
      pixels(frame.locator("canvas").first()),
    ),
  );
  expect(a).toEqual(b);
  // Nothing but the middle of the scale.
  expect(difference?.colours).toBeLessThanOrEqual(2);
});
