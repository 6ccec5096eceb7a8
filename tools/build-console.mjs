// node tools/build-console.mjs
//
// Builds apps/console into dist/console: files with hashed names in assets/, each beside its brotli form, and the page
// that loads them. What Nx runs for `nx build console`.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { build } from 'vite';

const compress = promisify(zlib.brotliCompress);
/** Fonts are already compressed, and files of a few bytes do not benefit. */
const COMPRESSED = /\.(css|js|svg)$/;
const LEAST_BYTES = 1024;

// Set even when a test builds it, because React differs in development.
process.env.NODE_ENV = 'production';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const aside = path.join(root, 'dist', `.console-${process.pid}`);
const final = path.join(root, 'dist', 'console');
try {
  await build({
    configFile: path.join(root, 'apps', 'console', 'vite.config.mjs'),
    logLevel: 'warn',
    build: { outDir: aside, emptyOutDir: true },
  });
  const assets = path.join(aside, 'assets');
  for (const name of fs.readdirSync(assets)) {
    const content = fs.readFileSync(path.join(assets, name));
    if (!COMPRESSED.test(name) || content.length < LEAST_BYTES) continue;
    fs.writeFileSync(path.join(assets, `${name}.br`), await compress(content));
  }
  fs.rmSync(final, { recursive: true, force: true });
  fs.renameSync(aside, final);
} finally {
  fs.rmSync(aside, { recursive: true, force: true });
}
