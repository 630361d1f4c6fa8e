// Attention worked out once more in float64, loop by loop from the paper's equations, to hold the
// page's numbers against. Shares no code with the page.

/** A matrix, row-major. */
export interface Matrix {
  rows: number;
  columns: number;
  data: Float64Array;
}

export function matrix(
  rows: number,
  columns: number,
  at: (i: number, j: number) => number,
): Matrix {
  const data = new Float64Array(rows * columns);
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) data[i * columns + j] = at(i, j);
  return { rows, columns, data };
}

export function at(m: Matrix, i: number, j: number): number {
  const value = m.data[i * m.columns + j];
  if (value === undefined || j >= m.columns) throw new RangeError(`no cell ${i}, ${j}`);
  return value;
}

export function product(a: Matrix, b: Matrix): Matrix {
  return matrix(a.rows, b.columns, (i, j) => {
    let sum = 0;
    for (let k = 0; k < a.columns; k++) sum += at(a, i, k) * at(b, k, j);
    return sum;
  });
}

/** f(x; v), Eq. 5 and section 4.3. */
export function mapping(name: string, v: number): (x: number) => number {
  const [kind, first = 0, second = 0] = name
    .split(/[(),]/)
    .map((part, i) => (i ? Number(part) : part)) as [string, number?, number?];
  switch (kind) {
    case "learnable-sigmoid":
      return (x) => (1 + Math.exp(v)) / (1 + Math.exp(v - x));
    case "sigmoid":
      return (x) => 1 / (1 + Math.exp(-x));
    case "exponent":
      return (x) => Math.exp(x);
    case "clip":
      return (x) => Math.min(x, first);
    case "linear":
      return (x) => first * x + second;
    default:
      throw new Error(`no mapping ${name}`);
  }
}

/** f′(x; v), by the limit of the difference quotient. */
export function slope(name: string, v: number, x: number): number {
  const f = mapping(name, v);
  const step = 1e-5;
  return (f(x + step) - f(x - step)) / (2 * step);
}

export interface Head {
  query: Matrix;
  key: Matrix;
  value: Matrix;
  distance: Matrix;
  weightedDistance: Matrix;
  coefficient: Matrix;
  score: Matrix;
  clipped: Matrix;
  logit: Matrix;
  normalised: Matrix;
  weight: Matrix;
  output: Matrix;
}

export interface Layer {
  input: Matrix;
  Wq: Matrix;
  Wk: Matrix;
  Wv: Matrix;
  Wo: Matrix;
  heads: { w: number; v: number }[];
  /** "vanilla", "vanilla:no-positions" or "da:MAPPING:ADJUSTMENT". */
  method: string;
  causal: boolean;
}

/** One layer: every head's intermediates, and the projected output. */
export function attention(layer: Layer): { heads: Head[]; output: Matrix } {
  const width = layer.Wq.columns / layer.heads.length;
  const heads = layer.heads.map(({ w, v }, index) => {
    const of = (all: Matrix) =>
      product(
        layer.input,
        matrix(all.rows, width, (i, j) => at(all, i, index * width + j)),
      );
    return head(of(layer.Wq), of(layer.Wk), of(layer.Wv), w, v, layer.method, layer.causal);
  });
  const joined = matrix(layer.input.rows, layer.Wq.columns, (i, j) => {
    const owner = heads[Math.floor(j / width)];
    if (!owner) throw new RangeError("no such head");
    return at(owner.output, i, j % width);
  });
  return { heads, output: product(joined, layer.Wo) };
}

function head(
  query: Matrix,
  key: Matrix,
  value: Matrix,
  w: number,
  v: number,
  method: string,
  causal: boolean,
): Head {
  const n = query.rows;
  const [kind, mappingName = "learnable-sigmoid", adjustment = "none"] = method.split(":");
  const knows = kind === "da";
  const f = mapping(knows ? mappingName : "learnable-sigmoid", v);
  const square = (cell: (i: number, j: number) => number) => matrix(n, n, cell);
  const distance = square((i, j) => Math.abs(i - j));
  const weightedDistance = square((i, j) => w * Math.abs(i - j));
  const coefficient = square((i, j) => f(w * Math.abs(i - j)));
  const score = square((i, j) => {
    let sum = 0;
    for (let k = 0; k < query.columns; k++) sum += at(query, i, k) * at(key, j, k);
    return sum / Math.sqrt(query.columns);
  });
  const clipped = square((i, j) => Math.max(at(score, i, j), 0));
  const logit = square((i, j) => {
    const [s, r, c] = [at(score, i, j), at(clipped, i, j), at(coefficient, i, j)];
    switch (knows ? adjustment : "none") {
      case "early-multiply":
        return r * c;
      case "early-add":
        return s + c;
      case "early-multiply-without-relu":
        return s * c;
      case "early-add-with-relu":
        return r + c;
      default:
        return s;
    }
  });
  const sees = (i: number, j: number) => !causal || j <= i;
  const normalised = square(() => 0);
  for (let i = 0; i < n; i++) {
    const keys = [...Array(n).keys()].filter((j) => sees(i, j));
    const largest = Math.max(...keys.map((j) => at(logit, i, j)));
    const total = keys.reduce((sum, j) => sum + Math.exp(at(logit, i, j) - largest), 0);
    for (const j of keys) normalised.data[i * n + j] = Math.exp(at(logit, i, j) - largest) / total;
  }
  const weight = square((i, j) => {
    if (!sees(i, j)) return 0;
    if (knows && adjustment === "late-multiply")
      return at(normalised, i, j) * at(coefficient, i, j);
    if (knows && adjustment === "late-add") return at(normalised, i, j) + at(coefficient, i, j);
    return at(normalised, i, j);
  });
  const output = product(weight, value);
  return {
    query,
    key,
    value,
    distance,
    weightedDistance,
    coefficient,
    score,
    clipped,
    logit,
    normalised,
    weight,
    output,
  };
}

/** Which matrices a method goes through. */
export function steps(method: string): (keyof Head)[] {
  const [kind, , adjustment = ""] = method.split(":");
  if (kind !== "da") return ["score", "weight"];
  const all: (keyof Head)[] = ["distance", "weightedDistance", "coefficient", "score"];
  if (adjustment.startsWith("late")) return [...all, "normalised", "weight"];
  const clips = ["early-multiply", "early-add-with-relu"].includes(adjustment);
  return clips ? [...all, "clipped", "logit", "weight"] : [...all, "logit", "weight"];
}

/** Sinusoidal positions, `[n, width]` (Vaswani et al. 2017, section 3.5). */
export function positions(n: number, width: number): Matrix {
  return matrix(n, width, (p, column) => {
    const even = column - (column % 2);
    const angle = p / 10000 ** (even / width);
    return column % 2 ? Math.cos(angle) : Math.sin(angle);
  });
}

/** The largest difference, relative to the largest number of the tensor. */
export function difference(found: ArrayLike<number>, expected: ArrayLike<number>): number {
  if (found.length !== expected.length) return Number.POSITIVE_INFINITY;
  let [largest, apart] = [0, 0];
  for (let index = 0; index < expected.length; index++) {
    const [a, b] = [found[index] as number, expected[index] as number];
    if (!Number.isFinite(a) || !Number.isFinite(b)) return Number.POSITIVE_INFINITY;
    largest = Math.max(largest, Math.abs(b));
    apart = Math.max(apart, Math.abs(a - b));
  }
  return apart === 0 ? 0 : apart / largest;
}
