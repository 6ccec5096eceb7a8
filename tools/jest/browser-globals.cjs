const { ReadableStream } = require('node:stream/web');
const { TextDecoder, TextEncoder } = require('node:util');

// Available in every browser, but not in jsdom.
Object.assign(globalThis, { ReadableStream, TextDecoder, TextEncoder });
globalThis.Request ??= class {
  constructor(url, init) {
    Object.assign(this, init, { url, headers: new Headers(init.headers) });
  }
};
// The chart library reads the pixel density when it is loaded.
globalThis.matchMedia ??= () => ({
  matches: false,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
});

// jsdom has no layout, so nothing is ever resized.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
