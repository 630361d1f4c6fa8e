// Fetches the program of a room or of the Share dialog when it is opened for the first time, in the version that
// belongs to the page, and says so while it is on its way.
const attempts = {};
const states = {};
// What is said of a room that is not there yet.
const boxes = {};

const button = (key, onclick) =>
  Object.assign(document.createElement("button"), { type: "button", textContent: nearfarText(key), onclick });

// A menu of a room closes by Escape and by a click elsewhere.
const openMenu = () => document.querySelector("details.drop[open]");
addEventListener("click", ({ target }) => {
  const menu = openMenu();
  if (menu && !menu.contains(target)) menu.open = false;
});
addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && openMenu();
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
  event.stopPropagation();
}, true);

// What the room alone says, in the language that is shown; English is in its program.
async function speak(file, name) {
  if (!window.nearfarTexts) return;
  try {
    const answer = await fetch(file(`texts/${document.documentElement.lang}/${name}.json`));
    const { first, texts } = await answer.json();
    texts.forEach((text, place) => {
      window.nearfarTexts[first + place] = text;
    });
  } catch (error) {
    console.warn(error);
  }
}

export async function open(name, version) {
  const root = document.getElementById(`${name}-room`);
  if (!root || states[name]) return;
  states[name] = "coming";
  // A browser remembers a module that did not load: the next attempt asks for another address.
  const file = (path) => new URL(`${path}?${version}${attempts[name] || ""}`, document.baseURI).href;
  // A lesson is taken in another room: that it did not load is said over that.
  const isLesson = () => name === "learn" && root.hidden;
  const box = (boxes[name] ??= document.createElement("div"));
  const say = (text, ...more) => {
    const line = document.createElement("p");
    line.textContent = text;
    box.setAttribute("role", more.length ? "alert" : "status");
    box.replaceChildren(line, ...more);
    const isOver = isLesson() && more.length > 0;
    box.className = isOver ? "notice error" : "placeholder";
    (isOver ? document.getElementById("learn-strip") : root).replaceChildren(box);
  };
  // What is said of the dialog stands over the room that is shown, which goes on without it.
  const isDialog = name === "share";
  say(nearfarText(isDialog ? "share-coming" : "room-coming"));
  try {
    const style = document.createElement("link");
    style.rel = "stylesheet";
    style.href = file(`${name}/${name}.css`);
    const styled = new Promise((done, failed) => {
      style.onload = done;
      style.onerror = () => failed(new Error("its style sheet did not load"));
    });
    document.head.append(style);
    const parts = [import(file(`nearfar-${name}.js`)), styled, speak(file, name)];
    const [program] = await Promise.all(parts);
    await program.default({ module_or_path: file(`nearfar-${name}_bg.wasm`) });
    box.remove();
    states[name] = "there";
  } catch (error) {
    states[name] = undefined;
    attempts[name] = (attempts[name] || 0) + 1;
    const buttons = [button("room-try-again", () => open(name, version))];
    const dismiss = () => {
      box.remove();
      document.querySelector(`[data-panel=${name}]`)?.focus();
    };
    if (isDialog || isLesson()) buttons.push(button("share-dismiss", dismiss));
    say(`${nearfarText(isDialog ? "share-not-loaded" : "room-not-loaded")}: ${error?.message ?? error}`, ...buttons);
  }
}
