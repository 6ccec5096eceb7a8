import fs from 'node:fs';
import path from 'node:path';

/**
 * Writes package.json of a package assembled in `folder`: that of `source` with the version of the product. The
 * `packages` that it loads are inside, in the versions of the lock file, so that it installs without a registry.
 */
export function writeManifest({ root, source, folder, packages }) {
  const readJson = (place) => JSON.parse(fs.readFileSync(path.join(place, 'package.json'), 'utf8'));
  const { version, engines, dependencies } = readJson(root);
  const manifest = {
    ...readJson(source),
    version,
    engines,
    dependencies: Object.fromEntries(packages.map((name) => [name, dependencies[name]])),
    bundleDependencies: packages,
  };
  fs.writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
