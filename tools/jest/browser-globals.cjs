const { TextDecoder, TextEncoder } = require('node:util');

// Every browser has them, jsdom has not.
Object.assign(globalThis, { TextDecoder, TextEncoder });
