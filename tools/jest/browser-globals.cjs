const { TextDecoder, TextEncoder } = require('node:util');

// Every browser has them, jsdom has not.
Object.assign(globalThis, { TextDecoder, TextEncoder });
// The library of the charts asks how dense the screen is when it is loaded.
globalThis.matchMedia ??= () => ({
  matches: false,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
});
