// Loads the TypeScript sources in Node.js, for the jest projects whose files share the modules of a worker.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import swc from '@swc/core';
import 'reflect-metadata';
import { markStarted } from './started-files.mjs';
import swcOptions from './swc-options.cjs';

const root = path.resolve(import.meta.dirname, '..', '..');

/** Implements `moduleNameMapper` of jest.config.cjs for Node.js. */
function findSource(specifier, parentUrl) {
  const library = /^@wardstone\/([a-z-]+)(?:\/([a-z-]+))?$/.exec(specifier);
  if (library) return path.join(root, 'libs', library[1], 'src', library[2] ?? '', 'index.ts');
  if (specifier.endsWith('/thread-file')) return path.join(root, 'tools', 'jest', 'thread-file.ts');
  if (!specifier.startsWith('.') || !parentUrl?.startsWith('file:')) return undefined;
  const wanted = path.resolve(path.dirname(fileURLToPath(parentUrl)), specifier.replace(/\.js$/, ''));
  return [`${wanted}.ts`, path.join(wanted, 'index.ts'), wanted].find(
    (file) => file.endsWith('.ts') && fs.existsSync(file),
  );
}

/**
 * A test file is imported with a different URL each time. Node.js 22 calls hooks for the requires of a CommonJS module
 * only if that module itself was required.
 */
function requireAnew(filename) {
  return `import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
delete require.cache[${JSON.stringify(filename)}];
require(${JSON.stringify(filename)});`;
}

const CACHE = path.join(root, '.cache', 'jest', 'sources');
const compiler = `${swc.version} ${JSON.stringify(swcOptions)}`;

/** Compiles a file once until it changes, for all workers and later runs: a service has a thousand. */
function compile(filename) {
  const source = fs.readFileSync(filename, 'utf8');
  const hash = createHash('sha256').update(`${compiler} ${filename} ${source}`).digest('hex');
  const kept = path.join(CACHE, `${path.relative(root, filename)}.js`);
  const known = fs.existsSync(kept) ? fs.readFileSync(kept, 'utf8') : '';
  if (known.startsWith(hash)) return known.slice(hash.length);
  const { code } = swc.transformSync(source, { ...swcOptions, filename, sourceMaps: 'inline' });
  // Renamed when it is whole: other workers read it.
  const writing = `${kept}.${process.pid}`;
  fs.mkdirSync(path.dirname(kept), { recursive: true });
  fs.writeFileSync(writing, hash + code);
  fs.renameSync(writing, kept);
  return code;
}

registerHooks({
  resolve(specifier, context, nextResolve) {
    const file = findSource(specifier, context.parentURL);
    if (file === undefined) return nextResolve(specifier, context);
    return { url: pathToFileURL(file).href, format: 'commonjs', shortCircuit: true };
  },
  load(url, context, nextLoad) {
    const { protocol, pathname, search } = new URL(url);
    if (protocol !== 'file:' || !pathname.endsWith('.ts')) return nextLoad(url, context);
    const filename = fileURLToPath(`file://${pathname}`);
    if (search !== '') {
      markStarted(filename);
      return { format: 'module', source: requireAnew(filename), shortCircuit: true };
    }
    return { format: 'commonjs', source: compile(filename), shortCircuit: true };
  },
});
process.setSourceMapsEnabled(true);
