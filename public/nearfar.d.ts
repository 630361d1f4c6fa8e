// The types of `window.nearfar`, for teachers' pages and notebooks.
//
//     /// <reference path="https://…/nearfar/nearfar.d.ts" />
//     await nearfar.set({ model: "untrained", sentence: "Near and far.", heads: 2, w: [-1, 1] });
//     const { heads } = nearfar.trace({ panel: "a" });
//
// Equations are those of Wu, Wu and Huang, “DA-Transformer: Distance-aware Transformer”, NAACL 2021.

declare namespace Nearfar {
  /** `window.nearfar`. */
  interface Api {
    /** Every setting of now: what a link restores. */
    settings(): Settings;

    /**
     * Changes some settings, as one step of undo (room and theme alone are none): all of them or, where one is wrong,
     * none.
     *
     * Changes in a row that are `joined`, as those of one drag are, are one step of undo; one that is
     * not, `set({})` too, ends it.
     *
     * Resolves once the numbers are computed, by a model from a file too, and the pictures are drawn:
     * `trace()` is then of these settings. Rejects with an `Error`
     * that names the setting and says what is wrong with it: there is none of the name, it cannot be
     * that, no checkpoint is open and `files` names none, or a token or head is beyond the last. What a setting was before is
     * never wrong: what `settings()` gave can be written back.
     */
    set(changes: Changes, joined?: boolean): Promise<void>;

    /**
     * Every number behind the pictures of a panel, panel A unless `panel` says otherwise: the
     * sentence of now through one layer of attention. The arrays are copies.
     *
     * @throws Error where the sentence is empty or has more than 512 tokens, there is no such panel or
     * option, or a model from a file has not answered since `set` or `open`, whose promise says when it has.
     */
    trace(options?: { panel?: Panel }): Trace;

    /**
     * Distance-aware attention over your own numbers: softmax(ReLU(QKᵀ/√d) ∘ f(wR; v)) V, with the
     * learnable sigmoid f, no mask and no positions. Touches no setting.
     *
     * @throws Error where a size is no whole number from 1 to 1,048,576, an array is missing, has another
     * length than its shape needs or holds a number that is not finite, h·N² is more than 67,108,864, or a
     * property is none of these.
     */
    attend(raw: Raw): Attended;

    /**
     * Opens a checkpoint that Nearfar wrote (.safetensors) as the model of method A.
     *
     * Rejects with an `Error` that says what is wrong with the file, a forgotten transpose say, or with
     * the arguments; nothing is changed then.
     */
    open(bytes: Uint8Array, name: string): Promise<Model>;

    /**
     * Opens a checkpoint of any common format, with what belongs to it (config.json, tokenizer.json or
     * vocab.txt), and shows it in a panel, A unless `panel` says otherwise. A file whose name the
     * settings wait for takes its place there, and nothing else changes.
     *
     * Resolves with its name among the settings, once the model is open and its layer is drawn. Rejects with an
     * `Error` that says why it cannot be shown: the file is damaged, its attention is not understood, it
     * has more than 16 heads, or an option is wrong; nothing is changed then.
     */
    open(files: File | Iterable<File>, options?: Showing): Promise<Model>;

    /** For the rooms of the page: the models that are open, in a form that goes with its version. */
    models(): unknown[];

    /** For the rooms of the page: the checkpoints of Nearfar that are open. */
    files(): File[];

    /** For the rooms of the page: a layer of a model that is open, in a form that goes with its version. */
    layer(wanted: unknown): Promise<unknown>;

    /**
     * A link to just this view. The settings stand in its fragment, which no server sees. With `whole`, it holds
     * what the other rooms show as well.
     */
    link(whole?: boolean): string;
  }

  type Panel = "a" | "b";

  /** Where a model from files is shown at first; layer and head count from 1. */
  interface Showing {
    /** "none": the model is open, and Compare lists it. */
    panel?: Panel | "none";
    layer?: number;
    head?: number;
  }

  /** f, from a weighted distance x = w·R to a coefficient (Eq. 5, section 4.3). */
  type Mapping =
    | "learnable-sigmoid"
    | "sigmoid"
    | "exponent"
    /** linear(k,b): k·x + b. */
    | `linear(${number},${number})`
    /** clip(T): min(x, T). */
    | `clip(${number})`;

  /** How coefficients meet scores (section 4.4); the last two are not in the paper. */
  type Adjustment =
    | "early-multiply"
    | "early-add"
    | "late-multiply"
    | "late-add"
    | "early-multiply-without-relu"
    | "early-add-with-relu";

  /** A way of attending. */
  type Method = "vanilla" | "vanilla:no-positions" | `da:${Mapping}:${Adjustment}`;

  /** A curve of the Curves room; the learnable sigmoid carries its v. */
  type Curve = `learnable-sigmoid(${number})` | Exclude<Mapping, "learnable-sigmoid">;

  /** All settings. Heads and tokens count from 1. */
  interface Settings {
    /** The room that is open. */
    room: "lab" | "curves" | "compare" | "train" | "inspect" | "learn";
    /** What is typed, at most 100,000 bytes of UTF-8; its first 4,096 tokens are used. */
    sentence: string;
    /**
     * The other texts that a model of several texts answers to, one per line: the other sentence of a pair,
     * the other sentences of a document; at most 31, and 100,000 bytes of UTF-8.
     */
    others: string;
    /** The place of the sentence among them, from 1 to 32. */
    place: number;
    /** The model of method A. */
    model: Model;
    /** The model of method B. */
    "model-b": Model;
    /**
     * The names of the files behind the models "opened", "file-1", ... that are shown, in this order; `null`
     * for none. All that a link says of them.
     */
    files: string[] | null;
    /** The layer that is shown; 1 for models that are not opened from files. */
    layer: number;
    /** The layer of B beside it; `null` for the same one. */
    "layer-b": number | null;
    /** How many heads, 1 to 16; a trained model has its own number. */
    heads: number;
    /** The seed of the untrained projections, a whole number below 2³². */
    seed: number;
    /** Whether w and v of all layers are those of model A itself; setting others says no. */
    learned: boolean;
    /** w of each of 16 heads of the shown layer, -1000 to 1000: positive prefers far tokens, negative near ones. */
    w: number[];
    /** v of each of 16 heads, -1000 to 1000: the learnable sigmoid is bounded by 1 + e^v. */
    v: number[];
    /** How much of its own position term counts in each of 16 heads of a model from a file; 1 as trained. */
    beta: number[];
    /**
     * How that term goes with distance: the reach of a term by offsets, in tokens, the base of a rotation, as its
     * power of ten, or what u of Transformer-XL and TENER is multiplied by; -1 as trained.
     */
    shape: number[];
    /** What is added to one bucket of T5, or to the 1 that v of Transformer-XL and TENER is multiplied by; 0 as trained. */
    shift: number[];
    /** The j - i whose bucket of T5 that is, a whole number; below 0 where the key stands before the query. */
    offset: number;
    /** w and v of heads of the other layers that are not the model's own, as "2.7:-1:0.5": layer, head, w, v. */
    elsewhere: string[] | null;
    /** Method A. */
    a: Method;
    /** Method B. */
    b: Method;
    /** Whether a token sees only itself and the tokens before it. */
    causal: boolean;
    /** Whether the coefficients of A act; else every w of A counts as 0. */
    distance: boolean;
    /** Whether A has its softmax; else each key has its weight on its own, by a sigmoid. */
    competition: boolean;
    /** The head that the large pictures show. */
    head: number;
    /** The head of B beside it; `null` for the same one. */
    "head-b": number | null;
    /** What of A - B is shown: all of it, A at w = 0 minus B, or A minus A at w = 0. */
    difference: "both" | "clipping" | "distance";
    /** Further heads that the sliders move; the shown head always moves. */
    chosen: number[];
    /** The locked cell, query and key; `null` where none is. */
    cursor: [query: number, key: number] | null;
    /** The tokens that are summed. */
    selected: number[];
    /** How attention is drawn. */
    view: "heatmap" | "lines" | "heads";
    /** Whether A and B share one colour range. */
    range: "common" | "own";
    /** The colour map of weights. */
    colours: "cividis" | "viridis";
    /** Light, dark, or large and high in contrast for a projector. */
    theme: "system" | "light" | "dark" | "projector";
    /** The lesson that is taken: "walk", "sigmoid", "not", "card", or a lesson's file (docs/lessons.md); "" for none. */
    lesson: string;
    /** Its step, from 1. */
    step: number;
    /** The panels and controls that are hidden, by their names (docs/embedding.md), with spaces between. */
    hide: string;
    /** The only panels that are shown; "" for all. */
    only: string;
    /** 1 inside another page: no head, no foot. */
    embed: 0 | 1;
    /** The language, as BCP 47 names it, or the first of the browser's that the page has. Another one loads the page anew. */
    lang: "browser" | "en" | "zh" | "ko" | "de";
    /** The curves of the Curves room, at most 12. */
    curves: Curve[];
    /** The mapping of the curve that is edited beside them; its w and v are those of the shown head. */
    curve: Mapping;
    /** What their horizontal axis counts: the weighted distance x, or tokens. */
    "curve-axis": "tokens" | "x";
    /** Whether slopes are drawn instead of values. */
    slopes: boolean;
    /** N (1 to 512) of the coefficient matrices. */
    matrix: number;
    /** The choices of the Train room, in its own words. */
    train: string;
    /** What the Inspect room shows, in its own words. */
    inspect: string;
    /** What the Compare room shows, with the tree of the sentence, in its own words. */
    compare: string;
  }

  /**
   * Some settings: as `settings()` gives them, as any list of numbers (a typed array, say), or in
   * the text form of a link ("1,2,3", "yes"). Heads beyond the given numbers of `w` and `v` keep
   * theirs; `"da"` is short for the paper's own method.
   */
  type Changes = {
    [Name in keyof Settings]?: Settings[Name] | TextForm<Settings[Name]> | ListForm<Settings[Name]>;
  };
  type TextForm<T> = T extends Method
    ? "da"
    : T extends boolean
      ? "yes" | "no"
      : T extends string
        ? never
        : string;
  type ListForm<T> = T extends number[] | null ? Iterable<number> : never;

  /** Numbers, row-major. */
  interface Tensor {
    shape: number[];
    data: Float32Array;
  }

  /**
   * Where a word vector comes from: the table; the table's row of another word, for which this one
   * stands; its spelling, since the table has no such word; its spelling, until its file is here.
   */
  type Origin = "known" | "borrowed" | "learned" | "unknown" | "waiting";

  /** Where the numbers of a panel's model come from. */
  type Model =
    | "sst2-da"
    | "sst2-vanilla"
    | "agnews-da"
    | "agnews-vanilla"
    | "untrained"
    /** The checkpoint of this project that was opened; a link cannot carry it. */
    | "opened"
    /** Models from anybody's files; a link carries only their names. */
    | "file-1"
    | "file-2"
    | "file-3"
    | "file-4";

  /** A sequence of N tokens through one layer of h heads of d dimensions, from width D to width m. */
  interface Trace {
    /** Model, layer, shown head and method with its numbers, in words of the page, as saved pictures say them. */
    about: string;
    /** The tokens as typed, `[N]`; those of the model itself where it comes from a file. */
    tokens: string[];
    /** How many tokens at the end of the sentence were left out: a model from a file is run on so many only. */
    cut: number;
    /** Where the vector of each token comes from, `[N]`. */
    origins: Origin[];
    /** What the projections saw, `[N, D]`: word vectors, with positions where the method adds them. */
    input: Tensor;
    /** W_Q, `[D, h·d]`: the heads side by side. Missing, as the next three, for a model from a file. */
    Wq?: Tensor;
    /** W_K, `[D, h·d]`. */
    Wk?: Tensor;
    /** W_V, `[D, h·d]`. */
    Wv?: Tensor;
    /** W_O, `[h·d, m]`. */
    Wo?: Tensor;
    /** One entry a head. */
    heads: Head[];
    /** The heads' outputs side by side, times W_O, `[N, m]` (Eq. 3). Missing as W_O is. */
    output?: Tensor;
    /** What the panel's model answers, `[C]`: one probability per class. Missing for untrained ones. */
    probabilities?: Tensor;
  }

  /**
   * One head. A matrix between tokens is `[N, N]`: row i is the query, column j the key. Steps that
   * the method does not take are left out.
   */
  interface Head {
    w: number;
    v: number;
    /** Q, `[N, d]` (Eq. 1). */
    query: Tensor;
    /** K, `[N, d]` (Eq. 1). */
    key: Tensor;
    /** V, `[N, d]` (Eq. 1). */
    value: Tensor;
    /** R = |i - j|, in tokens. Distance-aware methods. */
    distance?: Tensor;
    /** w·R. Distance-aware methods. */
    weightedDistance?: Tensor;
    /** f(w·R; v). Distance-aware methods. */
    coefficient?: Tensor;
    /** QKᵀ/√d (Eq. 2), or with the scale and the bias of a model from a file. */
    score: Tensor;
    /** ReLU of the score. Adjustments with a ReLU. */
    clipped?: Tensor;
    /** What the softmax sees, before the mask. Early adjustments. */
    logit?: Tensor;
    /** The softmax of the scores, before the coefficients meet it. Late adjustments. */
    normalised?: Tensor;
    /** The attention weights, 0 where masked. */
    weight: Tensor;
    /** The weights times V, `[N, d]` (Eq. 6). Missing as W_O is. */
    output?: Tensor;
  }

  /** Numbers for `attend`. Lists are row-major. */
  interface Raw {
    /** Tokens. */
    N: number;
    /** Width of the input. */
    D: number;
    /** Heads. */
    h: number;
    /** Dimensions of a head. */
    d: number;
    /** The input, `[N, D]`. */
    H: Float32Array;
    /** W_Q, `[D, h·d]`. */
    Wq: Float32Array;
    /** W_K, `[D, h·d]`. */
    Wk: Float32Array;
    /** W_V, `[D, h·d]`. */
    Wv: Float32Array;
    /** W_O, `[h·d, m]`; m is read from its length. */
    Wo: Float32Array;
    /** w of each head, `[h]`. */
    w: Float32Array;
    /** v of each head, `[h]`. */
    v: Float32Array;
  }

  /** What `attend` gives back. */
  interface Attended {
    /** The attention weights, `[h, N, N]`. */
    A: Float32Array;
    /** The output, `[N, m]`. */
    O: Float32Array;
  }
}

/** The page's own functions, once it has started. */
declare const nearfar: Nearfar.Api;

interface Window {
  readonly nearfar: Nearfar.Api;
}
