// window.nearfarBench: the Lab's own attention, for anybody's harness. Data in and views of the
// results out; what is between is the library's.
//
//   load({ N, D, h, d, H, Wq, Wk, Wv, Wo })   H [N, D]; Wq, Wk, Wv [D, h·d], head i in columns i·d
//                                             and on; Wo [h·d, m]; Float32Array, row-major
//   forward({ w, v })          { A, O }       everything from H on; A [h, N, N], O [N, m]
//   move({ w, v })             { A }          other w and v, [h] each, on the scores of the last forward
//   moveHead({ head, w, v })   { A }          the same for one head; A [N, N] of that head
//
// A and O are views of the program's memory, valid until the next call.

import init, { Layer, Painter } from "./nearfar_bench.js";

const program = await init();
const view = (address, length) => new Float32Array(program.memory.buffer, address, length);
let layer;
let shape;

function weights() {
  const { N, h } = shape;
  return view(layer.weights_at(), h * N * N);
}

window.nearfarBench = {
  async load({ N, h, d, H, Wq, Wk, Wv, Wo }) {
    layer?.free();
    layer = new Layer(N, h, H, Wq, Wk, Wv, Wo);
    shape = { N, h, outputs: (N * Wo.length) / (h * d) };
    // `move` needs scores, and may come first.
    layer.forward(new Float32Array(h), new Float32Array(h));
  },
  async forward({ w, v }) {
    layer.forward(w, v);
    return { A: weights(), O: view(layer.projected_at(), shape.outputs) };
  },
  async move({ w, v }) {
    for (let head = 0; head < shape.h; head += 1) layer.move_head(head, w[head], v[head]);
    return { A: weights() };
  },
  async moveHead({ head, w, v }) {
    layer.move_head(head, w[head], v[head]);
    const cells = shape.N * shape.N;
    return { A: view(layer.weights_at() + 4 * head * cells, cells) };
  },
};

// 16 pictures redrawn, colours included: `ours` by the Lab's painter, `plain` by a table of 256
// colours in JavaScript and the same putImageData. Of each redraw the milliseconds of script, and those
// until the browser presented the frame with it, from a random phase of the frame clock.
window.nearfarDrawing = (runs, N = 512, heads = 16) => {
  const cells = N * N;
  const values = Float32Array.from({ length: heads * cells }, (_, index) => {
    const [i, j] = [Math.floor(index / N) % N, index % N];
    return Math.exp(-Math.abs(i - j) / 20) * (((index * 2654435761) % 4096) / 4096);
  });
  const contexts = Array.from({ length: heads }, () => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = N;
    document.body.append(canvas);
    return canvas.getContext("2d");
  });
  const painter = new Painter(values);
  const image = new ImageData(N, N);
  const pixels = new Uint32Array(image.data.buffer);
  const table = Uint32Array.from({ length: 256 }, (_, shade) => (255 << 24) | (shade * 0x010101));
  const redraw = {
    ours(head) {
      const address = painter.paint(head * cells, cells);
      const painted = new Uint8ClampedArray(program.memory.buffer, address, 4 * cells);
      contexts[head].putImageData(new ImageData(painted, N, N), 0, 0);
    },
    plain(head) {
      const first = head * cells;
      for (let cell = 0; cell < cells; cell += 1) {
        pixels[cell] = table[(values[first + cell] * 255) | 0];
      }
      contexts[head].putImageData(image, 0, 0);
    },
  };
  // The browser tells when it presented an element that asks for it: a text that comes with the frame.
  const waiting = new Map();
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) waiting.get(entry.identifier)?.(entry);
  }).observe({ type: "element", buffered: true });
  const mark = document.createElement("div");
  document.body.prepend(mark);
  const pause = (time) => new Promise((done) => setTimeout(done, time));
  return (async () => {
    const times = {};
    for (let run = 0; run < runs; run += 1) {
      for (const [name, paint] of Object.entries(redraw)) {
        await pause(30 + Math.random() * 17);
        const identifier = `${name} ${run}`;
        const presented = new Promise((done) => waiting.set(identifier, done));
        const start = performance.now();
        for (let head = 0; head < heads; head += 1) paint(head);
        const script = performance.now() - start;
        const text = document.createElement("div");
        text.setAttribute("elementtiming", identifier);
        text.textContent = identifier;
        mark.replaceChildren(text);
        const { presentationTime, renderTime } = await presented;
        times[name] ??= { script: [], presented: [] };
        times[name].script.push(script);
        times[name].presented.push((presentationTime || renderTime) - start);
      }
    }
    painter.free();
    return times;
  })();
};
