// Serves the finished site under a sub-path, with its compressed copies, as a plain host would:
// what works here works under any path of any host. SITE names another folder than ../dist; the
// folder is read once, at the start. PORT 0 takes a port that is free; the address is printed.

import { once } from "node:events";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import sirv from "sirv";

const BASE = "/nearfar";

function notFound(response) {
  response.writeHead(404, { "content-type": "text/plain" }).end("not found\n");
}

/** Serves `folder` on `port`: the server, and the address of the page. */
export async function serve(folder, port) {
  const site = sirv(folder, { brotli: true, gzip: true, etag: true });
  const server = createServer((request, response) => {
    if (request.url === BASE) {
      response.writeHead(301, { location: `${BASE}/` }).end();
    } else if (request.url?.startsWith(`${BASE}/`)) {
      request.url = request.url.slice(BASE.length);
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
