import { spawnSync } from 'node:child_process';

/** All mounts and this folder, read-only, as a pod sees its image and its secrets. */
const SCRIPT =
  'set -e; f=$1; shift; mount --bind / /; mount -o remount,ro,bind /; mount --bind "$f" "$f"; ' +
  'mount -o remount,ro,bind "$f"; exec "$@"';

/**
 * A command that runs a program for which the root file system and one folder are read-only. Undefined where this account
 * may not mount.
 */
export function readOnly(folder: string): readonly string[] | undefined {
  const within = ['unshare', '--mount', '--propagation', 'private', 'sh', '-c', SCRIPT, 'sh', folder];
  return spawnSync('/usr/bin/env', [...within, 'true']).status === 0 ? within : undefined;
}
