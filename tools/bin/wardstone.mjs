#!/usr/bin/env node
// The command line, `npx wardstone` in the checkout: tools/wardstone.ts.
process.argv.splice(2, 0, 'wardstone');
await import('../run.mjs');
