// Serves the finished site under a sub-path, with its compressed copies, as a plain host would:
// what works here works under any path of any host. SITE names another folder than ../dist; the
// folder is read once, at the start. PORT 0 takes a port that is free; the address is printed.
// Tests may start one of their own, with files of their own beside the site's, or without ranges.

import { once } from "node:events";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import sirv from "sirv";

const BASE = "/nearfar";

function notFound(response) {
  response.writeHead(404, { "content-type": "text/plain" }).end("not found\n");
}

/** The first and the last byte that a request asks for; `undefined` for the whole, `null` for none there. */
function asked({ headers }, { bytes, tag }) {
  const of = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? "");
  // A range of another version of the file is answered with the whole of this one.
  const other = headers["if-range"] !== undefined && headers["if-range"] !== tag;
  if (!of || other || (of[1] === "" && of[2] === "")) return undefined;
  const last = bytes.length - 1;
  const [from, to] =
    of[1] === ""
      ? [Math.max(bytes.length - Number(of[2]), 0), last]
      : [Number(of[1]), of[2] === "" ? last : Math.min(Number(of[2]), last)];
  return from > last || from > to ? null : [from, to];
}

/** Answers with a file of a test, or with the part of it that is asked for. */
function give(file, request, response) {
  const { bytes, tag } = file;
  const head = { "content-type": "application/octet-stream", etag: tag };
  const wanted = request.headers["if-match"];
  if (wanted !== undefined && wanted !== "*" && wanted !== tag) {
    response.writeHead(412, head).end();
    return;
  }
  const part = asked(request, file);
  if (part === null) {
    response.writeHead(416, { ...head, "content-range": `bytes */${bytes.length}` }).end();
  } else if (part === undefined) {
    response.writeHead(200, { ...head, "content-length": bytes.length }).end(bytes);
  } else {
    const [from, to] = part;
    const range = `bytes ${from}-${to}/${bytes.length}`;
    const body = bytes.subarray(from, to + 1);
    response
      .writeHead(206, { ...head, "content-range": range, "content-length": body.length })
      .end(body);
  }
}

/**
 * Serves `folder` on `port`: the server, and the address of the page. `also` has files beside it, by
 * path, each `{ bytes, tag }`; without `ranges` every answer is a whole file.
 */
export async function serve(folder, port, { ranges = true, also = {} } = {}) {
  const site = sirv(folder, { brotli: true, gzip: true, etag: true });
  const server = createServer((request, response) => {
    if (request.url === BASE) {
      response.writeHead(301, { location: `${BASE}/` }).end();
    } else if (request.url?.startsWith(`${BASE}/`)) {
      request.url = request.url.slice(BASE.length);
      if (!ranges) delete request.headers.range;
      const file = also[request.url.split("?")[0]];
      if (file) {
        give(file, request, response);
        return;
      }
      site(request, response, () => notFound(response));
    } else {
      notFound(response);
    }
  });
  await once(server.listen(port, "127.0.0.1"), "listening");
  return { server, address: `http://127.0.0.1:${server.address().port}${BASE}/` };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.env.SITE ?? fileURLToPath(new URL("../dist", import.meta.url));
  const { address } = await serve(folder, Number(process.env.PORT ?? 4173));
  console.log(address);
}
