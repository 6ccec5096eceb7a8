import { execFileSync } from 'node:child_process';
import fs from 'node:fs';

/** Puts a FIFO without a writer in the place of a file, if there is one. */
export function plantFifo(file: string): void {
  fs.rmSync(file, { force: true });
  execFileSync('/bin/sh', ['-c', 'mkfifo "$1"', 'sh', file]);
}
