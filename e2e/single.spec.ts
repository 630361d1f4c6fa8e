// The page as one file, opened from a disk: every room, and nothing asked of anybody.

import { existsSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, ready, set, test, trace } from "./page";
import { ROOMS, SINGLE } from "./rooms";

const MODEL = fileURLToPath(new URL("../public/checkpoints/sst2-vanilla.safetensors", import.meta.url));

test.describe.configure({ timeout: 120_000 });
const ADDRESS = pathToFileURL(SINGLE).href;

test("every room works from a file", async ({ page }) => {
  expect(existsSync(SINGLE), "cargo xtask single writes it").toBe(true);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(ADDRESS);
  await ready(page);
  const before = await trace(page);
  expect(before.probabilities?.data, "the trained model is in the file").toHaveLength(2);
  await set(page, { sentence: "The food was not good", head: 3 });
  for (const [room, drawn] of ROOMS) {
    await page.locator(`[data-room="${room}"]`).click();
    await expect(page.locator(drawn).first(), room).toBeVisible({ timeout: 30_000 });
  }
  // A room that was left goes on: its program is not started a second time.
  const trains = await page.locator(".train").elementHandle();
  await page.locator('[data-room="train"]').click();
  await expect(page.locator(".train")).toBeVisible();
  await page.waitForTimeout(500);
  expect(await trains?.evaluate((room) => room.isConnected)).toBe(true);
  expect(asked.filter((url) => !/^(blob|data):/.test(url))).toEqual([ADDRESS]);
});

test("a worker of the file trains", async ({ page }) => {
  await page.goto(`${ADDRESS}#room=train`);
  await expect(page.locator(".train[data-ready]")).toBeVisible({ timeout: 30_000 });
  await page.locator("button.play").click();
  await expect(page.locator(".counter[data-run=A]")).toHaveText(/step [1-9]/, { timeout: 30_000 });
});

test("where workers are barred, their programs run beside the page", async ({ page, baseURL, complaints }) => {
  const address = new URL("/one.html", baseURL).href;
  const headers = { "content-security-policy": "worker-src 'none'", "content-type": "text/html" };
  await page.route(address, (route) => route.fulfill({ path: SINGLE, headers }));
  await page.goto(`${address}#room=train`);
  await expect(page.locator(".train[data-ready]")).toBeVisible({ timeout: 30_000 });
  await page.locator("button.play").click();
  await expect(page.locator(".counter[data-run=A]")).toHaveText(/step [1-9]/, { timeout: 30_000 });
  await page.locator("button.play").click();
  await page.locator('[data-room="inspect"]').click();
  await page.locator(".inspect-drop input[type=file]").setInputFiles(MODEL);
  await expect(page.locator(".inspect-summary .facts")).toBeVisible({ timeout: 30_000 });
  await page.locator('[data-room="compare"]').click();
  await expect(page.locator(".compare[data-ready]")).toBeVisible({ timeout: 30_000 });
  // Nothing is wrong but what this test bars.
  expect(complaints.filter((each) => !/worker/i.test(each))).toEqual([]);
  complaints.splice(0);
});

test("the file speaks other languages", async ({ page }) => {
  await page.goto(`${ADDRESS}#lang=de`);
  await ready(page);
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
});

test("its policy lets nothing out", async ({ page, complaints }) => {
  await page.goto(ADDRESS);
  await ready(page);
  const policy = await page.locator("meta[http-equiv=Content-Security-Policy]").getAttribute("content");
  expect(policy).not.toMatch(/'self'|\*|https?:|'unsafe-inline|'unsafe-eval/);
  const refused = await page.evaluate(() => {
    const violation = new Promise<string>((resolve) =>
      document.addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective)),
    );
    new Image().src = "https://example.org/a.png";
    return violation;
  });
  expect(refused).toBe("img-src");
  complaints.splice(0, complaints.length, ...complaints.filter((each) => !/Content Security Policy|example\.org/.test(each)));
});

test("what is not in the file is named", async ({ page, complaints }) => {
  await page.goto(ADDRESS);
  await ready(page);
  await set(page, { model: "agnews-da" });
  await expect(page.locator(".notice.error")).toContainText("does not include checkpoints/agnews-da.safetensors; the website does. Words");
  complaints.splice(0);
});
