// Runs test files in child processes, each of which loads modules once.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createRunner } from 'jest-light-runner';
import { markOf } from './started-files.mjs';

const LightRunner = createRunner({ runtime: 'child_process' });
const POLL_MS = 5;

/**
 * When a worker asks for its configuration, jest-light-runner 0.8 sends it to all workers that have a file and asks no
 * more. A worker that has its file but does not listen yet would wait for ever, so files start one after another.
 */
export default class extends LightRunner {
  async runTests(tests, watcher, onStart, onResult, onFailure) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'started-files-'));
    process.env.STARTED_FILES = folder;
    const ended = new Set();
    let previous = Promise.resolve();
    const start = (test) => {
      const started = previous.then(() => onStart(test));
      previous = started.then(async () => {
        while (!ended.has(test) && !fs.existsSync(path.join(folder, markOf(test.path)))) await setTimeout(POLL_MS);
      });
      return started;
    };
    const end = (report) => (test, outcome) => {
      ended.add(test);
      return report(test, outcome);
    };
    await super.runTests(tests, watcher, start, end(onResult), end(onFailure));
    fs.rmSync(folder, { recursive: true });
  }
}
