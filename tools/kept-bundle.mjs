// Which files a bundle was made of, so that the next run of a tool makes it again only when one of them has changed.
import fs from 'node:fs';
import path from 'node:path';

/** Inputs of bundles other than the sources. */
const MADE_WITH = [
  'tools/run.mjs',
  'tools/bundle.mjs',
  'tools/kept-bundle.mjs',
  'tsconfig.base.json',
  'package-lock.json',
];
/** A file that changed as shortly before may have been read in its earlier form: times of files are coarse. */
const COARSE_MS = 1000;

const recordOf = (bundle) => `${bundle}.files.json`;

/** Changes when the file does; of a folder, when a file in it comes or goes, which another may have been found before. */
function stampOf(file) {
  const { mtimeMs, size, ino } = fs.statSync(file);
  return `${mtimeMs} ${size} ${ino}`;
}

/** Whether the bundle is made of the files as they are now. */
export function isBundleFresh(root, bundle) {
  try {
    const stamps = JSON.parse(fs.readFileSync(recordOf(bundle), 'utf8'));
    return Object.entries(stamps).every(([file, stamp]) => stampOf(path.join(root, file)) === stamp);
  } catch {
    return false;
  }
}

/** Records the files of a bundle that stands at its place, unless one has changed since it was begun. */
export function recordBundle(root, bundle, { inputs, begunMs }) {
  const files = [...inputs, ...MADE_WITH];
  const folders = new Set(files.map((file) => path.dirname(file)));
  const stamps = {};
  for (const file of [...files, ...folders]) {
    stamps[file] = stampOf(path.join(root, file));
    if (fs.statSync(path.join(root, file)).mtimeMs > begunMs - COARSE_MS) return;
  }
  // When two runs bundle at once, the one whose bundle remains has recorded it.
  stamps[path.relative(root, bundle)] = stampOf(bundle);
  const unfinished = `${recordOf(bundle)}.${process.pid}`;
  fs.writeFileSync(unfinished, JSON.stringify(stamps));
  fs.renameSync(unfinished, recordOf(bundle));
}
