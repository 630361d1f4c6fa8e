// The page opens under a sub-path, under its content security policy, without a complaint.

import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";

test("the page opens without an error", async ({ page }) => {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("requestfailed", (request) => complaints.push(`failed: ${request.url()}`));
  page.on("response", (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });

  await page.goto("./");

  await expect(page).toHaveTitle(/Nearfar/);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  expect(complaints).toEqual([]);
});

test("the browser keeps the page from other hosts", async ({ page }) => {
  await page.goto("./");
  const outcome = await page.evaluate(() =>
    fetch("https://example.org/").then(
      () => "answered",
      (error: Error) => error.name,
    ),
  );
  expect(outcome).toBe("TypeError");
  const refused = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.addEventListener("securitypolicyviolation", (event) =>
          resolve(event.effectiveDirective),
        );
        void fetch("https://example.org/").catch(() => undefined);
      }),
  );
  expect(refused).toBe("connect-src");
});

test("the compressed copies are what is sent", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const wasm = page.waitForResponse((response) => response.url().endsWith(".wasm"));
  await page.goto("./", { waitUntil: "networkidle" });
  const headers = (await wasm).headers();
  expect(asked.filter((url) => url.endsWith(".wasm"))).toHaveLength(1);
  expect(headers["content-type"]).toBe("application/wasm");
  expect(headers["content-encoding"]).toBe("br");
});

test("nothing stands in the way of assistive technology", async ({ page }) => {
  await page.goto("./");
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target)}`)).toEqual([]);
});
