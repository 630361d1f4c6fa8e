// Links that hide, and the dialog that makes them: panels, projector, QR code, embed code, the figure.

import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, open, ready, settings, test } from "./page";

const panel = (page: Page, name: string): Locator => page.locator(`[data-panel="${name}"]`).first();

async function visit(page: Page, fragment: string): Promise<void> {
  await page.goto(`./#${fragment}`);
  await ready(page);
}

test("what a link hides is there for nobody, from the first paint on, and comes back", async ({ page }) => {
  // Whatever was seen of the panel at any time, in the start section or in the page.
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    const look = (): void => {
      for (const element of document.querySelectorAll<HTMLElement>("[data-panel=sentence]")) {
        if (element.getClientRects().length > 0) seen.add(element.className);
      }
      requestAnimationFrame(look);
    };
    look();
  });
  await visit(page, "hide=sentence+heads");
  await expect(panel(page, "experiment")).toBeVisible();
  for (const name of ["sentence", "heads"]) {
    await expect(panel(page, name)).toBeHidden();
    await expect(panel(page, name)).toHaveCSS("display", "none");
  }
  await expect(page.getByRole("textbox", { name: "Sentence" })).toHaveCount(0);
  expect(await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])).toEqual([]);
  await expect(page).toHaveURL(/#hide=sentence\+heads$/);

  await expect(page.getByText("This link hides part of the page.")).toBeVisible();
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(panel(page, "sentence")).toBeVisible();
  await expect(panel(page, "heads")).toBeVisible();
  await expect(page.getByText("This link hides part of the page.")).toHaveCount(0);
  await expect(page).not.toHaveURL(/hide/);
  await page.keyboard.press("Control+z");
  await expect(panel(page, "sentence")).toBeHidden();
});

test("a link opens exactly one panel", async ({ page }) => {
  await visit(page, "only=curve");
  const shown = await page.locator("main [data-panel]:visible").evaluateAll((all) => all.map((each) => each.getAttribute("data-panel")));
  // What is round it, and it.
  expect(shown).toEqual(["experiment", "controls", "curve"]);
  await expect(page.locator(".curve canvas")).toBeVisible();
  // A panel of another room does not leave that one empty.
  await page.getByRole("button", { name: "Curves", exact: true }).click();
  await expect(page.locator(".plot canvas").first()).toBeVisible();
  await expect(page).toHaveURL(/#room=curves$/);
});

test("a bad name is named, and the rest holds", async ({ page }) => {
  await visit(page, "hide=heads,nosuch&only=plot&theme=wall");
  await expect(page.getByRole("alert")).toContainText("nosuch");
  await expect(page.getByRole("alert")).toContainText("plot");
  await expect(page.getByRole("alert")).toContainText("wall");
  await expect(panel(page, "heads")).toBeHidden();
  await expect(panel(page, "experiment")).toBeVisible();
});

test("what a link hides is not remembered, a later visit shows all", async ({ page }) => {
  await visit(page, "hide=heads&theme=projector&seed=9");
  await page.waitForTimeout(400);
  await page.goto("about:blank");
  await page.goto("./");
  await ready(page);
  expect(await settings(page)).toMatchObject({ hide: "", only: "", theme: "system" });
  await expect(panel(page, "heads")).toBeVisible();
});

test("a projector: larger, and the pointer is where it points", async ({ page }) => {
  await visit(page, "theme=projector");
  const slider = page.getByRole("slider").first();
  const size = (): Promise<number> => page.locator("h2").first().evaluate((title) => title.getBoundingClientRect().height);
  const large = await size();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "projector");
  await expect(slider).toBeVisible();
  // The middle of the picture's second cell of the first row is that cell.
  const frame = page.locator("#pictures .matrix-frame").first();
  await frame.evaluate((element) => element.scrollIntoView({ block: "end" }));
  const box = (await frame.boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.98, box.y + box.height * 0.98);
  await expect(page.locator("#cell")).toContainText("about");
  await expectAccessible(page, "projector");
  await page.evaluate(() => window.nearfar.set({ theme: "light" }));
  expect(await size()).toBeLessThan(large * 0.8);
});

test("the dialog makes the link, its code, and code for other pages", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "", "seed=4");
  await page.getByRole("button", { name: "Share…" }).click();
  const dialog = page.getByRole("dialog", { name: "Share" });
  await expect(dialog).toBeVisible();
  const link = dialog.getByRole("textbox", { name: "Link", exact: true });
  await expect(link).toHaveValue(/#seed=4$/);
  await dialog.getByRole("radio", { name: "Only what is ticked" }).check();
  await dialog.getByRole("checkbox", { name: "w and v", exact: true }).check();
  await dialog.getByRole("checkbox", { name: "Sentence", exact: true }).check();
  await expect(link).toHaveValue(/#seed=4&only=sentence\+sliders$/);
  await dialog.getByRole("radio", { name: "All but what is ticked" }).check();
  await dialog.getByRole("checkbox", { name: /projector/ }).check();
  await dialog.getByRole("combobox", { name: "Language" }).selectOption("ko");
  await expect(link).toHaveValue(/#seed=4&theme=projector&hide=sentence\+sliders&lang=ko$/);
  await dialog.getByRole("button", { name: "Copy link" }).click();
  await expect(dialog.getByRole("status").filter({ hasText: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await link.inputValue());

  const code = dialog.getByRole("img", { name: "QR code of the link" });
  await expect(code.locator("path")).toHaveCount(2);
  const html = await dialog.getByRole("textbox", { name: "Code for another page" }).inputValue();
  expect(html).toContain("hide=sentence+sliders&amp;embed=1&amp;lang=ko");
  expect(html).toContain('sandbox="allow-scripts allow-same-origin allow-popups allow-downloads"');
  await expectAccessible(page, "share dialog");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  // What was chosen for the link is not done to the page.
  expect(await settings(page)).toMatchObject({ hide: "", theme: "system" });
  await page.getByRole("button", { name: "Share…" }).click();
  await expect(dialog).toBeVisible();
});

test("a dialog that does not load is named, and the page goes on without it", async ({ page, complaints }) => {
  await open(page, "");
  await page.route("**/nearfar-share*", (route) => route.abort());
  const share = page.getByRole("button", { name: "Share…" });
  await share.click();
  const message = page.getByRole("alert").filter({ hasText: "The Share dialog did not load" });
  await expect(message).toBeVisible();
  await message.getByRole("button", { name: "Dismiss" }).click();
  await expect(message).toHaveCount(0);
  await expect(share).toBeFocused();
  await page.unroute("**/nearfar-share*");
  await share.click();
  await expect(page.getByRole("dialog", { name: "Share" })).toBeVisible();
  complaints.length = 0;
});

test("a dialog whose loader does not load is called by its name", async ({ page, complaints }) => {
  await open(page, "");
  await page.route("**/room.js*", (route) => route.abort());
  await page.getByRole("button", { name: "Share…" }).click();
  await expect(page.locator("#share-room")).toContainText("The Share dialog did not load");
  complaints.length = 0;
});

test("only what the open room shows can be shown alone", async ({ page }) => {
  await open(page, "", "room=compare");
  await page.getByRole("button", { name: "Share…" }).click();
  const dialog = page.getByRole("dialog", { name: "Share" });
  const tree = dialog.getByRole("checkbox", { name: "Grammar tree", exact: true });
  await dialog.getByRole("radio", { name: "All but what is ticked" }).check();
  await expect(tree).toHaveCount(1);
  await dialog.getByRole("radio", { name: "Only what is ticked" }).check();
  await expect(dialog.locator(".share-panels").getByRole("checkbox")).not.toHaveCount(0);
  await expect(tree).toHaveCount(0);
});

test("a link that is too long for a code says so", async ({ page }) => {
  await open(page, "", `sentence=${"long+".repeat(300)}`);
  await page.getByRole("button", { name: "Share…" }).click();
  await expect(page.getByRole("dialog")).toContainText(/a QR code that phones can read holds 1\s273/);
  await expect(page.getByRole("img", { name: "QR code of the link" })).toHaveCount(0);
});

test("the experiment is one picture: copied, or saved as vectors", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "", "sentence=near+and+far&head=3&w=3:-1.5&v=3:0");
  await page.getByRole("button", { name: "Share…" }).click();
  const dialog = page.getByRole("dialog", { name: "Share" });
  const saved = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Picture (SVG)" }).click();
  const svg = await readFile(await (await saved).path(), "utf8");
  expect(svg).toContain("near and far");
  expect(svg).toMatch(/w = [-−]1\.5, v = 0/);
  expect(svg).toContain("Coefficient by distance");
  // f(-1.5 · 2; 0) = 2 / (1 + e^3).
  expect(svg).toContain("f(0) = 1, f(2) = 0.0949");
  expect(svg.match(/<linearGradient/g)).toHaveLength(3);
  // The browser reads it as a document.
  const faults = await page.evaluate((text) => new DOMParser().parseFromString(text, "image/svg+xml").querySelectorAll("parsererror").length, svg);
  expect(faults).toBe(0);
  await dialog.getByRole("button", { name: "Copy figure" }).click();
  await expect(dialog.getByRole("status").filter({ hasText: "Copied" })).toBeVisible();
  const kinds = await page.evaluate(async () => (await navigator.clipboard.read()).flatMap((item) => item.types));
  expect(kinds).toContain("image/png");
});
