const { ReadableStream } = require('node:stream/web');
const { TextDecoder, TextEncoder } = require('node:util');

// Every browser has them, jsdom has not.
Object.assign(globalThis, { ReadableStream, TextDecoder, TextEncoder });
globalThis.Request ??= class {
  constructor(url, init) {
    Object.assign(this, init, { url, headers: new Headers(init.headers) });
  }
};
// The library of the charts asks how dense the screen is when it is loaded.
globalThis.matchMedia ??= () => ({
  matches: false,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
});
