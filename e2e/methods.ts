// How many methods the library's table has: what stands in the grid of the Compare room.

import { readFileSync } from "node:fs";

const table = readFileSync(new URL("../crates/nearfar/src/methods/mod.rs", import.meta.url), "utf8");
const lines = /methods! \{\n([\s\S]*?)\n\}/.exec(table)?.[1]?.match(/^ {4}\w+ = /gm) ?? [];

/** The lines of the table. */
export const METHODS = lines.length;
