// How a teacher's page or a notebook uses window.nearfar, held to its types; types.spec.ts runs it.

/** How much weight head 1 gives to the next token, in A and in B. */
export async function nextTokenShare(): Promise<{ a: number; b: number; link: string }> {
  await nearfar.set({
    sentence: "Near and far.",
    heads: 2,
    w: new Float32Array([-1, 1]),
    v: [0, 0],
    a: "da",
    b: "vanilla:no-positions",
    causal: "no",
    cursor: null,
    "curve-axis": "tokens",
    matrix: 12,
    curves: ["learnable-sigmoid(-1)", "clip(5)"],
  });
  const share = (panel: Nearfar.Panel) => {
    const { heads, tokens } = nearfar.trace({ panel });
    const weight = heads[0]?.weight.data ?? new Float32Array();
    return tokens.slice(1).reduce((sum, _, i) => sum + (weight[i * tokens.length + i + 1] ?? 0), 0);
  };
  return { a: share("a"), b: share("b"), link: nearfar.link() };
}

/** Raw attention of two tokens, one head of one dimension. */
export function rawWeights(): Nearfar.Attended {
  const one = Float32Array.of(1);
  return nearfar.attend({
    N: 2,
    D: 1,
    h: 1,
    d: 1,
    H: Float32Array.of(1, 2),
    Wq: one,
    Wk: one,
    Wv: one,
    Wo: one,
    w: Float32Array.of(0),
    v: one,
  });
}

/** What the types refuse. Never called. */
export function refused(): void {
  // @ts-expect-error: there is no such setting
  void nearfar.set({ sentance: "" });
  // @ts-expect-error: there is no such room
  void nearfar.set({ room: "kitchen" });
  // @ts-expect-error: no such adjustment
  void nearfar.set({ a: "da:sigmoid:early-divide" });
  // @ts-expect-error: heads is a number, or a number as text
  void nearfar.set({ heads: true });
  // @ts-expect-error: there is no panel c
  nearfar.trace({ panel: "c" });
  // @ts-expect-error: a list is no Float32Array
  nearfar.attend({ ...({} as Nearfar.Raw), H: [1, 2] });
  // @ts-expect-error: a vanilla trace has no coefficients
  const coefficient: Nearfar.Tensor = nearfar.trace().heads[0]!.coefficient;
  void coefficient;
}
