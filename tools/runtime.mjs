// The Node.js that commands run on. `npm ci` brings one, where it exists as a package, and puts it first in the PATH of npm
// and npx. A command that was started by an older one starts itself again with that.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** As in "engines" of package.json. */
export const FLOOR = '22.22';

/**
 * Path of the Node.js to start again with; undefined when the running one will do.
 *
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

/** The Node.js that `npm ci` brought to the workspace, if any. */
export function broughtRuntime(root) {
  const node = path.join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  return fs.existsSync(node) ? node : undefined;
}

/** Runs a program in the place of this one, which ends as that does. */
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
