// Starts the program that trains. The page hands its version over in the address, so that a browser
// which kept an older program does not run it.
const version = self.location.search;
const file = (name) => new URL(`../${name}${version}`, self.location.href).href;
importScripts(file("nearfar-worker.js"));
wasm_bindgen({ module_or_path: file("nearfar-worker_bg.wasm") }).catch((error) => {
  // An uncaught error reaches the page; a rejected promise does not.
  setTimeout(() => {
    throw error;
  });
});
