// The page in a widget of a notebook: what one of the two changes, the other is told (docs/embedding.md has the messages).
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

function render({ model, el }) {
  const frame = document.createElement("iframe");
  frame.title = "Nearfar";
  frame.style = `width: 100%; height: ${model.get("height")}px; border: 0`;
  const notice = document.createElement("p");
  notice.setAttribute("role", "alert");
  notice.hidden = true;
  frame.srcdoc = model.get("_page");
  el.append(frame, notice);

  // What the page says that it is, and the last message that awaits an answer.
  let told;
  let asked = 0;

  function write(values) {
    for (const [name, value] of Object.entries(values)) model.set(name, value);
    model.save_changes();
  }

  function say(error) {
    notice.textContent = error;
    notice.hidden = error === "";
    write({ error });
  }

  function ask() {
    const wanted = model.get("settings");
    const changed = Object.entries(wanted).filter(([name, value]) => !same(value, told[name]));
    if (changed.length === 0) return;
    asked += 1;
    const settings = Object.fromEntries(changed);
    frame.contentWindow.postMessage({ target: "nearfar", type: "set", settings, id: asked }, "*");
  }

  function hear({ source, data }) {
    if (source !== frame.contentWindow) return;
    if (data?.type === "height") frame.style.height = `${data.height}px`;
    if (data?.source !== "nearfar") return;
    // An answer that another question has overtaken says nothing of now.
    if (data.id !== undefined && data.id !== asked) return;
    if (data.type === "error") {
      say(data.message);
      if (told && data.id !== undefined) write({ settings: told });
    } else if (data.type === "ready") {
      told = data.settings;
      // A cell that ran before this view was there may have asked already.
      if (Object.keys(model.get("settings")).length > 0) ask();
      else write({ settings: told });
    } else if (data.type === "state") {
      told = data.settings;
      if (data.id !== undefined && model.get("error") !== "") say("");
      if (!same(model.get("settings"), told)) write({ settings: told });
    }
  }

  const follow = () => told && ask();
  addEventListener("message", hear);
  model.on("change:settings", follow);
  return () => {
    removeEventListener("message", hear);
    model.off("change:settings", follow);
  };
}

export default { render };
