// The tests of the built page, in the Chromium that is installed. ADDRESS names a site that is served
// already; without it, the built site is served from SITE, or from ../dist.

import { defineConfig } from "@playwright/test";

const PORT = Number(process.env.PORT ?? 4173);
const SERVED = process.env.ADDRESS;
const ADDRESS = SERVED ?? `http://127.0.0.1:${PORT}/nearfar/`;

export default defineConfig({
  testDir: ".",
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  workers: 2,
  // A machine that is busy with something else makes a test too late; what fails twice is wrong. Reports name both.
  retries: 1,
  reporter: "list",
  use: {
    baseURL: ADDRESS,
    screenshot: "only-on-failure",
    trace: "off",
    video: "off",
    serviceWorkers: "block",
    launchOptions: {
      executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
      args: [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [{ name: "desktop", use: { viewport: { width: 1440, height: 900 } } }],
  ...(SERVED
    ? {}
    : {
        webServer: {
          command: "node server.mjs",
          url: ADDRESS,
          env: { PORT: String(PORT) },
          reuseExistingServer: false,
        },
      }),
});
