import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..', '..');

/** Name of the file that tells that a test file has started. */
export const markOf = (testFile) => encodeURIComponent(path.relative(root, testFile));

/** Called by the worker, for its runner. */
export function markStarted(testFile) {
  fs.writeFileSync(path.join(process.env.STARTED_FILES, markOf(testFile)), '');
}
