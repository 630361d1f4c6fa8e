// What must work before the program does: the reload buttons, and a message where it cannot start.
// A plain script in the head, so that it hears of a program file that does not load. It stands in the
// page itself, as the style sheets do: nothing is fetched only to find out what to fetch next.
const started = () => document.documentElement.hasAttribute("data-started");

function unstartable(detail) {
  if (started()) return;
  if (document.readyState === "loading") {
    addEventListener("DOMContentLoaded", () => unstartable(detail));
    return;
  }
  document.getElementById("starting").hidden = true;
  document.getElementById("unstartable").hidden = false;
  document.getElementById("unstartable-reason").textContent = nearfarText(whyNot());
  document.getElementById("unstartable-detail").textContent = String(detail ?? "");
}

// A sentence of the page: of the language that is shown, else as index.html has it.
window.nearfarText = (key) =>
  window.nearfarSayings?.[key] ??
  document.getElementById("sayings").content.getElementById(`say-${key}`).textContent;

// The likeliest reason first; what the browser said stands below it.
function whyNot() {
  if (location.protocol === "file:") return "unstartable-file";
  if (window.origin === "null") return "unstartable-frame";
  // A function that returns a vector.
  const simd = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];
  return window.WebAssembly?.validate(new Uint8Array(simd)) ? "unstartable-part" : "unstartable-browser";
}

addEventListener("unhandledrejection", (event) => unstartable(event.reason));
// A file that does not load fires at its own element only: heard while the event goes down.
addEventListener("error", (event) => {
  if (event.target?.rel === "preload") return;
  const file = event.target?.src;
  unstartable(event.message ?? (file ? `${file} did not load` : "a file of the program did not load"));
}, true);
addEventListener("click", (event) => {
  if (event.target instanceof Element && event.target.closest("button.reload")) location.reload();
});

// A room that is a program of its own is fetched when it is opened.
window.nearfarRoom = (name) => {
  const { content } = document.querySelector("meta[name=nearfar-version]");
  import(new URL(`room.js?${content}`, document.baseURI).href).then(
    (room) => room.open(name, content),
    (error) => {
      const line = Object.assign(document.createElement("p"), { role: "alert" });
      const reload = Object.assign(document.createElement("button"), { type: "button", className: "reload" });
      reload.textContent = nearfarText("reload");
      const missing = name === "share" ? "share-not-loaded" : "room-not-loaded";
      line.append(`${nearfarText(missing)}. `, reload);
      document.getElementById(`${name}-room`).replaceChildren(line);
      console.warn(error);
    },
  );
};

// The settings as the program will find them (src/address.rs): those of the link.
const settingsText = () => location.hash.slice(1);

function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    // Without storage there is none.
    return null;
  }
}

// The theme, and what the start section shows: the Lab with the first visit's sentence, the Lab without
// one, or the head of the page alone where another room opens.
function dress(root, text) {
  const chosen = new URLSearchParams(text);
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  hidePanels(chosen.get("hide"), chosen.get("only"), chosen.get("embed") === "1");
  root.dataset.theme = ["dark", "light", "projector"].find((theme) => theme === (chosen.get("theme") ?? stored("nearfar.theme"))) || system;
  root.toggleAttribute("data-told", stored("nearfar.claim") === "off");
  const isLab = (chosen.get("room") || "lab") === "lab";
  root.dataset.visit = isLab ? (text ? "lab" : "first") : "room";
}

// Fetches the sentences of the language of the link, of an earlier choice or of the browser, whichever the page
// has first. Without them it speaks English.
async function speak(root, text) {
  const known = document.querySelector("meta[name=nearfar-languages]").content.split(" ");
  const wanted = [new URLSearchParams(text).get("lang"), stored("nearfar.lang"), ...navigator.languages];
  const lang = wanted.map((each) => each?.split("-")[0].toLowerCase()).find((each) => known.includes(each));
  if (!lang || lang === "en") return;
  try {
    const { content } = document.querySelector("meta[name=nearfar-version]");
    const file = await fetch(new URL(`texts/${lang}.json?${content}`, document.baseURI).href);
    const { texts, sayings } = await file.json();
    Object.assign(window, { nearfarTexts: texts, nearfarSayings: sayings });
    root.lang = lang;
  } catch (error) {
    console.warn(error);
  }
}

// What the Lab's first pictures need besides the program (src/first_visit.rs).
function preloadFirst() {
  for (const file of ["vectors/first.bin", "checkpoints/sst2-da.first.bin", "checkpoints/sst2-da.safetensors"]) {
    const link = document.createElement("link");
    Object.assign(link, { rel: "preload", as: "fetch", crossOrigin: "anonymous", href: file, fetchPriority: "low" });
    document.head.append(link);
  }
}

// The page's program, which Trunk.toml has started here. A first visit paints something first: the program
// and its model are nine tenths of what is fetched, and would share line and processor with it.
async function startProgram(script, program) {
  const isFirst = document.documentElement.dataset.visit === "first";
  if (isFirst) await painted();
  const module_or_path = fetch(program);
  // What is compiled while the rest comes has a head start.
  if (isFirst) module_or_path.then(preloadFirst, () => {});
  const [{ default: start }] = await Promise.all([import(script), styled(), spoken]);
  await start({ module_or_path });
  // What works without a network (offline.js) waits until all of the page is up.
  const { content } = document.querySelector("meta[name=nearfar-version]");
  if (content) import(new URL(`offline.js?${content}`, document.baseURI).href).catch(() => {});
}

// Resolves when the style sheet is there that the first picture does not need.
function styled() {
  const { content } = document.querySelector("meta[name=nearfar-version]");
  return new Promise((done, failed) => {
    const href = new URL(`later.css?${content}`, document.baseURI).href;
    const onerror = () => failed(new Error("its style sheet did not load"));
    document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload: done, onerror }));
  });
}

// Resolves when a word or a picture was painted, or could have been: a hidden page paints nothing.
function painted() {
  return new Promise((done) => {
    const hear = (list) => list.getEntriesByName("first-contentful-paint").length && done();
    new PerformanceObserver(hear).observe({ type: "paint", buffered: true });
    setTimeout(done, 1000);
  });
}

// Hides what a link hides, before anything is painted and again as settings change (src/app.rs): the panels of
// these names (crates/nearfar/src/panels.rs), all that is neither in `only` nor round it, and what a page
// needs that stands alone. What is not displayed is in neither the Tab order nor the accessibility tree.
const hiding = new CSSStyleSheet();
document.adoptedStyleSheets = [hiding];
window.nearfarHide = hidePanels;
function hidePanels(hide, only, embed) {
  const panels = (names) => names?.match(/[a-z][a-z-]*/g)?.map((name) => `[data-panel=${name}]`).join();
  const [gone, kept] = [panels(hide), panels(only)];
  const rules = [gone, kept && `main [data-panel]:not(${kept}):not(:has(${kept})):not(:is(${kept}) *)`, embed && ".head,.foot,.skips"];
  document.documentElement.toggleAttribute("data-embed", embed);
  // A lesson's picture that stands alone is larger.
  document.documentElement.dataset.only = only ?? "";
  hiding.replaceSync(rules.filter(Boolean).map((rule) => `${rule}{display:none!important}`).join(""));
}

dress(document.documentElement, settingsText());
const spoken = speak(document.documentElement, settingsText());
// Inside another page: what the two say to each other.
if (new URLSearchParams(settingsText()).get("embed") === "1") {
  const { content } = document.querySelector("meta[name=nearfar-version]");
  import(new URL(`embed.js?${content}`, document.baseURI).href);
}
