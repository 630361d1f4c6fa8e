// Fetched when all of the page is up: registers the service worker (sw.js), offers to fetch everything, and offers a
// new version when there is one. Nothing is reloaded that its user did not ask for.
const PROTOCOL = "nearfar-offline/1";
// The worker answers within this time, or is not of this protocol. In milliseconds.
const PATIENCE = 10_000;
const ENGLISH = {
  "offline-visited": "{{start.offline-visited}}",
  "offline-all": "{{start.offline-all size=⟨0⟩}}",
  "offline-coming": "{{start.offline-coming done=⟨0⟩ size=⟨1⟩}}",
  "offline-is-there": "{{start.offline-is-there}}",
  "offline-failed": "{{start.offline-failed}}",
  "offline-new": "{{start.offline-new}}",
  "offline-later": "{{start.offline-later}}",
  "room-try-again": "{{start.room-try-again}}",
  reload: "{{start.reload}}",
};
const say = (key, ...values) =>
  values.reduce(
    (text, value, index) => text.replace(`⟨${index}⟩`, value),
    window.nearfarSayings?.[key] ?? ENGLISH[key],
  );

// Asks a worker; fails where it is silent or of another protocol.
function ask(worker, question, more = {}, patience = PATIENCE) {
  return new Promise((done, failed) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => failed(new Error("the service worker is silent")), patience);
    port1.onmessage = ({ data }) => {
      clearTimeout(timer);
      port1.close();
      if (data?.protocol === PROTOCOL && !data.unknown) done(data);
      else failed(new Error("the service worker is of another version"));
    };
    worker.postMessage({ protocol: PROTOCOL, ask: question, ...more }, [port2]);
  });
}

const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};
const button = (text, onclick) => element("button", { type: "button", textContent: text, onclick });

// Resolves when nothing of the page is still to be mounted; fails where that takes five minutes.
async function mounted() {
  const isUp = () => document.querySelector("#main[aria-busy=false]") && document.querySelector(".foot");
  for (let looks = 0; !isUp(); looks += 1) {
    if (looks > 1200) throw new Error("the page is not up");
    await new Promise((done) => setTimeout(done, 250));
  }
}

const sum = (files) => files.reduce((sum, [, size]) => sum + size, 0);
// As the page writes numbers in every language. `Intl` reads its tables first: a task of 25 to 40 ms at the end of the start.
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

// The line at the page's foot: what works offline, and the way to all of it.
function offer(worker, missing) {
  const line = element("p", { className: "offline" });
  line.setAttribute("role", "status");
  document.querySelector(".foot").append(line);
  const show = (text, ...more) => line.replaceChildren(text, " ", ...more);
  const showOffer = () =>
    show(say("offline-visited"), button(say("offline-all", megabytes(sum(missing))), fetchAll));
  const showEnd = () => (missing.length > 0 ? showFailure() : show(say("offline-is-there")));
  const showFailure = () => show(say("offline-failed"), button(say("room-try-again"), fetchAll));

  async function fetchAll() {
    // So that the browser does not clear it on its own account; it may refuse.
    navigator.storage?.persist?.().catch(() => {});
    const size = sum(missing);
    const progress = element("progress", { max: size, value: 0 });
    progress.setAttribute("aria-label", say("offline-coming", "", megabytes(size)));
    const text = element("span", { ariaHidden: "true" });
    show(progress, text);
    const failed = [];
    for (let done = 0; missing.length > 0; ) {
      text.textContent = say("offline-coming", megabytes(done), megabytes(size));
      progress.value = done;
      const some = missing.splice(0, 8);
      // A slow line may take minutes for the largest.
      const paths = some.map(([path]) => path);
      const answer = await ask(worker, "keep", { paths }, 600_000).catch(() => ({ failed: paths }));
      failed.push(...some.filter(([path]) => answer.failed.includes(path)));
      done += sum(some);
    }
    missing.push(...failed);
    showEnd();
  }

  if (missing.length > 0) showOffer();
  else showEnd();
}

let isOffered = false;
// Offers what is there since: `worker` waits to be taken, or has taken over in another tab.
function offerNew(worker) {
  if (isOffered) return;
  isOffered = true;
  const take = () => {
    if (!worker) return location.reload();
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    ask(worker, "takeOver").catch(() => location.reload());
  };
  const notice = element("div", { className: "notice" }, element("p", { textContent: say("offline-new") }));
  notice.setAttribute("role", "status");
  notice.append(button(say("reload"), take), button(say("offline-later"), () => notice.remove()));
  document.querySelector(".notices")?.append(notice);
}

async function start(version) {
  await mounted();
  const manifest = element("link", { rel: "manifest", href: new URL("manifest.webmanifest", document.baseURI).href });
  document.head.append(manifest);
  const address = new URL("sw.js", document.baseURI).href;
  const registration = await navigator.serviceWorker.register(address, { updateViaCache: "none" });
  // Some tools answer without registering.
  if (!registration) return;
  const wait = (worker) =>
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed" && registration.active) offerNew(worker);
    });
  if (registration.waiting) offerNew(registration.waiting);
  wait(registration.installing);
  registration.addEventListener("updatefound", () => wait(registration.installing));
  // Another tab has taken a newer version; this one goes on with its own until its user loads it again.
  navigator.serviceWorker.addEventListener("controllerchange", async () => {
    const { version: served } = await ask(navigator.serviceWorker.controller, "missing");
    if (served !== version) offerNew();
  });
  const { active } = await navigator.serviceWorker.ready;
  const urls = performance.getEntriesByType("resource").map(({ name }) => name);
  await ask(active, "visited", { urls }, 600_000);
  const { version: served, missing } = await ask(active, "missing");
  if (served !== version) return offerNew();
  offer(active, missing);
}

// Not in a file, which has no workers, nor as a part of another page.
const { content } = document.querySelector("meta[name=nearfar-version]");
if (navigator.serviceWorker && location.protocol !== "file:" && window === window.parent) {
  start(content).catch((error) => console.info(`Nearfar is not kept for use offline: ${error.message}`));
}
