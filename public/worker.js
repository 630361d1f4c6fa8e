// Starts the worker that the address names. The page hands its version over in the address, so that a
// browser which kept an older program does not run it.
const version = self.location.search;
const name = self.location.hash.slice(1);
const file = (path) => new URL(`${path}${version}`, self.location.href).href;
importScripts(file(`${name}.js`));
wasm_bindgen({ module_or_path: file(`${name}_bg.wasm`) }).catch((error) => {
  // An uncaught error reaches the page; a rejected promise does not.
  setTimeout(() => {
    throw error;
  });
});
