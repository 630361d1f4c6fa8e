// The Inspect room: files of strangers are opened, looked at, refused and run, in the page.

import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Locator, Page, Response } from "@playwright/test";
import { expect, expectAccessibleAtBothWidths, frame, open, pixels, read, set, settings, soon, test } from "./page";
import { serve } from "./server.mjs";

const SAMPLES = fileURLToPath(new URL("../crates/nearfar-inspect/samples/", import.meta.url));
const sample = (name: string): string => {
  const path = SAMPLES + name;
  if (!existsSync(path)) throw new Error(`${path} is missing`);
  return path;
};

interface Entry {
  shape: number[];
  sum: number;
  first: number[];
}
const MANIFEST = JSON.parse(readFileSync(sample("manifest_da_tiny.json"), "utf8")) as Record<
  string,
  Entry
>;

/** The room where tensors are looked at, unless another view is named. */
async function openRoom(page: Page, theme = "light", inspect = "view=tensors"): Promise<void> {
  await open(page, new URLSearchParams({ nearfar: "1", room: "inspect", theme, inspect }).toString());
  await soon(page, ".inspect[data-ready]", true, 30_000);
  await expect(page.locator(".inspect[data-ready]")).toBeVisible();
}

/** Hands files over as the button does. */
async function give(page: Page, ...names: string[]): Promise<void> {
  await page.locator(".inspect-drop input[type=file]").setInputFiles(names.map(sample));
}

async function giveAndOpen(page: Page, ...names: string[]): Promise<void> {
  await give(page, ...names);
  await expect(page.locator("#inspect-name")).toHaveText(names[0] ?? "");
  await expect(page.locator(".inspect[data-ready]")).toBeVisible();
}

const row = (page: Page, name: string): Locator =>
  page.locator(".table-frame tbody tr").filter({ has: page.locator(`th[title="${name}"]`) });

const names = (page: Page): Promise<string[]> =>
  page.locator(".table-frame tbody .tensor-name").allInnerTexts();

/** The link field and the recent names, which make way for an open file. */
async function elsewhere(page: Page): Promise<void> {
  const details = page.locator(".inspect-elsewhere");
  if ((await details.getAttribute("open")) === null) await details.locator("summary").click();
}

/** Says how the heads of a model with w and v were trained, which its file does not. */
async function trainedAsThePaper(page: Page): Promise<void> {
  await expect(page.locator(".inspect-report .refused")).toContainText("mapping and adjustment");
  await page.getByRole("button", { name: "It was trained this way" }).click();
  await expect(page.locator(".inspect-report .refused")).toHaveCount(0);
}

async function view(page: Page, name: string): Promise<void> {
  await page.locator(`.inspect-tabs [data-view=${name}]`).click();
}

test("the first visit fetches nothing of the room, the room nothing of the tokenizer", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await open(page);
  expect(asked.filter((path) => /nearfar-(inspect|tokenizer)|\/inspect\//.test(path))).toEqual([]);
  await page.getByRole("button", { name: "Inspect", exact: true }).click();
  await soon(page, ".inspect[data-ready]", true, 30_000);
  await expect(page.locator(".inspect[data-ready]")).toBeVisible();
  for (const name of ["nearfar-inspect.js", "nearfar-inspect-worker_bg.wasm"]) {
    expect(asked.filter((path) => path.endsWith(`/${name}`))).toHaveLength(1);
  }
  expect(asked.filter((path) => path.includes("tokenizer"))).toEqual([]);
});

test("the room begins with the heads of an example, and a file takes its place", async ({ page }) => {
  await openRoom(page, "light", "");
  await expect(page.locator("#inspect-name")).toHaveText("sst2-da.safetensors");
  await expect(page.locator(".inspect-tabs [aria-current]")).toHaveText("Heads");
  await expect(page.locator(".head-grid td button")).toHaveCount(16);
  const example = page.getByRole("button", { name: "Film reviews, distance-aware" });
  await expect(example).toHaveAttribute("aria-pressed", "true");
  // A phone's menu names what is open, and none while it is none of them.
  const menu = page.locator(".inspect-examples select");
  await expect(menu).toHaveValue("checkpoints/sst2-da.safetensors");
  // Nobody chose it: it is in no link and among no recent names, and what comes alone waits for a model.
  await elsewhere(page);
  await expect(page.getByRole("list", { name: "Recent" })).toHaveCount(0);
  await page.locator(".inspect-drop input[type=file]").setInputFiles({
    name: "config.json",
    mimeType: "application/json",
    buffer: Buffer.from('{"model_type": "bert"}'),
  });
  await expect(page.locator(".inspect-state")).toContainText("config.json");
  await expect(page.locator("#inspect-name")).toHaveText("sst2-da.safetensors");
  await giveAndOpen(page, "edge.safetensors");
  await expect(example).toHaveAttribute("aria-pressed", "false");
  await expect(menu).toHaveValue("");
  // Of what has no heads the tensors are seen; a view that was chosen stays.
  await expect(page.locator(".inspect-tabs [aria-current]")).toHaveText("Tensors");
  await page.getByRole("button", { name: "Film reviews, vanilla" }).click();
  await expect(page.locator(".inspect-tabs [aria-current]")).toHaveText("Heads");
  await view(page, "run");
  await page.getByRole("button", { name: "News topics, distance-aware" }).click();
  await expect(page.locator("#inspect-name")).toHaveText("agnews-da.safetensors");
  await expect(page.locator(".inspect-tabs [aria-current]")).toHaveText("Run it");
  await expect.poll(() => decodeURIComponent(page.url())).toContain("view=run");
  // What is written while the example is open names the view alone.
  await page.goto("about:blank");
  await open(page, "room=inspect");
  await expect(page.locator("#inspect-name")).toHaveText("sst2-da.safetensors");
  await view(page, "run");
  await expect.poll(async () => (await settings(page)).inspect).toBe("view=run");
});

test("every format is opened; one that holds the same model shows the values of its manifest", async ({ page }) => {
  test.slow();
  await openRoom(page);
  for (const file of ["da_tiny.safetensors", "da_tiny.pt", "da_tiny_legacy.pt", "da_tiny.npz"]) {
    await test.step(`${file} shows the values of its manifest`, async () => {
      await giveAndOpen(page, file);
      await expect(page.locator(".about-facts").first()).toContainText("25");
      for (const name of ["embedding.weight", "encoder.layers.1.self_attn.w"]) {
        const entry = MANIFEST[name];
        if (!entry) throw new Error(name);
        const cells = row(page, name).locator("td");
        await expect(cells.nth(1)).toHaveText(entry.shape.join(" × "));
        const count = entry.shape.reduce((product, n) => product * n, 1);
        // The mean, as the table writes it, to three digits.
        await expect(cells.nth(5)).not.toHaveText("…");
        const mean = entry.sum / count;
        expect(Math.abs(read(await cells.nth(5).innerText()) - mean)).toBeLessThan(
          0.01 * Math.abs(mean),
        );
        await expect(cells.nth(8)).toHaveText("0");
      }
      // The first numbers of the first tensor, under the cursor.
      await row(page, "embedding.weight").click();
      const frame = page.locator(".slice-frame");
      await frame.focus();
      await page.keyboard.press("Home");
      for (const [index, value] of (MANIFEST["embedding.weight"]?.first ?? []).entries()) {
        await expect(page.locator(".inspect-detail .slice-value")).toContainText(`[0, ${index}]`);
        const text = await page.locator(".inspect-detail .slice-value").innerText();
        expect(read(text.split(" = ")[1])).toBe(value);
        await page.keyboard.press("ArrowRight");
      }
      // What stands there is this file's: with another one it goes.
      await giveAndOpen(page, "one_fortran_be.npy");
      await expect(row(page, "embedding.weight")).toHaveCount(0);
    });
  }
  await test.step("other formats open", async () => {
    for (const [file, tensors] of [
      ["da_tiny.onnx", 27],
      ["da_tiny.gguf", 28],
      ["da_tiny_nested.pth", 25],
      ["one_fortran_be.npy", 1],
      ["tiny.keras", 0],
      ["latest_chunked.h5", 0],
      ["full_module.pt", 2],
    ] as const) {
      await giveAndOpen(page, file);
      const count = await page.locator(".about-facts dd").nth(2).textContent();
      if (tensors > 0) expect(Number(count)).toBeGreaterThanOrEqual(tensors);
      else expect(Number(count)).toBeGreaterThan(0);
      await expect(page.locator(".table-frame tbody tr td").nth(3)).not.toHaveText("…");
    }
  });
  await test.step("external data are asked for by name, and join when they are dropped", async () => {
    await giveAndOpen(page, "da_tiny_ext.onnx");
    await expect(page.locator(".inspect-summary")).toContainText("da_tiny_ext.onnx.data");
    await expect(page.locator(".inspect-summary > .notice")).toBeVisible();
    await give(page, "da_tiny_ext.onnx.data");
    await expect(page.locator(".inspect-summary > .notice")).toHaveCount(0);
    await expect(row(page, "embedding.weight").locator("td").nth(5)).not.toHaveText("–");
  });
  await test.step("a pickle's global is named, and not called", async () => {
    await giveAndOpen(page, "hostile_reduce.pt");
    await expect(page.locator(".inspect-summary > .inspect-more .notes")).toContainText("print");
    await expect(row(page, "w")).toBeVisible();
  });
  await test.step("any slice of a tensor with more axes", async () => {
    await giveAndOpen(page, "tiny.keras");
    const three = page.locator(".table-frame tbody tr").filter({ hasText: /\d+ × \d+ × \d+/ });
    await three.first().click();
    const detail = page.locator(".inspect-detail");
    await expect(detail.locator(".slice-axes select")).toHaveCount(2);
    const canvas = detail.locator(".slice-frame canvas");
    await expect.poll(async () => (await pixels(canvas)).colours).toBeGreaterThan(4);
    const before = (await pixels(canvas)).digest;
    const index = detail.locator(".slice-axes .number input");
    await index.fill("1");
    await index.press("Enter");
    await expect.poll(async () => (await pixels(canvas)).digest).not.toBe(before);
    await detail.locator(".slice-axes select").first().selectOption("2");
    await expect(detail.locator(".slice-tools")).toContainText("shown");
    await index.fill("99");
    await index.press("Enter");
    await expect(detail.locator(".number-error")).not.toBeEmpty();
  });
  await test.step("a file is dragged onto the room", async () => {
    const bytes = [...readFileSync(sample("da_tiny.safetensors"))];
    const dragged = await page.evaluateHandle((bytes) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], "dragged.safetensors"));
      return data;
    }, bytes);
    const lead = page.locator(".inspect .lead");
    for (const event of ["dragenter", "dragover", "drop"]) {
      await lead.dispatchEvent(event, { dataTransfer: dragged });
    }
    await expect(page.locator("#inspect-name")).toHaveText("dragged.safetensors");
    await expect(row(page, "embedding.weight")).toContainText("32 × 16");
  });
});

/** The bytes of answers with a part of this file, and the answers with the whole of it. */
function watch(page: Page, path: string): { parts: number; wholes: Response[] } {
  const seen: { parts: number; wholes: Response[] } = { parts: 0, wholes: [] };
  page.on("response", (response) => {
    if (!new URL(response.url()).pathname.endsWith(path)) return;
    const range = /^bytes (\d+)-(\d+)\/\d+$/.exec(response.headers()["content-range"] ?? "");
    if (response.status() === 206 && range) seen.parts += Number(range[2]) - Number(range[1]) + 1;
    if (response.status() === 200) seen.wholes.push(response);
  });
  return seen;
}

/** A .safetensors file of these tensors, `[name, shape, value of the number at a place]` each. */
function safetensors(tensors: [string, number[], (place: number) => number][]): Buffer {
  const header: Record<string, unknown> = {};
  const parts: Buffer[] = [];
  let end = 0;
  for (const [name, shape, value] of tensors) {
    const count = shape.reduce((product, n) => product * n, 1);
    const numbers = Float32Array.from({ length: count }, (_, place) => value(place));
    parts.push(Buffer.from(numbers.buffer));
    header[name] = { dtype: "F32", shape, data_offsets: [end, end + 4 * count] };
    end += 4 * count;
  }
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  return Buffer.concat([length, text, ...parts]);
}

/** So many tensors of 100 KB, each of one number. */
function manyTensors(count: number): Buffer {
  return safetensors(
    Array.from({ length: count }, (_, index) => [`layer.${index}.weight`, [100, 256], () => index]),
  );
}

const SITE = process.env["SITE"] ?? fileURLToPath(new URL("../dist", import.meta.url));

/** The room of another server, with a file of its site open. */
async function openLinked(page: Page, address: string, file: string): Promise<void> {
  const fragment = new URLSearchParams({ nearfar: "1", room: "inspect", inspect: `view=tensors&open=${file}` });
  await page.goto(`${address}#${fragment}`);
  await expect(page.locator("#inspect-name")).toHaveText(file.split("/").at(-1) ?? "", {
    timeout: 30_000,
  });
}

test("a file of the site is read in parts, and says so", async ({ page }) => {
  await openRoom(page);
  const seen = watch(page, "/checkpoints/agnews-da.safetensors");
  await page.getByRole("button", { name: "News topics, distance-aware" }).click();
  await expect(page.locator("#inspect-name")).toHaveText("agnews-da.safetensors");
  await expect(page.locator(".inspect-summary .came")).toContainText("Only the parts that are looked at are read");
  await expect(page.locator(".inspect-detail .histogram")).toBeVisible();
  expect(seen.parts).toBeGreaterThan(0);
  expect(seen.wholes).toEqual([]);
});

test("of a large file on a server only what is looked at is asked for; one that changed is told", async ({
  page,
  complaints,
}) => {
  test.slow();
  const file = { bytes: manyTensors(240), tag: '"first"' };
  const also = { "/many.safetensors": file };
  const { server, address } = await serve(SITE, 0, { also });
  try {
    const seen = watch(page, "/many.safetensors");
    await openLinked(page, address, "many.safetensors");
    await expect(page.locator(".inspect-summary .came")).toContainText("Only the parts that are looked at are read");
    // The figures of the tensors in sight: the mean of the sixth is 5.
    await expect(row(page, "layer.5.weight").locator("td").nth(5)).toHaveText("5");
    await expect(page.locator(".inspect-detail .histogram")).toBeVisible();
    expect(seen.wholes).toEqual([]);
    expect(seen.parts).toBeGreaterThan(0);
    expect(seen.parts).toBeLessThan(file.bytes.length / 2);
    // What lies far behind is fetched when it is looked at.
    await page.getByLabel("Search").fill("layer.200.weight");
    await row(page, "layer.200.weight").click();
    await expect(row(page, "layer.200.weight").locator("td").nth(5)).toHaveText("200");
    file.tag = '"second"';
    await page.getByLabel("Search").fill("layer.120.weight");
    await row(page, "layer.120.weight").click();
    await expect(page.locator(".inspect-detail .slice .notice.error")).toContainText(
      "changed on the server",
    );
  } finally {
    server.close();
    server.closeAllConnections();
    // The server's refusals are part of the test.
    for (let index = complaints.length - 1; index >= 0; index--) {
      if (complaints[index]?.includes("412")) complaints.splice(index, 1);
    }
  }
});

test("a server without ranges is asked once, and the room says so", async ({ page }) => {
  const also = { "/many.safetensors": { bytes: manyTensors(12), tag: '"first"' } };
  const { server, address } = await serve(SITE, 0, { ranges: false, also });
  try {
    const seen = watch(page, "/many.safetensors");
    await openLinked(page, address, "many.safetensors");
    await expect(page.locator(".inspect-summary .came")).toContainText("Downloaded whole");
    await expect(row(page, "layer.11.weight").locator("td").nth(5)).toHaveText("11");
    expect(seen.parts).toBe(0);
    expect(seen.wholes).toHaveLength(1);
  } finally {
    server.close();
    server.closeAllConnections();
  }
});

test("of a model that is not run the query and the key of any head are seen", async ({ page }) => {
  // Two layers, four heads of four, a key for two of them; every number tells its place.
  const layer = (number: number): [string, number[], (place: number) => number][] =>
    (
      [
        ["self_attn.q_proj", [16, 16]],
        ["self_attn.k_proj", [8, 16]],
        ["self_attn.v_proj", [8, 16]],
        ["self_attn.o_proj", [16, 16]],
        ["mlp.gate_proj", [24, 16]],
        ["mlp.up_proj", [24, 16]],
        ["mlp.down_proj", [16, 24]],
        ["input_layernorm", [16]],
        ["post_attention_layernorm", [16]],
      ] as const
    ).map(([name, shape]) => [
      `model.layers.${number}.${name}.weight`,
      [...shape],
      (place) => (name.includes("k_proj") && number === 1 && place === 65 ? Number.NaN : place),
    ]);
  const buffer = safetensors([
    ["model.embed_tokens.weight", [24, 16], (place) => place],
    ...layer(0),
    ...layer(1),
  ]);
  const config = Buffer.from(
    JSON.stringify({
      model_type: "mixtral",
      hidden_size: 16,
      num_attention_heads: 4,
      num_key_value_heads: 2,
      num_hidden_layers: 2,
      rope_theta: 10_000,
    }),
  );
  await openRoom(page);
  await page.locator(".inspect-drop input[type=file]").setInputFiles([
    { name: "grouped.safetensors", mimeType: "application/octet-stream", buffer },
    { name: "config.json", mimeType: "application/json", buffer: config },
  ]);
  await expect(page.locator(".inspect-report .refused")).toContainText("model_type = \"mixtral\"");
  await expect(page.locator(".inspect-report .refused")).toContainText("query and key of each head");
  await view(page, "heads");
  const panel = page.locator(".inspect-projections");
  await expect(panel.locator(".head-grid td button")).toHaveCount(8);
  await panel.locator("#projection-1-3 button").click();
  await expect(panel.locator("#projection-1-3")).toContainText("K 2");
  const [query, key] = [0, 1].map((at) => panel.locator(".head-projection").nth(at));
  if (!query || !key) throw new Error("two pictures");
  await expect(query).toContainText("W_Q of layer 2, head 4: outputs 12 to 15");
  await expect(key).toContainText("W_K of layer 2, heads 3 to 4, which share it: outputs 4 to 7");
  await expect(query.locator(".slice-tools")).toContainText("4 × 16 shown");
  await query.locator(".slice-frame").focus();
  await page.keyboard.press("Home");
  await expect(query.locator(".slice-value")).toHaveText("[12, 0] = 192");
  // NaN has a word and a colour of its own.
  await key.locator(".slice-frame").focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await expect(key.locator(".slice-value")).toHaveText("[4, 1] = NaN");
  await expect(key).toContainText("NaN: 1");
});

test("the table of tensors: keys, search, order, and what hostile files leave as it was", async ({ page }) => {
  // As many tests as it has steps.
  test.slow();
  await test.step("the keyboard walks the table, opens groups and moves the cursor", async () => {
    await openRoom(page);
    await giveAndOpen(page, "da_tiny.safetensors");
    const grid = page.locator(".table-frame table");
    await grid.focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    const second = (await names(page))[1] ?? "";
    await expect(page.locator("#inspect-tensor")).toHaveText(second);
    await expect(grid).toHaveAttribute("aria-activedescendant", "tensor-row-1");
    await page.keyboard.press("End");
    await expect(page.locator("#inspect-tensor")).toHaveText((await names(page)).at(-1) ?? "");
    await page.getByRole("button", { name: "Tree" }).click();
    await grid.focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowUp");
    const closed = page.locator(".table-frame tr.group[aria-expanded=false]");
    if ((await page.locator(".table-frame tbody tr").first().getAttribute("class"))?.includes("group")) {
      await page.keyboard.press("ArrowLeft");
      await expect(closed).toHaveCount(1);
      await page.keyboard.press("ArrowRight");
      await expect(closed).toHaveCount(0);
    }
  });
  await test.step("search, sort and tree", async () => {
    await page.getByRole("button", { name: "List", exact: true }).click();
    await page.getByLabel("Search").fill("NORM1 weight");
    expect(await names(page)).toEqual([
      "encoder.layers.0.norm1.weight",
      "encoder.layers.1.norm1.weight",
    ]);
    await expect(page.locator(".table-tools [role=status]")).toHaveText("2 of 25");
    await page.getByLabel("Search").fill("nothing like it");
    await expect(page.locator(".table-frame .empty")).toBeVisible();
    await page.getByLabel("Search").fill("");
    const mean = page.getByRole("columnheader", { name: "Mean" });
    await mean.getByRole("button").click();
    await expect(mean).toHaveAttribute("aria-sort", "descending");
    const byMean = Object.entries(MANIFEST)
      .map(([name, { shape, sum }]) => ({ name, mean: sum / shape.reduce((a, n) => a * n, 1) }))
      .sort((a, b) => b.mean - a.mean);
    await expect.poll(async () => (await names(page)).slice(0, 5)).toEqual(
      byMean.slice(0, 5).map(({ name }) => name),
    );
    await mean.getByRole("button").click();
    await expect(mean).toHaveAttribute("aria-sort", "ascending");
    await expect.poll(async () => (await names(page))[0]).toBe(byMean.at(-1)?.name);
    await page.getByRole("button", { name: "Tree" }).click();
    const group = page.locator(".table-frame tr.group").first();
    await expect(group).toHaveAttribute("aria-expanded", "true");
    const before = await page.locator(".table-frame tbody tr").count();
    await group.click();
    await expect(page.locator(".table-frame tr.group").first()).toHaveAttribute(
      "aria-expanded",
      "false",
    );
    expect(await page.locator(".table-frame tbody tr").count()).toBeLessThan(before);
  });
  // That each is refused, and why, is tested without a browser (crates/nearfar-inspect/tests). Here are those that a
  // program with 32 bits, 4 GB and a small stack could take otherwise, and what the room says of them.
  await test.step("hostile files are refused, and what was open stays as it was", async () => {
    await page.getByRole("button", { name: "List", exact: true }).click();
    await page.getByLabel("Search").fill("norm1");
    await row(page, "encoder.layers.1.norm1.bias").click();
    for (const name of [
      "hostile_st_header_len.safetensors",
      "hostile_st_huge_shape.safetensors",
      "hostile_gguf_counts.gguf",
      "hostile_h5_4gb_alloc.h5",
      "hostile_negative_skip.onnx",
      "hostile_npy_shape.npy",
      "hostile_zip_bomb.pt",
      "hostile_pickle_deep.pkl",
      "hostile_pickle_memo_bomb.pkl",
    ]) {
      const begun = Date.now();
      await give(page, name);
      const alert = page.locator(".inspect-state [role=alert]");
      await expect(alert, name).toContainText(name);
      await expect(alert, name).toContainText("“da_tiny.safetensors” stays open");
      expect(Date.now() - begun, name).toBeLessThan(5_000);
      await expect(page.locator("#inspect-name")).toHaveText("da_tiny.safetensors");
      await expect(page.getByLabel("Search")).toHaveValue("norm1");
      await expect(page.locator("#inspect-tensor")).toHaveText("encoder.layers.1.norm1.bias");
      await alert.getByRole("button", { name: "Dismiss" }).click();
      await expect(alert).toHaveCount(0);
    }
    // The reader still answers.
    await row(page, "encoder.layers.0.norm1.weight").click();
    await expect(page.locator(".inspect-detail .histogram")).toBeVisible();
  });
});

test("tensors, figures and the model are saved as files", async ({ page }) => {
  await openRoom(page);
  await giveAndOpen(page, "da_tiny.npz");
  await row(page, "embedding.weight").click();
  const download = async (press: Locator): Promise<{ name: string; bytes: Buffer }> => {
    const [file] = await Promise.all([page.waitForEvent("download"), press.click()]);
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };
  const npy = await download(page.getByRole("button", { name: "Save as .npy" }));
  expect(npy.name).toBe("embedding.weight.npy");
  expect(npy.bytes.subarray(1, 6).toString()).toBe("NUMPY");
  expect(npy.bytes.length % 64).toBe(0);
  expect(npy.bytes.readFloatLE(128)).toBe(-2);
  const csv = await download(page.getByRole("button", { name: "Save as CSV" }));
  const lines = csv.bytes.toString().trim().split("\n");
  expect(lines).toHaveLength(32);
  expect(lines[0]?.split(",").slice(0, 3).map(Number)).toEqual(MANIFEST["embedding.weight"]?.first);
  const menu = page.locator(".inspect-save");
  const saved = async (name: string): Promise<{ name: string; bytes: Buffer }> => {
    if ((await menu.getAttribute("open")) === null) await menu.locator("summary").click();
    return download(page.getByRole("button", { name }));
  };
  const table = (await saved("Tensor statistics as CSV")).bytes.toString();
  expect(table.trim().split("\n")).toHaveLength(26);
  const json = JSON.parse((await saved("Tensor statistics as JSON")).bytes.toString()) as {
    name: string;
    statistics: { count: number };
  }[];
  expect(json).toHaveLength(25);
  expect(json.find(({ name }) => name === "embedding.weight")?.statistics.count).toBe(512);
  const model = await saved("The model as .safetensors");
  expect(model.name).toBe("da_tiny.safetensors");
  await page.locator(".inspect-drop input[type=file]").setInputFiles({
    name: "again.safetensors",
    mimeType: "application/octet-stream",
    buffer: model.bytes,
  });
  await expect(page.locator("#inspect-name")).toHaveText("again.safetensors");
  await expect(page.locator(".about-facts").first()).toContainText("25");
});

test("recent files are kept by name only, and forgotten on request", async ({ page }) => {
  await openRoom(page);
  await giveAndOpen(page, "edge.safetensors");
  await page.getByRole("button", { name: "News topics, distance-aware" }).click();
  await expect(page.locator("#inspect-name")).toHaveText("agnews-da.safetensors");
  const kept = await page.evaluate(() => JSON.stringify(localStorage));
  expect(kept).toContain("edge.safetensors");
  expect(kept).not.toContain("transposed");
  await expect.poll(() => decodeURIComponent(page.url())).toContain("agnews-da");
  await page.reload();
  // A file of the site is part of the link, and open again.
  await expect(page.locator("#inspect-name")).toHaveText("agnews-da.safetensors", {
    timeout: 30_000,
  });
  const recent = page.getByRole("list", { name: "Recent" }).getByRole("button");
  await elsewhere(page);
  await expect(recent).toHaveText(["agnews-da.safetensors", "edge.safetensors …"]);
  await giveAndOpen(page, "edge.pt");
  await elsewhere(page);
  await recent.nth(1).click();
  await expect(page.locator("#inspect-name")).toHaveText("agnews-da.safetensors");
  await elsewhere(page);
  await page.getByRole("button", { name: "Forget the names" }).click();
  await expect(recent).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem("nearfar.inspect.recent"))).toBe("[]");
});

test("a link of the site opens, one of another site is not asked", async ({ page, complaints }) => {
  await openRoom(page);
  const link = page.getByLabel("A link to a file on this site");
  await elsewhere(page);
  await link.fill("https://example.org/model.safetensors");
  await link.press("Enter");
  await expect(page.locator(".inspect-state [role=alert]")).toContainText("another site");
  // Some servers give the page for what they do not have.
  await page.route("**/no-such-file.safetensors", (route) => route.fulfill({ status: 404 }));
  await link.fill("checkpoints/no-such-file.safetensors");
  await link.press("Enter");
  await expect(page.locator(".inspect-state [role=alert]")).toContainText("404");
  complaints.length = 0;
  await link.fill("checkpoints/sst2-vanilla.safetensors");
  await link.press("Enter");
  await expect(page.locator("#inspect-name")).toHaveText("sst2-vanilla.safetensors");
});

test("a reader that says nothing is ended, and another one goes on", async ({ page }) => {
  // Its 20 seconds pass at once.
  await page.clock.install();
  // The first worker greets, and is silent from then on.
  const protocol = /PROTOCOL: &str = "(.+)"/.exec(readFileSync(new URL("../crates/nearfar-inspect/src/protocol/mod.rs", import.meta.url), "utf8"))?.[1];
  const hello = JSON.stringify([protocol, 0, 0, ""]);
  let workers = 0;
  await page.route("**/worker.js*", async (route) => {
    workers += 1;
    if (workers > 1) return route.continue();
    const body = `postMessage(${hello});`;
    return route.fulfill({ contentType: "text/javascript", body });
  });
  await open(page, "room=inspect");
  await expect(page.locator(".inspect-state")).toContainText("Opening sst2-da.safetensors");
  await give(page, "edge.safetensors");
  await expect(page.locator(".inspect-state")).toContainText("Opening edge.safetensors");
  const alert = page.locator(".inspect-state [role=alert]");
  await page.clock.fastForward(19_000);
  await expect(alert).toHaveCount(0);
  // A look that was asked for before the last message finds that it came too early.
  await expect(async () => {
    await page.clock.fastForward(2_000);
    await expect(alert).toContainText("ended after 20 s", { timeout: 500 });
  }).toPass({ timeout: 5_000 });
  await alert.getByRole("button", { name: "Give it three times as long" }).click();
  await expect(page.locator("#inspect-name")).toHaveText("edge.safetensors");
  await expect(alert).toHaveCount(0);
  expect(workers).toBe(2);
});

test("a trained model: its heads, its run, its sentence, its way into the Lab", async ({ page }) => {
  // As many tests as it has steps.
  test.slow();
  await test.step("what the heads learned, beside where they started", async () => {
    await openRoom(page);
    await page.getByRole("button", { name: "Film reviews, distance-aware" }).click();
    await expect(page.locator("#inspect-name")).toHaveText("sst2-da.safetensors");
    await expect(page.locator("#inspect-report-title")).toContainText("DA-Transformer");
    // What the file is stands in a line; all else of it is folded.
    await expect(page.locator(".inspect-summary .facts")).toHaveText(/^Layers1.*Heads16.*Head size16/);
    const size = page.locator(".about-facts").first();
    await expect(size).toBeHidden();
    await page.getByText("About the file", { exact: true }).click();
    await expect(size).toBeVisible();
    await expect(page.getByText("Assign by hand", { exact: true })).toBeVisible();
    await view(page, "heads");
    await expect(page.locator(".learned-picture rect")).toHaveCount(32);
    await expect(page.locator(".learned-picture circle")).toHaveCount(32);
    await expect(page.locator(".head-grid td button")).toHaveCount(16);
    const canvases = page.locator(".head-coefficient canvas");
    await expect(canvases).toHaveCount(2);
    const before = (await pixels(canvases.first())).digest;
    const grid = page.locator(".head-grid");
    // Heads stand in the order of w, and the first of them is shown: head 6 (-1.68), behind it head 16 (0.42).
    await expect(grid.locator("[aria-pressed=true]")).toContainText("head 6");
    await grid.locator("[aria-pressed=true]").focus();
    await page.keyboard.press("ArrowRight");
    await expect(grid.locator("[aria-pressed=true]")).toBeFocused();
    await expect(grid.locator("[aria-pressed=true]")).toContainText("head 16");
    await expect.poll(async () => (await pixels(canvases.first())).digest).not.toBe(before);
    await expect(page.locator(".warnings, #inspect-warnings ~ p").first()).toBeAttached();
  });
  await test.step("colours and causal mask are the page's", async () => {
    await view(page, "run");
    const state = page.locator(".run-state");
    await expect(state).toContainText("through 1 layer in", { timeout: 15_000 });
    const ramp = page.locator(".run-matrix .ramp");
    const [cells, small] = [".run-matrix .matrix-frame canvas", ".head-grid canvas"].map((where) =>
      page.locator(where).first(),
    ) as [Locator, Locator];
    const shown = async () =>
      Promise.all([ramp, cells, small].map(async (canvas) => (await pixels(canvas)).digest));
    const cividis = await shown();
    await set(page, { colours: "viridis" });
    const viridis = await shown();
    viridis.forEach((digest, at) => expect(digest).not.toBe(cividis[at]));
    await set(page, { colours: "cividis" });
    expect(await shown()).toEqual(cividis);
    await page.locator(".run-matrix .matrix-frame").focus();
    await page.keyboard.press("End");
    const value = page.locator(".run-matrix .slice-value");
    await expect(value).toContainText("weight:");
    // While another run is on its way there is none.
    const weight = async () => {
      const [, number] = /weight: (.+)$/.exec(await value.innerText()) ?? [];
      return number ? read(number) : undefined;
    };
    const before = await weight();
    expect(before).toBeGreaterThan(0);
    await set(page, { causal: true });
    await expect(state).toContainText("with the page’s causal mask");
    await page.keyboard.press("End");
    await expect.poll(weight).toBe(0);
    await page.keyboard.press("Home");
    await expect.poll(weight).toBe(1);
    await set(page, { causal: false });
    await expect(state).not.toContainText("causal mask");
    await page.keyboard.press("End");
    await expect.poll(weight).toBe(before);
  });
  await test.step("the sentence is the Lab's", async () => {
    await view(page, "run");
    await expect(page.locator(".run-state")).toContainText("through 1 layer in", { timeout: 15_000 });
    await page.getByLabel("Sentence (the Lab’s)").fill("A good film, qqxzy.");
    await expect(page.locator(".run-state")).toContainText("6 tokens");
    expect((await settings(page)).sentence).toBe("A good film, qqxzy.");
    await expect(page.locator(".head-grid td button")).toHaveCount(16);
    const matrix = page.locator(".matrix-frame");
    await matrix.focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("End");
    const value = page.locator(".run-matrix .slice-value");
    await expect(value).toContainText("“good” (2) → “.” (6), weight:");
    const number = async (): Promise<number> => read((await value.innerText()).split(": ").at(-1));
    // A row whose scores are all below 0 is even, whatever w is: down to one that is not.
    for (let row = 2; row < 6 && Math.abs((await number()) - 1 / 6) < 1e-4; row++) {
      await page.keyboard.press("ArrowDown");
      await expect(value).toContainText(`(${row + 1}) → “.” (6), weight:`);
    }
    const before = await number();
    const field = page.locator(".run-knobs .slider").first().getByRole("textbox");
    await field.fill("-30");
    await field.press("Tab");
    await expect(value).toContainText("rescaled");
    await expect.poll(number).not.toBe(before);
  });
  await test.step("v is off under every mapping that does not read it, and says so", async () => {
    await view(page, "run");
    await expect(page.locator(".run-state")).toContainText("through 1 layer in", { timeout: 15_000 });
    const knobs = page.locator(".run-knobs");
    const mapping = knobs.getByLabel("Mapping f");
    const [w, v] = [knobs.getByRole("slider").first(), knobs.getByRole("slider").nth(1)];
    const names = await mapping
      .locator("option")
      .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
    expect(names.length).toBeGreaterThan(3);
    for (const name of names) {
      await mapping.selectOption(name);
      await expect(w).toBeEnabled();
      if (name === "learnable-sigmoid") {
        await expect(v).toBeEnabled();
      } else {
        await expect(v).toBeDisabled();
        await expect(v).toHaveAccessibleDescription("This mapping has no v.");
        await expect(knobs.locator(".slider").nth(1).getByRole("textbox")).toBeDisabled();
      }
    }
  });
  await test.step("a model without w and v is measured on the sentence", async () => {
    await page.getByRole("button", { name: "Film reviews, vanilla" }).click();
    await expect(page.locator("#inspect-name")).toHaveText("sst2-vanilla.safetensors");
    await view(page, "heads");
    const cells = page.locator(".head-grid td button .tint");
    await expect(cells).toHaveCount(16, { timeout: 15_000 });
    const distance = read(await cells.first().innerText());
    expect(distance).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Entropy (nats)" }).click();
    await expect.poll(() => cells.first().innerText()).not.toBe(String(distance));
    // The sentence is named, and how many of its words the model does not know.
    const on = page.locator(".measured-on");
    await expect(on).toContainText("Measured on “");
    await view(page, "run");
    await page.getByLabel("Sentence (the Lab’s)").fill("a qzxvbk film");
    await expect(page.locator(".run-state")).toContainText("3 tokens");
    // Its file has w and v, as they began, and its method uses none.
    await expect(page.locator(".run-knobs")).toContainText("trained without w and v");
    await expect(page.locator(".run-knobs")).not.toContainText("As trained");
    await view(page, "heads");
    await expect(on).toHaveText("Measured on “a qzxvbk film”; unknown to the model: 1 of 3 tokens.");
  });
  await test.step("a file of this project goes into the Lab", async () => {
    await giveAndOpen(page, "da_tiny.safetensors");
    await expect(page.getByRole("button", { name: "Show in the Lab" })).toHaveCount(0);
    await page.getByRole("button", { name: "News topics, distance-aware" }).click();
    await view(page, "heads");
    await page.locator(".head-grid").getByRole("button", { name: "head 5:" }).click();
    await page.getByRole("button", { name: "Show in the Lab" }).click();
    await expect(page.locator(".matrix-about").first()).toContainText(/trained: .*agnews-da\.safetensors/);
    expect(await settings(page)).toMatchObject({ room: "lab", model: "opened", head: 5 });
  });
});

test("heads stand in even rows, and the chosen one's coefficients on the same screen", async ({ page }) => {
  await openRoom(page, "light", "");
  for (const [width, columns] of [[1440, 8], [390, 4]] as const) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    await page.evaluate(() => window.scrollTo(0, 0));
    await frame(page);
    const cells = page.locator(".head-grid td[data-head]");
    await expect(cells).toHaveCount(16);
    // What opens another file stands over them, on a phone in a line or two.
    const [files, heads] = await Promise.all([page.locator(".inspect-files").boundingBox(), page.locator(".head-grid").boundingBox()]);
    expect((files?.y ?? 0) + (files?.height ?? 0)).toBeLessThan(heads?.y ?? 0);
    if (width === 390) expect(files?.height ?? 100).toBeLessThan(90);
    const tops = await cells.evaluateAll((all) => all.map((cell) => Math.round(cell.getBoundingClientRect().top)));
    const rows = [...new Set(tops)].map((top) => tops.filter((other) => other === top).length);
    expect(rows).toEqual(Array<number>(16 / columns).fill(columns));
    await cells.nth(1).getByRole("button").click();
    await expect(page.locator(".head-shown")).toBeInViewport({ ratio: 0.95 });
    await expect(cells.nth(1)).toBeInViewport({ ratio: 0.95 });
  }
});

test("Save's menu opens into the screen, also from a second line", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openRoom(page);
  const name = `${"a-long-name-".repeat(5)}.safetensors`;
  await page.locator(".inspect-drop input[type=file]").setInputFiles({
    name,
    mimeType: "",
    buffer: readFileSync(sample("da_tiny.safetensors")),
  });
  await expect(page.locator("#inspect-name")).toHaveText(name);
  for (const width of [1440, 1000, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const save = page.locator(".inspect-save");
    await save.locator("summary").click();
    for (const item of await save.getByRole("button").all()) {
      const box = await item.boundingBox();
      expect(box?.x ?? -1, `${width} px`).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? width + 1), `${width} px`).toBeLessThanOrEqual(width);
    }
    await save.locator("summary").click();
  }
});

test("a head's w moves its weights and the hidden states, and is restored", async ({ page }) => {
  await openRoom(page);
  await giveAndOpen(page, "da_tiny.safetensors");
  await view(page, "run");
  await expect(page.locator(".inspect-run .notice").filter({ visible: true }).first()).toContainText("No forward pass");
  await trainedAsThePaper(page);
  await expect(page.locator(".run-assumed")).toContainText("Assumed, not stored", {
    timeout: 15_000,
  });
  await expect(page.locator(".run-state")).toContainText("8 tokens through 2 layers", {
    timeout: 15_000,
  });
  await page.getByLabel("Token IDs").fill("#1 2 3, 4 5");
  await expect(page.locator(".run-state")).toContainText("5 tokens through 2 layers");
  const matrix = page.locator(".matrix-frame");
  const canvas = matrix.locator("canvas").first();
  await matrix.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  const value = page.locator(".run-matrix .slice-value");
  await expect(value).toContainText("“#1” (1) → “#2” (2), weight:");
  const picture = (await pixels(canvas)).digest;
  const field = page.locator(".run-knobs .slider").first().getByRole("textbox");
  expect(read(await field.inputValue())).toBe(-0.984);
  expect(await field.getAttribute("title")).toBe("\u22120.984375");
  await field.fill("3");
  await field.press("Tab");
  await expect(value).toContainText("rescaled");
  await expect.poll(async () => (await pixels(canvas)).digest).not.toBe(picture);
  const cosines = page.locator(".cosines .cosine");
  await expect(cosines).toHaveCount(5);
  expect(Math.min(...(await cosines.allInnerTexts()).map((text) => read(text)))).toBeLessThan(1);
  await page.getByRole("button", { name: "Difference" }).click();
  await expect(value).toContainText("after − before");
  await page.getByRole("button", { name: "Restore all" }).click();
  await expect(cosines).toHaveCount(0);
  await expect(value).toContainText("weight:");
  await expect.poll(async () => (await pixels(canvas)).digest).toBe(picture);
  // A slider by the keyboard.
  const slider = page.locator(".run-knobs").getByRole("slider").first();
  await slider.focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".laid:visible")).toHaveCount(1);
  await page.getByLabel("Token IDs").fill("1 x");
  await expect(page.locator(".run-sentence [role=alert]:visible")).toContainText("no token ID");
  await page.getByLabel("Token IDs").fill("1 99");
  await expect(page.locator(".run-sentence [role=alert]:visible")).toContainText("99");
});

test("a tokenizer of another size is refused, and none stays for the next model", async ({
  page,
}) => {
  await openRoom(page);
  await giveAndOpen(page, "da_tiny.safetensors");
  await trainedAsThePaper(page);
  await give(page, "tokenizer_bpe.json");
  // It is said where files are said, whatever is shown of the model.
  const refusal = page.locator(".inspect-state [role=alert]");
  await expect(refusal).toContainText("tokenizer_bpe.json", { timeout: 20_000 });
  await expect(refusal).toContainText("32 words: it belongs to another model");
  await view(page, "run");
  await expect(page.locator(".inspect-summary")).not.toContainText("tokenizer_bpe.json");
  await expect(page.getByLabel("Token IDs")).toBeVisible();
  await giveAndOpen(page, "da_tiny.npz");
  await expect(refusal).toHaveCount(0);
  await give(page, "hostile_st_hole.safetensors");
  await expect(page.locator(".inspect-state [role=alert]")).toContainText("stays open");
});

test("heads by hand are used and remembered for that architecture", async ({ page }) => {
  await openRoom(page);
  await giveAndOpen(page, "da_tiny.safetensors");
  // Open already: the mapping is asked for.
  const [named, assign] = [page.getByLabel("Tensors named"), page.getByRole("button", { name: "Assign", exact: true })];
  await page.getByText("About the file", { exact: true }).click();
  // What fits no tensor is not taken, which is said.
  await named.fill("encoder.layers.*.nothing");
  await assign.click();
  await expect(page.getByRole("alert").filter({ hasText: "No tensor is named “encoder.layers.*.nothing”." })).toBeVisible();
  await expect(page.locator(".given li")).toHaveCount(0);
  await named.fill("encoder.layers.*.norm1.weight");
  await page.getByLabel("Role").selectOption({ label: "feed-forward norm: gain" });
  await assign.click();
  await expect(page.locator(".given")).toContainText("encoder.layers.*.norm1.weight");
  // What the user opened stays open.
  await expect(page.locator(".about-facts").first()).toBeVisible();
  await page.reload();
  await soon(page, ".inspect[data-ready]", true, 30_000);
  await expect(page.locator(".inspect[data-ready]")).toBeVisible();
  await giveAndOpen(page, "da_tiny.npz");
  await expect(page.locator(".given")).toContainText("feed-forward norm: gain");
  await page.getByRole("button", { name: "Reset all" }).click();
  await expect(page.locator(".given li")).toHaveCount(0);
});

test("no accessibility violations", async ({ page }) => {
  test.slow();
  await openRoom(page);
  const check = (what: string): Promise<void> => expectAccessibleAtBothWidths(page, what, ["dark"], ".inspect");
  await page.getByRole("button", { name: "Film reviews, distance-aware" }).click();
  await expect(page.locator(".inspect-detail .histogram")).toBeVisible();
  await give(page, "hostile_st_overlap.safetensors");
  await expect(page.locator(".inspect-state [role=alert]")).toBeVisible();
  await check("tensors");
  await page.getByRole("button", { name: "Tree" }).click();
  await check("tree");
  await view(page, "heads");
  await expect(page.locator(".head-grid td button")).toHaveCount(16);
  await check("heads");
  await view(page, "run");
  await expect(page.locator(".head-grid td button")).toHaveCount(16, { timeout: 15_000 });
  await check("run");
});
