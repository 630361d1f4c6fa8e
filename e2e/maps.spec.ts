// Attention weights from elsewhere: JSON or NumPy's arrays become a model that is looked at.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, folderOfFiles, menuOf, open, set, settings, test, trace } from "./page";

const TOKENS = ["[CLS]", "near", "far", "[SEP]"];
const LAYERS = 2;
const HEADS = 3;

/** A of a cell: rows of 1 to 4 tenths, turned by layer and head. */
const weight = (layer: number, head: number, i: number, j: number): number =>
  [0.1, 0.2, 0.3, 0.4][(layer + 2 * head + i + 3 * j) % 4]!;
const times = <T>(n: number, of: (index: number) => T): T[] => Array.from({ length: n }, (_, index) => of(index));
const attentions = times(LAYERS, (layer) =>
  times(HEADS, (head) => times(4, (i) => times(4, (j) => weight(layer, head, i, j)))),
);

/** One array of NumPy, float32. */
function npy(): Buffer {
  const header = `{'descr': '<f4', 'fortran_order': False, 'shape': (${LAYERS}, ${HEADS}, 4, 4), }\n`;
  const start = Buffer.from("\x93NUMPY\x01\x00\x00\x00", "latin1");
  start.writeUInt16LE(header.length, 8);
  return Buffer.concat([start, Buffer.from(header), Buffer.from(new Float32Array(attentions.flat(3)).buffer)]);
}

function written(name: string, content: Buffer | string): string {
  const path = join(folderOfFiles(), name);
  writeFileSync(path, content);
  return path;
}

async function give(page: Page, file: string): Promise<void> {
  await (await menuOf(page, "A")).getByLabel("Open a checkpoint", { exact: true }).setInputFiles(file);
}

async function expectLayer(page: Page, layer: number): Promise<void> {
  await expect
    .poll(async () => {
      const found = await trace(page, "a");
      if (found.heads.length !== HEADS) return 9;
      const off = found.heads.map(({ weight: shown }, head) =>
        Math.max(...(shown?.data ?? [9]).map((a, at) => Math.abs(a - weight(layer, head, Math.floor(at / 4), at % 4)))),
      );
      return Math.max(...off);
    })
    .toBeLessThan(1e-6);
}

for (const [name, content, labels] of [
  ["maps.json", JSON.stringify({ tokens: TOKENS, attentions }), TOKENS],
  ["maps.npy", npy(), ["1", "2", "3", "4"]],
] as const) {
  test(`${name} is a model of weights alone`, async ({ page }) => {
    await open(page);
    await give(page, written(name, content));
    await expect(page.locator(".matrix-about").first()).toContainText(name, { timeout: 60_000 });
    await expectLayer(page, 0);
    expect((await trace(page, "a")).tokens).toEqual(labels);
    await set(page, { layer: 2 });
    await expectLayer(page, 1);
    // What it is not is said.
    await expect(page.locator(".run-assumed")).toContainText("without queries and keys");
    // What is typed is not read; w and v act on the weights, after the softmax.
    await expect(set(page, { sentence: "other words" })).rejects.toThrow(`“${name}” holds attention weights of one text`);
    await page.getByRole("textbox", { name: "Sentence", exact: true }).fill("other words");
    await set(page, { layer: 2 });
    await expectLayer(page, 1);
    expect((await settings(page)).a).toContain("late-multiply");
    await set(page, { w: [-1, 0, 0], v: [1, 1, 1], head: 1 });
    const coefficient = (distance: number): number => (1 + Math.E) / (1 + Math.exp(1 + distance));
    await expect
      .poll(async () => {
        const shown = (await trace(page, "a")).heads[0]?.["weight"]?.data ?? [];
        return Math.max(...shown.map((a, at) => {
          const [i, j] = [Math.floor(at / 4), at % 4];
          return Math.abs(a - weight(1, 0, i, j) * coefficient(Math.abs(i - j)));
        }));
      })
      .toBeLessThan(1e-6);
    await expectAccessible(page, "weights alone");
  });
}

test("weights that are none are refused, and what is shown stays", async ({ page }) => {
  await open(page, "", "seed=7");
  const rows = [[[[0.5, 0.6], [0.5, 0.5]]]];
  await give(page, written("odd.json", JSON.stringify({ attentions: rows })));
  await expect(page.getByRole("alert").filter({ hasText: "layer 1, head 1, row 1" })).toContainText("add up to 1.1", { timeout: 60_000 });
  expect(await settings(page)).toMatchObject({ seed: 7, model: "sst2-da" });
});

test("Compare says that nothing can be computed from weights", async ({ page }) => {
  await page.goto("./#room=compare");
  await page.getByRole("button", { name: "One model", exact: true }).click();
  await page.getByLabel("Open a model").setInputFiles(written("maps.json", JSON.stringify({ tokens: TOKENS, attentions })));
  await expect(page.getByText("attention weights without queries and keys")).toBeVisible({ timeout: 60_000 });
});
