// The rooms with what each has drawn when it works, and the one file that `cargo xtask single` writes.

import { fileURLToPath } from "node:url";

export const ROOMS = [
  ["lab", "#pictures canvas"],
  ["curves", "#curves-room canvas"],
  ["compare", ".compare[data-ready]"],
  ["train", ".train[data-ready]"],
  ["inspect", ".inspect[data-ready]"],
  ["learn", ".learn"],
] as const;

export const SINGLE =
  process.env.SINGLE ?? fileURLToPath(new URL("../target/single/nearfar.html", import.meta.url));
