// TypeScript through SWC (with decorator metadata); packages that ship ES modules are turned into CommonJS,
// because jest on Node.js 20 cannot require() them. CommonJS packages pass untouched.
const { createTransformer } = require('@swc/jest');
const fs = require('node:fs');
const path = require('node:path');
const { createHash } = require('node:crypto');

const shared = { swcrc: false, sourceMaps: 'inline', module: { type: 'commonjs' } };
const typescript = createTransformer({
  ...shared,
  jsc: {
    target: 'es2022',
    keepClassNames: true,
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
  },
});
const esModule = createTransformer({ ...shared, jsc: { target: 'es2022', parser: { syntax: 'ecmascript' } } });

const knownFolders = new Map();

/** Whether the nearest package.json above `folder` declares ES modules. */
function isModuleFolder(folder) {
  const known = knownFolders.get(folder);
  if (known !== undefined) return known;
  const manifest = path.join(folder, 'package.json');
  const parent = path.dirname(folder);
  const answer = fs.existsSync(manifest)
    ? JSON.parse(fs.readFileSync(manifest, 'utf8')).type === 'module'
    : parent !== folder && isModuleFolder(parent);
  knownFolders.set(folder, answer);
  return answer;
}

function transformerFor(file) {
  if (/\.[cm]?tsx?$/.test(file)) return typescript;
  if (file.endsWith('.mjs') || (file.endsWith('.js') && isModuleFolder(path.dirname(file)))) return esModule;
  return undefined;
}

module.exports = {
  getCacheKey(source, file, options) {
    const key = transformerFor(file)?.getCacheKey?.(source, file, options);
    return key ?? createHash('sha1').update(file).update(source).digest('hex');
  },
  process(source, file, options) {
    return transformerFor(file)?.process(source, file, options) ?? { code: source };
  },
};
