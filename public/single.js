// The first script of the one file that `cargo xtask single` writes, and of no other page. Everything that the page would
// fetch stands at the end of the file, compressed; here is how it gets it: what asks for a file of the site (fetch,
// import, a style sheet, a worker) is given that, and nothing else is ever asked for.
const ENGLISH = { "single-not-inside": "{{start.single-not-inside file=⟨0⟩}}" };
const say = (key, value) => (window.nearfarSayings?.[key] ?? ENGLISH[key]).replace("⟨0⟩", value);

const TYPES = { js: "text/javascript", css: "text/css", wasm: "application/wasm", json: "application/json" };

// The path of a file of the site, or nothing for an address that stands for itself.
function pathOf(address) {
  const url = new URL(address, document.baseURI);
  if (/^(blob|data):$/.test(url.protocol)) return undefined;
  const folder = new URL("./", document.baseURI).href;
  const { href } = Object.assign(url, { search: "", hash: "" });
  return href.startsWith(folder) ? decodeURIComponent(href.slice(folder.length)) : href;
}

// Resolves when all of the file was read.
const read = new Promise((done) => {
  if (document.readyState !== "loading") done();
  else addEventListener("DOMContentLoaded", done);
});

async function find(path) {
  await read;
  const file = document.querySelector(`script[data-file="${CSS.escape(path)}"]`);
  if (!file) throw new TypeError(say("single-not-inside", path));
  return file.textContent;
}

// The bytes of a file; whoever asks twice gets a copy of its own.
async function bytesOf(path) {
  const text = await find(path);
  const packed = Uint8Array.fromBase64?.(text) ?? Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(unpacked).arrayBuffer();
}

const typeOf = (path) => TYPES[path.split(".").pop()] ?? "application/octet-stream";
const urlOf = async (path) => URL.createObjectURL(new Blob([await bytesOf(path)], { type: typeOf(path) }));

const fetchOther = window.fetch.bind(window);
window.fetch = async (asked, options) => {
  const address = asked instanceof Request ? asked.url : String(asked);
  const path = pathOf(address);
  if (path === undefined) return fetchOther(asked, options);
  return new Response(await bytesOf(path), { headers: { "content-type": typeOf(path) } });
};

// What stands for `import` in the page's scripts: as there, a program that is asked for twice runs once.
const imported = new Map();
window.importFromFile = async (address) => {
  const path = pathOf(address);
  if (!imported.has(path)) imported.set(path, urlOf(path));
  return import(await imported.get(path));
};

const href = Object.getOwnPropertyDescriptor(HTMLLinkElement.prototype, "href");
Object.defineProperty(HTMLLinkElement.prototype, "href", {
  ...href,
  set(address) {
    // What is there already is not asked for ahead.
    if (this.rel === "preload") {
      this.rel = "";
      return;
    }
    urlOf(pathOf(address)).then(
      (url) => href.set.call(this, url),
      () => this.dispatchEvent(new Event("error")),
    );
  },
});

// A worker of the browser says that it is there, and gets its program as its first message.
const WORKER = `addEventListener("message", (event) => {
  event.stopImmediatePropagation();
  importScripts(URL.createObjectURL(new Blob([event.data.script], { type: "text/javascript" })));
  wasm_bindgen({ module_or_path: event.data.program }).catch((error) => setTimeout(() => { throw error; }));
}, { once: true });
postMessage("there");`;
const PlainWorker = window.Worker;

// A program in a worker of the browser. Where those are barred, as a page around this one may have it, the browser throws or
// tells of an error before the first word.
function runApart(files, hear, fail) {
  const worker = new PlainWorker(URL.createObjectURL(new Blob([WORKER], { type: "text/javascript" })));
  return new Promise((done, bar) => {
    worker.onerror = bar;
    worker.onmessage = () => {
      worker.onmessage = ({ data }) => hear(data);
      worker.onerror = fail;
      worker.postMessage(files, Object.values(files));
      done({ post: (message) => worker.postMessage(message), end: () => worker.terminate() });
    };
  });
}

// What reads a file at once, which only workers have.
class ReaderAtOnce {
  readAsArrayBuffer(blob) {
    const url = URL.createObjectURL(blob);
    const request = new XMLHttpRequest();
    request.open("GET", url, false);
    // Every byte as a sign of its own.
    request.overrideMimeType("text/plain; charset=x-user-defined");
    request.send();
    URL.revokeObjectURL(url);
    return Uint8Array.from(request.responseText, (sign) => sign.charCodeAt(0) & 255).buffer;
  }
}

// The same program on the page's own thread, in a frame that is its world: slower for the page, the same numbers.
async function runBeside({ script, program }, hear, fail) {
  const frame = Object.assign(document.createElement("iframe"), { hidden: true, title: "" });
  document.body.append(frame);
  const scope = frame.contentWindow;
  const copy = scope.structuredClone;
  scope.FileReaderSync = ReaderAtOnce;
  scope.onerror = (message) => fail(new ErrorEvent("error", { message }));
  scope.postMessage = (message, transfer) => {
    const data = structuredClone(message, { transfer });
    setTimeout(() => hear(data));
  };
  await new Promise((done, bar) => {
    const element = scope.document.createElement("script");
    // What a script declares is no property of its frame, and an object of this one is none of the frame's.
    const parts = [script, "; window.start = (program) => wasm_bindgen({ module_or_path: program });"];
    Object.assign(element, { src: URL.createObjectURL(new Blob(parts, { type: TYPES.js })), onload: done, onerror: bar });
    scope.document.body.append(element);
  });
  await scope.start(program);
  const post = (message) => {
    const data = copy(message);
    setTimeout(() => scope.dispatchEvent(new scope.MessageEvent("message", { data })));
  };
  return { post, end: () => frame.remove() };
}

let areBarred = false;
async function start(name, hear, fail) {
  const [script, program] = await Promise.all([bytesOf(`${name}.js`), bytesOf(`${name}_bg.wasm`)]);
  if (!areBarred) {
    try {
      return await runApart({ script, program }, hear, fail);
    } catch {
      areBarred = true;
    }
  }
  return runBeside({ script, program }, hear, fail);
}

window.Worker = class {
  onmessage = null;
  onerror = null;
  #started;

  constructor(address) {
    const name = new URL(address, document.baseURI).hash.slice(1);
    const fail = (error) => this.onerror?.(error);
    this.#started = start(name, (data) => this.onmessage?.(new MessageEvent("message", { data })), fail);
    this.#started.catch(({ message }) => fail(new ErrorEvent("error", { message })));
  }

  postMessage(message) {
    this.#started.then(({ post }) => post(message), () => {});
  }

  terminate() {
    this.#started.then(({ end }) => end(), () => {});
  }
};

// A notebook puts before this script what the page begins with, and the files that it opens (python/nearfar).
const begin = document.querySelector("script[data-start]")?.textContent;
if (begin && location.hash.length < 2) location.hash = begin;
const opened = Array.from(document.querySelectorAll("script[data-opened]"), ({ dataset, textContent }) => {
  const bytes = Uint8Array.from(atob(textContent), (sign) => sign.charCodeAt(0));
  return new File([bytes], dataset.opened);
});
async function open() {
  while (!document.querySelector("#main[aria-busy=false]")) await new Promise((done) => setTimeout(done, 100));
  await window.nearfar.open(opened);
  const then = document.querySelector("script[data-then]")?.textContent;
  if (then) window.nearfar.set(JSON.parse(then));
}
if (opened.length > 0) {
  open().catch(({ message }) => {
    const line = Object.assign(document.createElement("p"), { textContent: message });
    const notice = Object.assign(document.createElement("div"), { className: "notice error" });
    notice.setAttribute("role", "alert");
    notice.append(line);
    document.querySelector(".notices")?.append(notice);
  });
}
