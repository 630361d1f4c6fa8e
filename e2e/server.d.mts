// The types of the server that tests may start.

import type { Server } from "node:http";

/** A file of a test: its bytes, and the tag that says which version of them it is. */
export interface ServedFile {
  bytes: Buffer;
  tag: string;
}

export function serve(
  folder: string,
  port: number,
  options?: { ranges?: boolean; also?: Record<string, ServedFile> },
): Promise<{ server: Server; address: string }>;
