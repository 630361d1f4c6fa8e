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
  document.getElementById("unstartable-detail").textContent = String(detail ?? "");
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
      document.getElementById(`${name}-room`).innerHTML =
        '<p role="alert">The room did not load. <button type="button" class="reload">Reload</button></p>';
      console.warn(error);
    },
  );
};

// What the first picture of a first visit needs besides the program (src/first.rs).
function preloadFirst() {
  try {
    if (location.hash.length > 1 || localStorage.getItem("nearfar.settings")) return;
  } catch {
    // Without storage every visit is a first one.
  }
  for (const file of ["vectors/first.bin", "checkpoints/sst2-da.first.bin", "checkpoints/sst2-da.safetensors"]) {
    const link = document.createElement("link");
    Object.assign(link, { rel: "preload", as: "fetch", crossOrigin: "anonymous", href: file });
    document.head.append(link);
  }
}
preloadFirst();
