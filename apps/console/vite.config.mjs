import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The gateway serves what this builds (tools/build-console.mjs) under /console/. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react()],
  build: {
    target: 'es2022',
    // Nothing as a data: address, which the policy of the page would have to allow.
    assetsInlineLimit: 0,
    // Its script would have to be inline; every browser with modules preloads by itself.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Name, version and licence of each package inside: for the bill of materials, and to be kept beside it.
    license: { fileName: 'licences.json' },
  },
});
