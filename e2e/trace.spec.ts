// Every number of a trace, and of raw attention, against float64 worked out from the same inputs.

import { asMatrix, expect, follow, nth, open, type PlainTrace, set, settings, test, trace } from "./page";
import { attention, difference, matrix, positions, steps } from "./reference";

/** Relative to the largest number of a tensor. */
const TOLERANCE = 1e-5;

/** Names of what differs from the reference by more than the tolerance. */
function differences(found: PlainTrace, method: string, causal: boolean): string[] {
  const expected = attention({
    input: asMatrix(found.input),
    Wq: asMatrix(found.Wq),
    Wk: asMatrix(found.Wk),
    Wv: asMatrix(found.Wv),
    Wo: asMatrix(found.Wo),
    heads: found.heads,
    method,
    causal,
  });
  const wrong: string[] = [];
  const compare = (name: string, data: number[] | undefined, reference: ArrayLike<number>) => {
    const apart = data ? difference(data, reference) : Number.POSITIVE_INFINITY;
    if (!(apart <= TOLERANCE)) wrong.push(`${name}: ${apart}`);
  };
  found.heads.forEach((head, index) => {
    const reference = nth(expected.heads, index);
    for (const name of [...steps(method), "query", "key", "value", "output"] as const) {
      compare(`head ${index + 1} ${name}`, head[name]?.data, reference[name].data);
    }
  });
  compare("output", found.output.data, expected.output.data);
  return wrong;
}

test("a typed sentence has the trace that the equations give", async ({ page }) => {
  await open(page);
  const box = page.getByRole("textbox", { name: "Sentence" });
  await box.press("Control+a");
  await box.pressSequentially("The man who said that was not here, but his brother was.");
  await expect(page.getByRole("status").first()).toHaveText(/^14 tokens\. Bars/);

  const [a, b] = [await trace(page, "a"), await trace(page, "b")];
  expect(a.tokens).toEqual(
    [
      "The",
      "man",
      "who",
      "said",
      "that",
      "was",
      "not",
      "here",
      ",",
      "but",
      "his",
      "brother",
      "was",
    ].concat("."),
  );
  expect(a.heads).toHaveLength(16);
  expect(a.heads.map(({ w }) => w)).toEqual((await settings(page)).w);
  expect(differences(a, "da:learnable-sigmoid:early-multiply", false)).toEqual([]);
  expect(differences(b, "vanilla", false)).toEqual([]);

  // B sees the same words, with positions added.
  const [rows = 0, width = 0] = a.input.shape;
  const added = b.input.data.map((value, index) => value - nth(a.input.data, index));
  expect(
    Math.max(
      ...added.map((value, index) =>
        Math.abs(value - nth([...positions(rows, width).data], index)),
      ),
    ),
  ).toBeLessThan(1e-6);
});

const COMBINATIONS: { a: Nearfar.Method; b: Nearfar.Method; causal: boolean }[] = [
  { a: "da:learnable-sigmoid:early-multiply", b: "vanilla", causal: true },
  { a: "da:learnable-sigmoid:early-add", b: "da:sigmoid:late-multiply", causal: false },
  { a: "da:exponent:early-add", b: "da:clip(1.5):early-add-with-relu", causal: false },
  { a: "da:linear(0.25,1):late-add", b: "da:learnable-sigmoid:late-multiply", causal: true },
  { a: "da:sigmoid:early-multiply-without-relu", b: "vanilla:no-positions", causal: true },
  { a: "da:linear(-0.5,2):early-multiply", b: "da:exponent:late-multiply", causal: false },
];

/** Raw numbers without randomness: a sine that repeats nowhere near. */
function wave(length: number, start: number): number[] {
  return Array.from({ length }, (_, index) => Math.fround(Math.sin(1.7 * (index + 1) + start)));
}

interface Shape {
  N: number;
  D: number;
  h: number;
  d: number;
  m: number;
}

function raw({ N, D, h, d, m }: Shape) {
  return {
    N,
    D,
    h,
    d,
    H: wave(N * D, 0.1),
    Wq: wave(D * h * d, 0.2),
    Wk: wave(D * h * d, 0.3),
    Wv: wave(D * h * d, 0.4),
    Wo: wave(h * d * m, 0.5),
    w: wave(h, 0.6),
    v: wave(h, 0.7),
  };
}

const SHAPES: Shape[] = [
  { N: 1, D: 5, h: 2, d: 3, m: 5 },
  { N: 4, D: 3, h: 1, d: 1, m: 3 },
  { N: 6, D: 8, h: 1, d: 8, m: 2 },
  { N: 5, D: 1, h: 3, d: 2, m: 7 },
  { N: 37, D: 12, h: 4, d: 5, m: 9 },
];

/** `nearfar.attend` in the page; an error is its message. */
const ATTEND = (fields: Record<string, number | (number | null)[] | undefined>) => {
  const typed = Object.entries(fields).map(([name, value]) => [
    name,
    // JSON has no NaN: null stands for it.
    Array.isArray(value) ? Float32Array.from(value.map((number) => number ?? Number.NaN)) : value,
  ]);
  try {
    const { A, O } = window.nearfar.attend(Object.fromEntries(typed) as Nearfar.Raw);
    return { A: Array.from(A), O: Array.from(O), message: "" };
  } catch (error) {
    return { A: [], O: [], message: (error as Error).message };
  }
};

const SMALL = raw({ N: 2, D: 3, h: 2, d: 2, m: 3 });
const REFUSED: [string, Record<string, number | (number | null)[] | undefined>, RegExp][] = [
  ["H too short", { ...SMALL, H: wave(5, 0) }, /\bH has 5 numbers.*\[2, 3\] needs 6$/],
  ["Wq too long", { ...SMALL, Wq: wave(13, 0) }, /\bWq has 13 numbers.*\[3, 4\]/],
  ["w too short", { ...SMALL, w: [0.5] }, /\bw has 1 numbers.*\[2\]/],
  ["Wo of no whole width", { ...SMALL, Wo: wave(11, 0) }, /\bWo has 11 numbers/],
  ["Wo empty", { ...SMALL, Wo: [] }, /\bWo has 0 numbers/],
  ["no Wk", { ...SMALL, Wk: undefined }, /\bWk must be a Float32Array/],
  ["no v", { ...SMALL, v: undefined }, /\bv must be a Float32Array/],
  ["N of 0", { ...SMALL, N: 0 }, /\bN must be a whole number/],
  ["N of a milliard", { ...SMALL, N: 1e9 }, /\bN must be a whole number from 1 to 1048576, not 1000000000$/],
  ["too many weights", { ...SMALL, N: 1e6 }, /h·N² is 2000000000000;/],
  ["d of 1.5", { ...SMALL, d: 1.5 }, /\bd must be a whole number/],
  ["NaN in H", { ...SMALL, H: [1, 2, null, 4, 5, 6] }, /input.*NaN.*index 2/],
  ["NaN in Wv", { ...SMALL, Wv: [null, ...wave(11, 0)] }, /NaN.*index 0/],
  ["NaN in w", { ...SMALL, w: [null, 1] }, /\bw\b.*NaN/],
];

test("what a script gets: traces, and raw attention", async ({ page }) => {
  // As many tests as it has steps.
  test.slow();
  await test.step("every mapping and adjustment has the trace that the equations give", async () => {
    await open(page);
    for (const { a, b, causal } of COMBINATIONS) {
      await set(page, { a, b, causal, heads: 3, w: [-0.7, 0, 0.4], v: [1, -2, 0.5], seed: 11 });
      const found = await trace(page, "a");
      expect.soft(differences(found, a, causal), a).toEqual([]);
      expect.soft(differences(await trace(page, "b"), b, causal), b).toEqual([]);
      const others = ["w", "v", "query", "key", "value", "output"];
      const taken = Object.keys(nth(found.heads, 0)).filter((name) => !others.includes(name));
      expect.soft(taken, a).toEqual(steps(a));
    }
  });
  await test.step("extreme w and v leave every number finite and every row a distribution", async () => {
    await follow(page);
    await set(page, { heads: 4, w: [-1000, 1000, 1000, -1000], v: [1000, 1000, -1000, -1000] });
    const { heads } = await trace(page);
    for (const { weight } of heads) {
      const n = nth(weight?.shape ?? [], 0);
      for (let i = 0; i < n; i++) {
        const sum = weight?.data.slice(i * n, (i + 1) * n).reduce((sum, value) => sum + value, 0);
        expect(sum).toBeCloseTo(1, 5);
      }
    }
  });
  await test.step("asking for a trace that is not there says why", async () => {
    await follow(page);
    const refusal = (panel: string) =>
      page.evaluate((panel) => {
        try {
          window.nearfar.trace({ panel: panel as Nearfar.Panel });
          return "answered";
        } catch (error) {
          return (error as Error).message;
        }
      }, panel);
    expect(await refusal("c")).toBe("there is no panel “c”; panels are “a” and “b”");
    await set(page, { sentence: "" });
    expect(await refusal("a")).toMatch(/^there is no trace: .*empty/);
  });
  await test.step("attend gives what the equations give, for every shape", async () => {
    for (const shape of SHAPES) {
      const { N, D, h, d, m } = shape;
      const given = raw(shape);
      const found = await page.evaluate(ATTEND, given);
      const of = (data: number[], rows: number, columns: number) =>
        matrix(rows, columns, (i, j) => nth(data, i * columns + j));
      const expected = attention({
        input: of(given.H, N, D),
        Wq: of(given.Wq, D, h * d),
        Wk: of(given.Wk, D, h * d),
        Wv: of(given.Wv, D, h * d),
        Wo: of(given.Wo, h * d, m),
        heads: given.w.map((w, index) => ({ w, v: nth(given.v, index) })),
        method: "da:learnable-sigmoid:early-multiply",
        causal: false,
      });
      const weights = expected.heads.flatMap(({ weight }) => [...weight.data]);
      const name = JSON.stringify(shape);
      expect.soft(found.message, name).toBe("");
      expect.soft(difference(found.A, weights), name).toBeLessThanOrEqual(TOLERANCE);
      expect.soft(difference(found.O, expected.output.data), name).toBeLessThanOrEqual(TOLERANCE);
    }
  });
  await test.step("attend refuses what does not fit, and says what", async () => {
    for (const [name, fields, reason] of REFUSED) {
      expect.soft((await page.evaluate(ATTEND, fields)).message, name).toMatch(reason);
    }
    expect((await page.evaluate(ATTEND, SMALL)).message).toBe("");
  });
  await test.step("attend refuses sizes beyond memory", async () => {
    // On 32 bits, h·d = 2^32 would be 0, and empty arrays would fit.
    const wrapped = { N: 1, D: 1, h: 65536, d: 65536, H: [1], Wq: [], Wk: [], Wv: [], Wo: [1] };
    const heads = { w: wave(65536, 0), v: wave(65536, 1) };
    expect((await page.evaluate(ATTEND, { ...wrapped, ...heads })).message).toMatch(/^attend: /);
    expect((await page.evaluate(ATTEND, SMALL)).message).toBe("");
  });
});
