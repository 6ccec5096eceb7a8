// The Node.js for commands. `npm ci` installs one, where a package exists, and npm and npx put it first on the PATH. A
// command that was started by an older one restarts itself with it.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** As in "engines" of package.json. */
export const FLOOR = '22.22';

/**
 * Path of the Node.js to restart with; undefined if the running one is new enough.
 * @throws where it is too old and none was brought
 */
export function otherRuntime(version, brought) {
  const [[major, minor], [floorMajor, floorMinor]] = [version, FLOOR].map((text) => text.split('.').map(Number));
  if (major > floorMajor || (major === floorMajor && minor >= floorMinor)) return undefined;
  if (brought !== undefined) return brought;
  throw new Error(
    `Node.js ${version} is too old: ${FLOOR} or newer is needed, or the one that "npm ci" brings on Linux.`,
  );
}

/** The Node.js that `npm ci` installed in the workspace, if any. */
export function broughtRuntime(root) {
  const node = path.join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  return fs.existsSync(node) ? node : undefined;
}

/** Runs a program in place of this one, which then ends in the same way. */
export function runInstead(node, args, root) {
  const bin = path.join(root, 'node_modules', '.bin');
  const env = { ...process.env, PATH: [bin, process.env.PATH].join(path.delimiter) };
  const child = spawn(node, args, { stdio: 'inherit', env });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const pass = (signal) => child.kill(signal);
  for (const signal of signals) process.on(signal, pass);
  child.on('exit', (code, signal) => {
    for (const name of signals) process.off(name, pass);
    if (signal === null) process.exit(code);
    process.kill(process.pid, signal);
  });
}
