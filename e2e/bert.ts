// A BERT encoder read from a .safetensors file and run in float64, loop by loop: what the page shows of a
// stranger's model is held against it. Shares no code with the page.

import { type Matrix, at, matrix, product } from "./reference";

interface Entry {
  dtype: string;
  shape: number[];
  data_offsets: [number, number];
}

/** A file of tensors. */
export interface File {
  metadata: Record<string, string>;
  tensors: Map<string, { entry: Entry; bytes: Buffer }>;
}

export function readFile(bytes: Buffer): File {
  const length = Number(bytes.readBigUInt64LE(0));
  const header = JSON.parse(bytes.subarray(8, 8 + length).toString("utf8")) as Record<
    string,
    Entry | Record<string, string>
  >;
  const tensors: File["tensors"] = new Map();
  for (const [name, entry] of Object.entries(header)) {
    if (name === "__metadata__") continue;
    const { data_offsets } = entry as Entry;
    const [from, to] = data_offsets.map((offset) => 8 + length + offset) as [number, number];
    tensors.set(name, { entry: entry as Entry, bytes: bytes.subarray(from, to) });
  }
  return { metadata: (header["__metadata__"] ?? {}) as Record<string, string>, tensors };
}

/** The bytes of a file with some of the tensors of another. */
export function writeFile(file: File, keep: (name: string) => boolean): Buffer {
  const header: Record<string, Entry> = {};
  const parts: Buffer[] = [];
  let offset = 0;
  for (const [name, { entry, bytes }] of file.tensors) {
    if (!keep(name)) continue;
    header[name] = { ...entry, data_offsets: [offset, offset + bytes.length] };
    offset += bytes.length;
    parts.push(bytes);
  }
  const metadata = Object.keys(file.metadata).length > 0 ? { __metadata__: file.metadata } : {};
  const text = Buffer.from(JSON.stringify({ ...metadata, ...header }));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  return Buffer.concat([length, text, ...parts]);
}

function half(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (exponent ? 2 ** (exponent - 15) * (1 + fraction / 1024) : 2 ** -24 * fraction);
}

function numbers({ entry, bytes }: { entry: Entry; bytes: Buffer }): Float64Array {
  const size = { F32: 4, F16: 2, I64: 8 }[entry.dtype];
  if (!size) throw new Error(`no reader for ${entry.dtype}`);
  return Float64Array.from({ length: bytes.length / size }, (_, index) => {
    if (size === 4) return bytes.readFloatLE(4 * index);
    return size === 2 ? half(bytes.readUInt16LE(2 * index)) : Number(bytes.readBigInt64LE(8 * index));
  });
}

/** The first `rows` of a tensor of two axes, or a vector as one row. */
function tensor(file: File, name: string): Matrix {
  const found = [...file.tensors].find(([full]) => full === name || full.endsWith(`.${name}`));
  if (!found) throw new Error(`no tensor ${name}`);
  const [rows, columns] =
    found[1].entry.shape.length === 1
      ? [1, found[1].entry.shape[0] ?? 0]
      : [found[1].entry.shape[0] ?? 0, found[1].entry.shape[1] ?? 0];
  return { rows, columns, data: numbers(found[1]) };
}

const transpose = (m: Matrix): Matrix => matrix(m.columns, m.rows, (i, j) => at(m, j, i));
const plus = (a: Matrix, b: Matrix): Matrix =>
  matrix(a.rows, a.columns, (i, j) => at(a, i, j) + at(b, b.rows === 1 ? 0 : i, j));

/** x Wᵀ + b, as `torch.nn.Linear` keeps W. */
function linear(file: File, x: Matrix, name: string): Matrix {
  return plus(product(x, transpose(tensor(file, `${name}.weight`))), tensor(file, `${name}.bias`));
}

function norm(file: File, x: Matrix, name: string, epsilon: number): Matrix {
  const [gain, bias] = [tensor(file, `${name}.weight`), tensor(file, `${name}.bias`)];
  const rows = Array.from({ length: x.rows }, (_, i) => {
    const row = Array.from({ length: x.columns }, (_, j) => at(x, i, j));
    const mean = row.reduce((sum, value) => sum + value, 0) / row.length;
    const variance = row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / row.length;
    return { mean, by: 1 / Math.sqrt(variance + epsilon) };
  });
  return matrix(x.rows, x.columns, (i, j) => {
    const { mean, by } = rows[i] ?? { mean: 0, by: 0 };
    return (at(x, i, j) - mean) * by * at(gain, 0, j) + at(bias, 0, j);
  });
}

/** erf by its power series, and by its continued fraction where that converges sooner. */
function erf(x: number): number {
  if (x < 0) return -erf(-x);
  if (x > 3) {
    let fraction = x;
    for (let k = 60; k > 0; k--) fraction = x + k / 2 / fraction;
    return 1 - Math.exp(-x * x) / (Math.sqrt(Math.PI) * fraction);
  }
  let [term, sum] = [x, x];
  for (let n = 1; n < 100; n++) {
    term *= (-x * x) / n;
    sum += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}

const gelu = (x: number): number => 0.5 * x * (1 + erf(x / Math.SQRT2));

/** How a head attends: from its raw scores to what the softmax sees. */
export type Rescale = (score: number, distance: number) => number;

/** One layer: its heads' queries and keys, raw scores and weights, each a matrix a head. */
export interface Layer {
  queries: Matrix[];
  keys: Matrix[];
  scores: Matrix[];
  weights: Matrix[];
}

function softmax(logits: Matrix): Matrix {
  const sums = Array.from({ length: logits.rows }, (_, i) => {
    const row = Array.from({ length: logits.columns }, (_, j) => at(logits, i, j));
    const largest = Math.max(...row);
    return { largest, sum: row.reduce((sum, value) => sum + Math.exp(value - largest), 0) };
  });
  return matrix(logits.rows, logits.columns, (i, j) => {
    const { largest, sum } = sums[i] ?? { largest: 0, sum: 1 };
    return Math.exp(at(logits, i, j) - largest) / sum;
  });
}

/** All layers up to and with `last`, from 0, with heads rescaled: `rescales` by layer and head, from 0. */
export function bert(
  file: File,
  ids: readonly number[],
  heads: number,
  last: number,
  rescales: ReadonlyMap<string, Rescale> = new Map(),
  epsilon = 1e-12,
): Layer[] {
  const [words, places, kinds] = ["word", "position", "token_type"].map((kind) =>
    tensor(file, `embeddings.${kind}_embeddings.weight`),
  ) as [Matrix, Matrix, Matrix];
  const embedded = matrix(
    ids.length,
    words.columns,
    (i, j) => at(words, ids[i] ?? -1, j) + at(places, i, j) + at(kinds, 0, j),
  );
  let x = norm(file, embedded, "embeddings.LayerNorm", epsilon);
  const size = words.columns / heads;
  const layers: Layer[] = [];
  for (let number = 0; number <= last; number++) {
    const name = `encoder.layer.${number}`;
    const [q, k, v] = ["query", "key", "value"].map((role) =>
      linear(file, x, `${name}.attention.self.${role}`),
    ) as [Matrix, Matrix, Matrix];
    const part = (m: Matrix, head: number): Matrix =>
      matrix(m.rows, size, (i, j) => at(m, i, head * size + j));
    const of = <T>(each: (head: number) => T): T[] => Array.from({ length: heads }, (_, h) => each(h));
    const queries = of((head) => part(q, head));
    const keys = of((head) => part(k, head));
    const scores = of((head) => {
      const products = product(queries[head] as Matrix, transpose(keys[head] as Matrix));
      return matrix(ids.length, ids.length, (i, j) => at(products, i, j) / Math.sqrt(size));
    });
    const weights = scores.map((scores, head) => {
      const rescale = rescales.get(`${number}.${head}`) ?? ((score: number) => score);
      return softmax(
        matrix(ids.length, ids.length, (i, j) => rescale(at(scores, i, j), Math.abs(i - j))),
      );
    });
    layers.push({ queries, keys, scores, weights });
    const outputs = weights.map((weights, head) => product(weights, part(v, head)));
    const joined = matrix(ids.length, heads * size, (i, j) =>
      at(outputs[Math.floor(j / size)] as Matrix, i, j % size),
    );
    const attended = norm(
      file,
      plus(x, linear(file, joined, `${name}.attention.output.dense`)),
      `${name}.attention.output.LayerNorm`,
      epsilon,
    );
    const hidden = linear(file, attended, `${name}.intermediate.dense`);
    const active = matrix(hidden.rows, hidden.columns, (i, j) => gelu(at(hidden, i, j)));
    x = norm(
      file,
      plus(attended, linear(file, active, `${name}.output.dense`)),
      `${name}.output.LayerNorm`,
      epsilon,
    );
  }
  return layers;
}

/** S ∘ f(w·R; v) of the learnable sigmoid (Eq. 5), without ReLU: what the Lab lays over a stranger's head. */
export const unclipped =
  (w: number, v: number): Rescale =>
  (score, distance) =>
    score * ((1 + Math.exp(v)) / (1 + Math.exp(v - w * distance)));
