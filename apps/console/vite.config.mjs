import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The gateway serves the build (tools/build-console.mjs) below /console/. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react()],
  build: {
    target: 'es2022',
    // No data: URLs, which the Content-Security-Policy would have to permit.
    assetsInlineLimit: 0,
    // The polyfill would need an inline script; all browsers with modules support preloading.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Name, version and licence of each bundled package, for the bill of materials and to be distributed with the
    // build.
    license: { fileName: 'licences.json' },
  },
});
