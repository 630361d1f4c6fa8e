// The site as a plain host serves it: under a sub-path, compressed, behind its content security
// policy, with everything from its own host.

import { expect, open, test } from "./page";

test("the page opens under a sub-path, asks no other host, and runs no script that was not there at the build", async ({ page, complaints }) => {
  await test.step("the page opens under a sub-path", async () => {
    await open(page);
    await expect(page).toHaveTitle(/Nearfar/);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe("/nearfar/");
  });
  await test.step("the browser keeps the page from other hosts", async () => {
    const refused = await page.evaluate(async () => {
      const violation = new Promise<string>((resolve) =>
        document.addEventListener("securitypolicyviolation", (event) =>
          resolve(event.effectiveDirective),
        ),
      );
      const outcome = await fetch("https://example.org/").then(
        () => "answered",
        (error: Error) => error.name,
      );
      return [outcome, await violation];
    });
    expect(refused).toEqual(["TypeError", "connect-src"]);
    expect(
      complaints
        .splice(0)
        .every((complaint) => /Content Security Policy|example\.org/.test(complaint)),
    ).toBe(true);
  });
  await test.step("no script that was not there at the build runs", async () => {
    const ran = await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "document.documentElement.dataset.ran = 'yes'";
      document.head.append(script);
      return document.documentElement.dataset.ran;
    });
    expect(ran).toBeUndefined();
    expect(complaints.splice(0).join()).toContain("Content Security Policy");
  });
});

test("the compressed copies are what is sent, each file once", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const wasm = page.waitForResponse((response) => response.url().endsWith(".wasm"));
  await open(page);
  const headers = (await wasm).headers();
  expect(headers["content-type"]).toBe("application/wasm");
  expect(headers["content-encoding"]).toBe("br");
  expect(asked.filter((url) => url.endsWith(".wasm"))).toHaveLength(1);
  expect(asked.filter((url) => url.endsWith("/frequent.bin"))).toHaveLength(1);
  expect(new Set(asked).size).toBe(asked.length);
});
