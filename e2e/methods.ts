// How many methods the library's table has: what stands in the grid of the Compare room. And what the trained ones say.

import { readFileSync } from "node:fs";

const table = readFileSync(new URL("../crates/nearfar/src/methods/mod.rs", import.meta.url), "utf8");
const lines = /methods! \{\n([\s\S]*?)\n\}/.exec(table)?.[1]?.match(/^ {4}\w+ = /gm) ?? [];

/** The lines of the table. */
export const METHODS = lines.length;

/** Of `nearfar attend public/checkpoints/MODEL.safetensors "a weak plot but the actors are very good" --json`: the
 *  answer, its probability, and the weight of head 1 (DiSAN: forward, the mean of its features) from “but” to “weak”. */
export const READ = "a weak plot but the actors are very good";
export const TRAINED: [model: string, answer: string, probability: number, weight: number][] = [
  ["sst2-no-positions", "negative", 0.99729556, 0.45315996],
  ["sst2-vanilla", "negative", 0.97475433, 0.2029841],
  ["sst2-da", "negative", 0.99294335, 0.57506806],
  ["sst2-rpr", "negative", 0.9858045, 0.31198746],
  ["sst2-xl", "negative", 0.99693286, 0.21041532],
  ["sst2-tener", "negative", 0.99223983, 0.42940003],
  ["sst2-tener-program", "negative", 0.9948502, 0.7620824],
  ["sst2-disan", "negative", 0.9913483, 0.39450493],
  ["sst2-alibi", "negative", 0.9965585, 0.38168743],
  ["sst2-t5", "negative", 0.9967585, 0.5145887],
  ["sst2-rope", "negative", 0.9975472, 0.28625754],
  ["sst2-kerple", "negative", 0.99817216, 0.53684264],
  ["sst2-kerple-power", "negative", 0.99063134, 0.40139657],
  ["agnews-da", "Business", 0.43859658, 0.06242869],
  ["agnews-vanilla", "Sci/Tech", 0.4605085, 0.15110335],
];
