// Starts the program that the address names: the one that reads files, or the tokenizer. The page
// hands its version over in the address, so that a browser which kept an older one does not run it.
const version = self.location.search;
const name = self.location.hash.slice(1);
const file = (path) => new URL(`../${path}${version}`, self.location.href).href;
importScripts(file(`${name}.js`));
wasm_bindgen({ module_or_path: file(`${name}_bg.wasm`) }).catch((error) => {
  // An uncaught error reaches the page; a rejected promise does not.
  setTimeout(() => {
    throw error;
  });
});
