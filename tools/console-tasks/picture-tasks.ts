import { setTimeout } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import { rowOf } from './effort';
import { Recorder } from './recorder';
import type { TaskRecords } from './records';
import { TASKS } from './tasks';

/** Wide enough for tables, and small enough for a document. */
const VIEWPORT = { width: 1280, height: 760 };
/** For drawings on canvases, which nothing announces. */
const DRAWN_MS = 300;

interface Place {
  /** Of the console. */
  root: string;
  records: TaskRecords;
  /** Of the pictures. */
  folder: string;
}

/** Does the everyday tasks, takes their pictures, and prints the table of docs/console.md. */
export async function pictureTasks(page: Page, { root, records, folder }: Place): Promise<void> {
  await page.setViewport(VIEWPORT);
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: 'light' },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
  for (const [at, task] of TASKS.entries()) {
    await page.goto(`${root}/console/overview`);
    await page.waitForSelector('h1');
    const recorder = new Recorder(page, async (step) => {
      await page.waitForSelector('[role=status]', { hidden: true });
      await setTimeout(DRAWN_MS);
      await page.screenshot({ path: `${folder}/${task.name}-${step}.png` });
    });
    await task.run(recorder, records);
    console.log(`| ${rowOf(at + 1, task.title, recorder.effort)} | ${recorder.seconds.toFixed(1)} s |`);
  }
}
