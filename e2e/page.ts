// What every test shares: a page that fails its test on any complaint, and short ways to its parts.

import { mkdtempSync, readFileSync } from "node:fs";
import type { AxeResults, RunOptions } from "axe-core";
import { type Locator, type Page, expect as patient, test as base } from "@playwright/test";
import { type Matrix, matrix } from "./reference";

interface Fixtures {
  /** Complaints of console, page and network so far, and what was asked of another host; a test that expects some
   * takes them out. */
  complaints: string[];
}

export const test = base.extend<Fixtures>({
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      context.on("console", (message) => {
        // An empty page may still ask for the icon of the one before it.
        if (message.page()?.url() === "about:blank") return;
        if (message.type() === "error" || message.type() === "warning") {
          // Only e2e/offline.spec.ts lets the worker in: a route of a test does not reach what a worker fetches.
          if (message.text() === "Service Worker registration blocked by Playwright") return;
          // Said of every frame that may run scripts and keep its storage, as a figure in another page does.
          if (message.text().includes("can escape its sandboxing")) return;
          complaints.push(`${message.type()}: ${message.text()}`);
        }
      });
      // Nothing leaves the browser: every request, of pages and workers, is to the servers of the tests.
      context.on("request", (request) => {
        if (!isOwn(request.url())) complaints.push(`another host was asked: ${request.url()}`);
      });
      context.on("page", (page) => {
        page.on("websocket", (socket) => {
          // `cargo xtask serve` tells the page by it that it was built again.
          const isServed = process.env.ADDRESS && socket.url().endsWith("/.well-known/trunk/ws");
          if (!isServed) complaints.push(`a socket was opened: ${socket.url()}`);
        });
      });
      context.on("weberror", (error) => complaints.push(`uncaught: ${error.error().message}`));
      context.on("response", (response) => {
        if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
      });
      await use(complaints);
      expect(complaints, "the page complained").toEqual([]);
    },
    { auto: true },
  ],
});

/** Playwright's own, but `expect.poll` looks again soon: by itself it waits 100, 250, 500 and 1000 ms. */
export const expect = new Proxy(patient, {
  get: (target, name) => (name === "poll" ? pollOften : (Reflect.get(target, name) as unknown)),
});

const pollOften: typeof patient.poll = (actual, options) =>
  patient.poll(actual, { intervals: [30, 50, 80, 120, 200], ...(typeof options === "string" ? { message: options } : options) });

/** Whether an address is one of this machine, or holds what it stands for. */
function isOwn(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return /^(blob|data|about|file):$/.test(protocol) || /^(127\.0\.0\.1|localhost)$/.test(hostname);
}

/** A sentence of 23 tokens that most tests look at, longer than the opening's. */
export const MEAL =
  "The old man said that the food was not good, but the people at the next table did not think so.";

/** What most tests look at: projections that the seed makes, the same in every version, one of the heads
 * that are near, and beside it vanilla attention with positions. */
export const UNTRAINED = `model=untrained&model-b=untrained&b=vanilla&head=4&sentence=${encodeURIComponent(MEAL)}`;

/** Opens the page with untrained projections, or what else `models` says, and waits for its pictures. */
export async function open(page: Page, fragment = "", models = UNTRAINED): Promise<void> {
  const parts = [models, fragment].filter((part) => part !== "");
  await page.goto(`./${parts.length > 0 ? `#${parts.join("&")}` : ""}`);
  await ready(page);
  await unfold(page);
}

/** Follows a link in the page that is open: its settings are then those of a page that opens with it. */
export async function follow(page: Page, fragment = "", models = UNTRAINED): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(
    (link) =>
      new Promise<void>((done) => {
        // A link to where one is leads nowhere.
        history.replaceState(history.state, "", location.pathname);
        addEventListener("hashchange", () => done(), { once: true });
        // In a page that opens nothing has the focus, and nothing is scrolled.
        (document.activeElement as HTMLElement | null)?.blur();
        window.scrollTo(0, 0);
        location.hash = link;
      }),
    [models, fragment].filter((part) => part !== "").join("&"),
  );
  await ready(page);
  await unfold(page);
}

/** Opens what is folded. */
export async function unfold(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll<HTMLDetailsElement>("details.fold")) {
      fold.open = true;
    }
  });
  // What is in it comes when it is opened.
  await soon(page, "details.fold:not(:has(> :nth-child(2)))", false);
  await soon(page, "#main[aria-busy=false]", true);
}

/** Waits until the program runs, all of it is mounted, and every vector that the sentence needs is there. */
export async function ready(page: Page): Promise<void> {
  await soon(page, "html[data-started]", true);
  await soon(
    page,
    'main[aria-busy="true"], .placeholder progress, .token.waiting, #curves-room:not([hidden]):not(:has(canvas))',
    false,
  );
  await frame(page);
}

/** Waits until an element is there, or none is, and looks often: `expect` alone looks again after up to a second. */
export async function soon(page: Page, selector: string, there: boolean, timeout = 5_000): Promise<void> {
  const isThere = () => page.evaluate((selector) => document.querySelector(selector) !== null, selector);
  await expect(async () => expect(await isThere(), selector).toBe(there)).toPass({ intervals: [30], timeout });
}

/** Waits until what was asked for is computed and drawn. */
export async function frame(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Off unless it is asked for: who speaks to the page says the words that are seen. */
const SEEN_IS_SAID = "label-content-name-mismatch";

/** The rules that a theme can break; all others see the same page in every theme. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/** The rules of names, which another language can break: what is named, what it is called, what is read and said alike. */
const OF_NAMES = [
  ...["aria-command-name", "aria-dialog-name", "aria-input-field-name", "aria-meter-name", "aria-progressbar-name", "aria-tab-name"],
  ...["aria-toggle-field-name", "aria-tooltip-name", "aria-treeitem-name", "button-name", "document-title", "empty-heading"],
  ...["empty-table-header", "form-field-multiple-labels", "html-has-lang", "html-lang-valid", "html-xml-lang-mismatch", "image-alt"],
  ...["image-redundant-alt", "input-button-name", "label", "label-title-only", "landmark-unique", "link-name", "object-alt"],
  ...["role-img-alt", "select-name", "summary-name", "svg-img-alt", "table-duplicate-name", "valid-lang", SEEN_IS_SAID],
];

/** The rules that what stands around a room can break: landmarks, headings, ways past them, and names of other elements. But
 * for the first heading, which the page around has. */
const OF_SURROUNDINGS = [
  ...["aria-hidden-body", "aria-hidden-focus", "aria-valid-attr-value", "bypass", "document-title", "duplicate-id-aria", "heading-order"],
  ...["label", "landmark-banner-is-top-level", "landmark-complementary-is-top-level", "landmark-contentinfo-is-top-level"],
  ...["landmark-main-is-top-level", "landmark-no-duplicate-banner", "landmark-no-duplicate-contentinfo", "landmark-no-duplicate-main"],
  ...["landmark-one-main", "landmark-unique", "region", "skip-link"],
];

const ALL: RunOptions = {
  runOnly: TAGS,
  rules: { [SEEN_IS_SAID]: { enabled: true } },
  // Passes are not described, and style sheets are not parsed once more: no rule above reads them.
  resultTypes: ["violations"],
  preload: { assets: ["media"] },
};
const OPTIONS = {
  all: ALL,
  colours: { ...ALL, runOnly: { type: "rule", values: OF_COLOURS }, rules: {} },
  names: { ...ALL, runOnly: { type: "rule", values: OF_NAMES }, rules: {} },
  surroundings: { ...ALL, runOnly: { type: "rule", values: OF_SURROUNDINGS }, rules: {} },
  structure: { ...ALL, rules: { ...ALL.rules, ...Object.fromEntries(OF_COLOURS.map((rule) => [rule, { enabled: false }])) } },
} satisfies Record<string, RunOptions>;

const AXE = readFileSync(new URL("node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** Runs axe in the page itself: the builder of `@axe-core/playwright` opens a second page for each result, to put frames
 * together, and takes three times as long. */
async function axe(page: Page, options: RunOptions, within: string | null): Promise<AxeResults["violations"]> {
  expect(page.frames(), "axe would see the outermost frame alone").toHaveLength(1);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const asked: { options: unknown; within: string | null } = { options, within };
  return page.evaluate(async ({ options, within }) => {
    const { axe } = window as unknown as { axe: { run(context: unknown, options: unknown): Promise<AxeResults> } };
    return (await axe.run(within ?? document, options)).violations;
  }, asked);
}

/** What axe finds in the page, or in a part of it, a line each: by every rule, by those of colours, of names, of what stands
 * around a room, or by all but those of colours. */
export async function violations(
  page: Page,
  rules: keyof typeof OPTIONS = "all",
  within: string | null = null,
): Promise<string[]> {
  // Colours on their way from one theme to the other are nobody's colours. What is off the screen sets out when axe
  // scrolls to it, unless nothing moves at all.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await frame(page);
  await page.evaluate(() => {
    // In a page that is scrolled something always stands partly under the header.
    window.scrollTo(0, 0);
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime === Infinity) animation.cancel();
      else animation.finish();
    }
  });
  const found = await axe(page, OPTIONS[rules], within);
  await page.emulateMedia({ reducedMotion: null });
  return found.flatMap(({ id, nodes }) =>
    nodes
      // A word of a tree is called by its form; the numbers under it are read as words.
      .filter(({ html }) => id !== SEEN_IS_SAID || !html.includes('class="tree-word'))
      .map(
        (node) =>
          `${id}: ${node.target.join(" ")}: ${node.failureSummary?.replace(/\s+/g, " ") ?? ""}`,
      ),
  );
}

/** Axe finds nothing, and nothing scrolls sideways; nor are colours wrong in `others`, themes that are not the page's now.
 * A part alone is looked at where the room around it is checked elsewhere. */
export async function expectAccessible(
  page: Page,
  what: string,
  others: Nearfar.Settings["theme"][] = [],
  within: string | null = null,
): Promise<void> {
  expect.soft(await violations(page, "all", within), what).toEqual([]);
  const { theme } = await settings(page);
  for (const other of others) {
    await set(page, { theme: other });
    expect.soft(await violations(page, "colours", within), `${what}, ${other}`).toEqual([]);
  }
  if (others.length > 0) await set(page, { theme });
  await expectNarrow(page, what);
}

/** The same, and then what a narrow screen can break as well: everything but colours, which are of no width. */
export async function expectAccessibleAtBothWidths(
  page: Page,
  what: string,
  others: Nearfar.Settings["theme"][] = [],
  within: string | null = null,
): Promise<void> {
  const wide = page.viewportSize();
  if (!wide) throw new Error("a page without a width");
  await expectAccessible(page, what, others, within);
  await page.setViewportSize({ width: 390, height: 900 });
  // Where it stood in the wide page, something may be half under the head of the narrow one.
  await page.evaluate(() => window.scrollTo(0, 0));
  expect.soft(await violations(page, "structure", within), `${what}, 390 wide`).toEqual([]);
  await expectNarrow(page, `${what}, 390 wide,`);
  await page.setViewportSize(wide);
}

/** Nothing scrolls sideways. */
async function expectNarrow(page: Page, what: string): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(overflow, `${what} is wider than the screen`).toBeLessThanOrEqual(0);
}

export function settings(page: Page): Promise<Nearfar.Settings> {
  return page.evaluate(() => window.nearfar.settings());
}

export async function set(page: Page, changes: Nearfar.Changes): Promise<void> {
  await page.evaluate((changes) => window.nearfar.set(changes), changes);
}

/** A trace with its numbers as plain lists, which alone travel from the page to the test. */
export interface Plain {
  shape: number[];
  data: number[];
}
export type PlainHead = { w: number; v: number } & Record<string, Plain>;
export interface PlainTrace {
  tokens: string[];
  origins: string[];
  input: Plain;
  Wq: Plain;
  Wk: Plain;
  Wv: Plain;
  Wo: Plain;
  heads: PlainHead[];
  output: Plain;
  probabilities?: Plain;
}

export async function trace(page: Page, panel: Nearfar.Panel = "a"): Promise<PlainTrace> {
  const text = await page.evaluate(
    (panel) =>
      JSON.stringify(window.nearfar.trace({ panel }), (_, value: unknown) =>
        value instanceof Float32Array ? Array.from(value) : value,
      ),
    panel,
  );
  return JSON.parse(text) as PlainTrace;
}

export function asMatrix({ shape, data }: Plain): Matrix {
  const [rows = 0, columns = 0] = shape;
  expect(data).toHaveLength(rows * columns);
  return matrix(rows, columns, (i, j) => data[i * columns + j] as number);
}

/** Cell i, j of an `[N, N]` tensor of a head. */
export function cell(head: PlainHead | undefined, step: string, i: number, j: number): number {
  const tensor = head?.[step];
  const value = tensor?.data[i * (tensor.shape[1] ?? 0) + j];
  if (value === undefined) throw new RangeError(`no ${step} at ${i}, ${j}`);
  return value;
}

/** A new folder for the files of a test, which the next run of it removes. */
export function folderOfFiles(): string {
  return mkdtempSync(test.info().outputPath("files-"));
}

/** Item `index`, which must be there. */
export function nth<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new RangeError(`${items.length} items, none at ${index}`);
  return item;
}

/** A number as the page writes it: a real minus sign, "2.4e−7". */
export function read(text: string | null | undefined): number {
  const plain = (text ?? "").trim().replaceAll("\u2212", "-");
  if (!/^-?\d+(\.\d+)?(e-?\d+)?$/.test(plain)) throw new Error(`“${text}” is no number`);
  return Number(plain);
}

/** Whether a text shows a value to about three significant digits. */
export function expectShown(text: string | null | undefined, value: number, what = "number"): void {
  const shown = read(text);
  const last = value === 0 ? 1e-12 : 10 ** (Math.floor(Math.log10(Math.abs(value))) - 2);
  // Half of the third digit; and a little, where f32 lies on the edge.
  expect(Math.abs(shown - value), `${what}: “${text}” for ${value}`).toBeLessThanOrEqual(
    0.51 * last,
  );
}

export interface Pixels {
  digest: string;
  /** How many different colours. */
  colours: number;
  /** The share of pixels that are not transparent. */
  inked: number;
}

/** What is on a canvas. Read from a copy, so that the canvas itself stays as it is. */
export async function pixels(canvas: Locator): Promise<Pixels> {
  return canvas.evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement;
    const copy = document.createElement("canvas");
    [copy.width, copy.height] = [width, height];
    const context = copy.getContext("2d", { willReadFrequently: true });
    if (!context || !width || !height) return { digest: "empty", colours: 0, inked: 0 };
    context.drawImage(element as HTMLCanvasElement, 0, 0);
    const words = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
    let hash = 2166136261;
    let inked = 0;
    for (const word of words) {
      hash = Math.imul(hash ^ word, 16777619) >>> 0;
      if (word >>> 24) inked += 1;
    }
    return { digest: hash.toString(16), colours: new Set(words).size, inked: inked / words.length };
  });
}

/** The large picture whose heading starts so: "A ·", "B ·" or "A − B". */
export function picture(page: Page, heading: string): Locator {
  return page.locator("figure.matrix").filter({
    has: page.locator(".matrix-title", { hasText: new RegExp(`^${heading}`) }),
  });
}

/** The matrix inside, which takes pointer and keys. */
export function board(page: Page, heading = "A ·"): Locator {
  return picture(page, heading).getByRole("application");
}

/** The cells of the picture, without labels and cursor. */
export function cells(page: Page, heading = "A ·"): Locator {
  return board(page, heading).locator("canvas").first();
}

export function thumbnail(page: Page, head: number): Locator {
  return page.locator(".strip").getByRole("button", { name: new RegExp(`^Head ${head}\\b`) });
}

/** The row of a head in the table of figures, as texts. */
export async function figures(page: Page, head: number): Promise<string[]> {
  const row = page.locator("table.figures tbody tr").nth(head - 1);
  return row.locator("th, td").allInnerTexts();
}

/** The slider and the field of w or v of the Lab. */
export function slider(
  page: Page,
  name: "w" | "v" | "β" | "r" | "lg b" | "u ×" | "v ×" | "j − i" | "b +",
): { range: Locator; field: Locator; error: Locator; says: Locator } {
  const box = page
    .locator(".dock .slider")
    .filter({ has: page.locator(`b:text-is("${name}")`) });
  return {
    range: box.getByRole("slider"),
    field: box.getByRole("textbox"),
    error: box.locator(".number-error"),
    says: box.locator(".slider-says"),
  };
}

/** Opens the menu beside the title of a panel: its model, method, mapping and adjustment. */
export async function menuOf(page: Page, panel: "A" | "B"): Promise<Locator> {
  await page.getByRole("button", { name: `Model and method of ${panel}` }).click();
  return page.getByRole("group", { name: `Method ${panel}` });
}

/** Types over what a number field holds, and leaves it. */
export async function enter(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.press("Tab");
}
