// Serves the finished site under a sub-path, with its compressed copies, as a plain host would:
// what works here works under any path of any host. SITE names another folder than ../dist; the
// folder is read once, at the start. PORT 0 takes a port that is free; the address is printed.

import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import sirv from "sirv";

const BASE = "/nearfar";
const PORT = Number(process.env.PORT ?? 4173);
const SITE = process.env.SITE ?? fileURLToPath(new URL("../dist", import.meta.url));

const site = sirv(SITE, { brotli: true, gzip: true, etag: true });

function notFound(response) {
  response.writeHead(404, { "content-type": "text/plain" }).end("not found\n");
}

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
server.listen(PORT, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}${BASE}/`));
