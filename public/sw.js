// The service worker: what was visited works without a network. The build writes FILES, the list of everything
// that this version of the site is made of; what is kept is kept under its hash, and nothing is given out that is
// not of this version. So a page never gets programs of two versions, whatever the host has meanwhile. It takes over
// when its user asks, or when no page of an older version is open.

// The version that the page of this build puts behind its files' names (xtask/src/offline.rs).
const VERSION = "";
// By path: a hash of the bytes, their number, their number as sent, and 1 for what a first visit needs, 2 for
// what is asked for with the version, 3 for both.
const FILES = {};
const PROTOCOL = "nearfar-offline/1";
const CACHE = "nearfar";
const PAGE = "index.html";
const OF_START = 1;
const WITH_VERSION = 2;

const scope = new URL("./", self.location.href).href;
// Where a file of this version is kept.
const keyOf = (path) => `${scope}${path}?sha256=${FILES[path][0]}`;
const pathOf = (url) => {
  const { origin, pathname } = new URL(url);
  const whole = `${origin}${pathname}`;
  if (!whole.startsWith(scope)) return undefined;
  const path = decodeURIComponent(whole.slice(scope.length)) || PAGE;
  return Object.hasOwn(FILES, path) ? path : undefined;
};

// The files of a room come together: its program, its worker, its sheet, its texts.
const ROOM = /^(?:nearfar-(?!page|tokenizer)([a-z]+)|(?!texts|vectors|checkpoints|icons)([a-z]+)\/)/;
const roomOf = (path) => {
  const [, program, folder] = ROOM.exec(path) ?? [];
  return program ?? folder;
};
const withRooms = (paths) => {
  const rooms = new Set(paths.map(roomOf).filter(Boolean));
  return [...new Set([...paths, ...Object.keys(FILES).filter((path) => rooms.has(roomOf(path)))])];
};

async function isOfThisVersion(path, bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hash = Array.from(digest.subarray(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hash === FILES[path][0];
}

// A file of this version: kept already, or fetched, held to its hash, and kept. Fails where the host has another.
async function get(path) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(keyOf(path));
  if (kept) return kept;
  const search = FILES[path][3] & WITH_VERSION ? `?${VERSION}` : "";
  const address = `${scope}${path === PAGE ? "" : path}${search}`;
  // What the browser's own cache has may be old.
  for (const mode of ["default", "reload"]) {
    const response = await fetch(address, { cache: mode });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    const bytes = await response.arrayBuffer();
    if (await isOfThisVersion(path, bytes)) {
      const type = response.headers.get("content-type") ?? "application/octet-stream";
      const encoding = response.headers.get("content-encoding") ?? "";
      const headers = { "content-type": type, "content-length": bytes.byteLength, "x-was-sent-as": encoding };
      const made = new Response(bytes, { headers });
      // A browser without room for it still shows it.
      await cache.put(keyOf(path), made.clone()).catch(() => {});
      return made;
    }
  }
  // The host has a newer version: it will be offered.
  self.registration.update().catch(() => {});
  throw new Error(`${path} is of another version`);
}

// Eight at a time; the names of those that did not come.
async function keep(paths) {
  const open = [...paths];
  const failed = [];
  const work = async () => {
    for (let path = open.pop(); path; path = open.pop()) {
      const isKept = await get(path)
        .then(() => caches.match(keyOf(path)))
        .catch(() => undefined);
      if (!isKept) failed.push(path);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return failed;
}

// `cargo xtask serve` fills in nothing: where a finished site was served before, its worker goes.
async function leave() {
  await caches.delete(CACHE);
  await self.registration.unregister();
  for (const client of await self.clients.matchAll({ type: "window" })) client.navigate(client.url);
}

// What the version before had kept is what its user had visited: it is fetched anew where it changed.
self.addEventListener("install", (event) => {
  const install = async () => {
    if (!VERSION) return self.skipWaiting();
    const cache = await caches.open(CACHE);
    const visited = (await cache.keys()).map(({ url }) => pathOf(url)).filter(Boolean);
    const start = Object.keys(FILES).filter((path) => FILES[path][3] & OF_START);
    const failed = await keep(new Set([...start, ...visited]));
    if (failed.length > 0) throw new Error(`not of this version, or not there: ${failed.join(", ")}`);
  };
  event.waitUntil(install());
});

self.addEventListener("activate", (event) => {
  const activate = async () => {
    if (!VERSION) return leave();
    const cache = await caches.open(CACHE);
    const known = new Set(Object.keys(FILES).map(keyOf));
    const old = (await cache.keys()).filter(({ url }) => !known.has(url));
    await Promise.all(old.map((request) => cache.delete(request)));
    // The page of the first visit is served from now on.
    await self.clients.claim();
  };
  event.waitUntil(activate());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const path = pathOf(request.url);
  if (!path) return;
  const { search } = new URL(request.url);
  if (others.has(event.clientId)) return;
  if (request.headers.has("range")) {
    // A part of a file is the host's to give; without it, the whole is an answer, too.
    event.respondWith(fetch(request).catch(() => get(path)));
  } else if (path === PAGE) {
    // Without a page of this version any is better than none; what that one asks for is the host's.
    const other = () => {
      others.add(event.resultingClientId);
      return fetch(request);
    };
    event.respondWith(get(path).catch(other));
  } else if (FILES[path][3] & WITH_VERSION && !search.startsWith(`?${VERSION}`)) {
    event.respondWith(ofOthers(path, request));
  } else {
    event.respondWith(get(path).catch(refuse));
  }
});

// The pages that came from the host, since it has another version than this worker.
const others = new Set();

// A page of another version asks. If that is the host's, it is none of this worker's business. Else the page is older than
// the host: it gets no part of a newer one, and says that it could not load.
async function ofOthers(path, request) {
  const wanted = new URL(request.url).search.slice(1);
  const version = await versionOfHost();
  if (version && wanted.startsWith(version)) return fetch(request);
  return refuse(new Error(`${path} is of another version than the page`));
}

let hostsVersion;
// What the host has now, asked for once in ten seconds: a page asks for many files at a time.
function versionOfHost() {
  if (!hostsVersion) {
    const found = async () => {
      const page = await (await fetch(scope, { cache: "no-cache" })).text();
      return /name="nearfar-version" content="(\w+)"/.exec(page)?.[1];
    };
    hostsVersion = found();
    setTimeout(() => (hostsVersion = undefined), 10_000);
  }
  return hostsVersion;
}

const refuse = ({ message }) =>
  new Response(message, { status: 503, headers: { "content-type": "text/plain; charset=utf-8" } });

const answers = {
  // What is not kept yet, with the bytes that it costs; and the version, to be held to the page's.
  async missing() {
    const cache = await caches.open(CACHE);
    const kept = new Set((await cache.keys()).map(({ url }) => url));
    const page = await cache.match(keyOf(PAGE));
    const isCompressed = Boolean(page?.headers.get("x-was-sent-as"));
    const missing = Object.keys(FILES).filter((path) => !kept.has(keyOf(path)));
    return { version: VERSION, missing: missing.map((path) => [path, FILES[path][isCompressed ? 2 : 1]]) };
  },
  // Keeps files, by path.
  async keep({ paths }) {
    return { failed: await keep(paths.filter((path) => Object.hasOwn(FILES, path))) };
  },
  // Keeps what a page has loaded before this worker was there, by address, and the rest of its rooms.
  async visited({ urls }) {
    return { failed: await keep(withRooms(urls.map(pathOf).filter(Boolean))) };
  },
  // The user takes this version.
  async takeOver() {
    await self.skipWaiting();
    return {};
  },
};

self.addEventListener("message", (event) => {
  const { protocol, ask } = event.data ?? {};
  const [port] = event.ports;
  if (!port) return;
  if (protocol !== PROTOCOL || !Object.hasOwn(answers, ask)) {
    port.postMessage({ protocol: PROTOCOL, unknown: true });
    return;
  }
  const answer = async () => port.postMessage({ protocol: PROTOCOL, ...(await answers[ask](event.data)) });
  event.waitUntil(answer());
});
