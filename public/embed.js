// The page inside another page (embed=1; docs/embedding.md): it says how high it is, when it is ready, what its
// settings are and what went wrong, and takes settings. Fetched by such a page alone. It speaks to the window
// around it and obeys nobody else; as long as this page is there, that window shows the same page, so that
// naming no origin tells nobody more.
const around = window.parent;
const isInside = around !== window;
const root = document.documentElement;
const tell = (message) => isInside && around.postMessage(message, "*");
const say = (type, more) => tell({ source: "nearfar", type, ...more });

let isReady = false;
let toldHeight = 0;
let toldState = "";

// As Embedly documents it, which Observable's notebooks and others hear; and as Observable Framework's example
// hears it.
function tellHeight() {
  const height = Math.ceil(root.getBoundingClientRect().height);
  if (!isReady || height === toldHeight) return;
  toldHeight = height;
  tell(JSON.stringify({ src: location.href, context: "iframe.resize", height }));
  tell({ source: "nearfar", type: "height", context: "iframe.resize", height });
}

// What the settings are, where they differ from what was told last.
function tellState() {
  const settings = window.nearfar.settings();
  const state = JSON.stringify(settings);
  if (state === toldState) return;
  toldState = state;
  say("state", { settings });
}

// An answer has the id of its question.
const named = (id) => (id === undefined ? {} : { id });
const error = (reason, id) => say("error", { message: reason?.message ?? String(reason), ...named(id) });

async function obey({ type, settings, id }) {
  if (id !== undefined && typeof id !== "string" && typeof id !== "number") {
    return error("id is a text or a number");
  }
  if (!isReady) return error("the page is not ready; it says so", id);
  if (type !== "set") return error(`there is no message of the type ${JSON.stringify(type)}; there is “set”`, id);
  try {
    await window.nearfar.set(settings);
    const now = window.nearfar.settings();
    toldState = JSON.stringify(now);
    say("state", { settings: now, ...named(id) });
  } catch (reason) {
    error(reason, id);
  }
}

addEventListener("message", (event) => {
  if (!isInside || event.source !== around) return;
  // Others who speak to frames are not answered.
  if (event.data?.target === "nearfar") obey(event.data);
});

// A change a frame is enough to follow.
let isAsked = false;
addEventListener("nearfar-state", () => {
  if (isAsked || !isReady) return;
  isAsked = true;
  setTimeout(() => {
    isAsked = false;
    tellState();
  }, 50);
});

// The page says in its own elements how far it is.
function look() {
  const cannot = document.getElementById("unstartable");
  if (cannot && !cannot.hidden) {
    watching.disconnect();
    return error(document.getElementById("unstartable-reason").textContent);
  }
  if (root.hasAttribute("data-trouble")) {
    watching.disconnect();
    return error(document.getElementById("trouble-detail").textContent);
  }
  const isThere = root.hasAttribute("data-started") && document.querySelector("main[aria-busy=false]");
  if (isReady || !isThere || !window.nearfar) return;
  isReady = true;
  watching.disconnect();
  watching.observe(root, { attributeFilter: ["data-trouble"] });
  // What of the link was not understood.
  for (const notice of document.querySelectorAll(".notice.error p")) error(notice.textContent);
  const settings = window.nearfar.settings();
  toldState = JSON.stringify(settings);
  say("ready", { settings });
  new ResizeObserver(tellHeight).observe(root);
}

const watching = new MutationObserver(look);
watching.observe(root, { subtree: true, childList: true, attributeFilter: ["data-started", "data-trouble", "hidden", "aria-busy"] });
look();
