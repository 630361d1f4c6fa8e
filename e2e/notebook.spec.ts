// A notebook in JupyterLab shows the page, without a network. On demand, since JupyterLab is a large package: JUPYTER names the
// program `jupyter` of an environment in which the wheel is installed.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BrowserContext, type FrameLocator, type Page, expect, test } from "@playwright/test";

const PROGRAM = process.env.JUPYTER ?? "";
const PORT = 8931;
const SAMPLE = fileURLToPath(new URL("../public/checkpoints/sst2-vanilla.safetensors", import.meta.url));
test.skip(PROGRAM === "", "JUPYTER names no Jupyter");
// One Jupyter at a time.
test.describe.configure({ mode: "default", timeout: 120_000 });

let folder = "";
let server: ChildProcess;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "nearfar-notebook-"));
  const words = ["lab", "--no-browser", "--allow-root", `--port=${PORT}`, "--IdentityProvider.token=", `--ServerApp.root_dir=${folder}`];
  server = spawn(PROGRAM, words, { stdio: "ignore" });
  const isUp = () => fetch(`http://127.0.0.1:${PORT}/api`).then((answer) => answer.ok, () => false);
  await expect.poll(isUp, { timeout: 60_000 }).toBe(true);
});
test.afterAll(async () => {
  server.kill();
  await rm(folder, { recursive: true, force: true });
});

const cell = (source: string) => ({ cell_type: "code", execution_count: null, id: "a", metadata: {}, outputs: [], source });

async function write(name: string, source: string): Promise<void> {
  const notebook = {
    cells: [cell(source)],
    metadata: { kernelspec: { display_name: "Python 3", language: "python", name: "python3" } },
    nbformat: 4,
    nbformat_minor: 5,
  };
  await writeFile(join(folder, `${name}.ipynb`), JSON.stringify(notebook));
}

/** Opens a notebook of that one cell, and runs it. */
async function run(page: Page, context: BrowserContext, name: string, source: string): Promise<FrameLocator> {
  await write(name, source);
  // Nothing but this machine answers; no notebook of another test opens again.
  await context.route(/^https?:\/\/(?!127\.0\.0\.1)/, (route) => route.abort());
  await page.goto(`http://127.0.0.1:${PORT}/lab/tree/${name}.ipynb?reset`);
  await page.locator(".jp-CodeCell .cm-content").first().click();
  await expect(page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]")).toBeVisible({ timeout: 60_000 });
  await page.keyboard.press("Shift+Enter");
  const frame = page.frameLocator("iframe[title=Nearfar]");
  await expect(frame.locator("#main[aria-busy=false]")).toBeAttached({ timeout: 60_000 });
  return frame;
}

for (const [name, source, sentence] of [
  ["lab", `import nearfar\nnearfar.lab("near and far", w=[-1, 1], head=2)`, "near and far"],
  [
    "weights",
    'import nearfar\nnearfar.show([[[[[0.5, 0.5], [0.25, 0.75]]]]] * 2, ["left", "right"], layer=2)',
    "",
  ],
  ["show", `import nearfar\nnearfar.show(checkpoint=${JSON.stringify(SAMPLE)}, sentence="not bad")`, "not bad"],
] as const) {
  test(`a cell with ${name} shows the page`, async ({ page, context }) => {
    const frame = await run(page, context, name, source);
    // Weights have their own tokens, and no sentence.
    if (sentence !== "") await expect(frame.getByRole("textbox", { name: "Sentence" })).toHaveValue(sentence);
    await expect(frame.locator("#pictures canvas").first()).toBeVisible();
    if (name === "show") {
      await expect(frame.locator(".experiment")).toContainText("trained: sst2-vanilla.safetensors", { timeout: 30_000 });
    } else if (name === "weights") {
      await expect(frame.locator(".matrix-about").first()).toContainText("attentions.npz", { timeout: 30_000 });
      await expect(frame.locator(".run-assumed")).toContainText("without queries and keys");
      await expect(frame.locator("#pictures")).toContainText("0.75");
    } else {
      await expect(frame.locator(".stepper-name")).toHaveText("Head 2");
      await expect(frame.locator(".dock .slider").first().getByRole("textbox")).toHaveValue("1");
      await frame.locator('[data-room="train"]').click();
      await expect(frame.locator(".train[data-ready]")).toBeVisible({ timeout: 60_000 });
      await frame.locator("button.play").click();
      await expect(frame.locator(".counter[data-run=A]")).toHaveText(/step [1-9]/, { timeout: 30_000 });
    }
    await page.screenshot({ path: `test-results/notebook-${name}.png` });
  });
}

// What a next cell says.
async function answer(page: Page, source: string): Promise<string> {
  await page.locator(".jp-CodeCell .cm-content").last().fill(source);
  await page.keyboard.press("Shift+Enter");
  const output = page.locator(".jp-CodeCell").filter({ hasText: source }).last().locator(".jp-OutputArea-output pre");
  await expect(output).toBeVisible({ timeout: 30_000 });
  return output.innerText();
}

test("a widget tells the notebook what is moved, and is moved by it", async ({ page, context }) => {
  const frame = await run(page, context, "widget", "import nearfar\nwidget = nearfar.lab('near and far', w=[-1, 1], head=2).widget()\nwidget");
  const w = frame.locator(".dock .slider").first();
  await expect(w.getByRole("textbox")).toHaveValue("1");
  await expect(frame.locator(".head")).toBeHidden();
  await expect(async () => expect(await answer(page, "widget.settings['w'][:2], widget.error")).toBe("([-1, 1], '')")).toPass();
  // The page is moved: the notebook knows.
  await w.getByRole("slider").press("End");
  await expect(async () => expect(await answer(page, "widget.settings['w'][1] > 1")).toBe("True")).toPass();
  await frame.getByRole("textbox", { name: "Sentence" }).fill("far and near");
  await expect(async () => expect(await answer(page, "widget.settings['sentence']")).toBe("'far and near'")).toPass();
  // The notebook moves: the page shows it.
  expect(await answer(page, "widget.set(w=[0.5, -2.5]); 1 + 1")).toBe("2");
  await expect(w.getByRole("textbox")).toHaveValue("−2.5");
  // What is wrong is refused with its reason, and changes nothing.
  expect(await answer(page, "widget.set(head=70, w=[3, 3]); 2 + 2")).toBe("4");
  await expect(page.getByRole("alert").filter({ hasText: "head" })).toBeVisible();
  await expect(w.getByRole("textbox")).toHaveValue("−2.5");
  await expect(async () => expect(await answer(page, "widget.settings['head'], widget.settings['w'][1], 'head' in widget.error")).toBe("(2, -2.5, True)")).toPass();
  await page.screenshot({ path: "test-results/notebook-widget.png" });
});
