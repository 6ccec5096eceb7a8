import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import { takeWhole } from '../screenshots/whole-page';
import { formatRow } from './effort';
import { Recorder } from './recorder';
import { fillDisk, MAIL_ALERT, NEW_HOSTS, reportUp, type TaskRecords } from './records';
import { TASKS } from './tasks';

/** Wide enough for tables, and small enough for a document. */
const VIEWPORT = { width: 1280, height: 760 };
const HEIGHT_LIMIT = 1200;
/** A mail waits 5 s for others of its incident; the host is silenced later. */
const GROUP_WAIT_MS = 7_000;
/** Baselines, whose calculation would take days. */
const USUAL: Readonly<Record<string, { min: number; mean: number; max: number }>> = {
  'User Load': { min: 0.15, mean: 0.35, max: 0.55 },
  'System Load': { min: 0.06, mean: 0.1, max: 0.14 },
};

interface Place {
  /** Address of the console. */
  root: string;
  records: TaskRecords;
  /** Folder of the pictures. */
  folder: string;
}

/** Performs the everyday tasks, takes their pictures, and prints the table of docs/console.md. */
export async function pictureTasks(page: Page, { root, records, folder }: Place): Promise<void> {
  await showIn(page, 'light');
  for (const [at, task] of TASKS.entries()) {
    await page.goto(`${root}/console/overview`);
    await page.waitForSelector('h1');
    const recorder = new Recorder(page, async (step) => {
      await take(page, `${folder}/${task.name}-${step}.png`);
    });
    await task.run(recorder, records);
    if (task.name === 'mail') await fireMailAlert(records);
    console.log(`| ${formatRow(at + 1, task.title, recorder.effort)} | ${recorder.seconds.toFixed(1)} |`);
  }
}

/** Fires the alert that later tasks silence and open. */
async function fireMailAlert({ call, hosts }: TaskRecords): Promise<void> {
  const definitions = await call<{ id: number; name: string }[]>('GET', '/rest/alert/definitions?ps=1000');
  await fillDisk(call, hosts['db-01'], definitions.find(({ name }) => name === MAIL_ALERT)!.id);
  await sleep(GROUP_WAIT_MS);
}

/** Takes the pictures of the README. */
export async function pictureFirstSight(page: Page, { root, records, folder }: Place): Promise<void> {
  const { resourceId, schedules } = records.hosts['db-01'];
  for (const host of NEW_HOSTS) await reportUp(records.call, host);
  await records.call('PATCH', `/api/compliance/v2/policies/${records.policy}`, { compliance_threshold: 25 });
  for (const { scheduleId, displayName } of schedules) {
    const range = USUAL[displayName];
    if (range) await records.call('PUT', `/rest/metric/data/${scheduleId}/baseline`, range);
  }
  await showIn(page, 'light');
  await page.goto(`${root}/console/overview`);
  await page.waitForSelector('.numbers');
  await take(page, `${folder}/overview.png`);
  await showIn(page, 'dark');
  await page.goto(`${root}/console/inventory/${resourceId}/charts?span=7d&metric=load`);
  await page.waitForSelector('.time-chart canvas');
  await take(page, `${folder}/charts.png`);
}

async function showIn(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.setViewport(VIEWPORT);
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: theme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
}

async function take(page: Page, file: `${string}.png`): Promise<void> {
  await page.waitForSelector('[role=status]', { hidden: true });
  await takeWhole(page, file, VIEWPORT, HEIGHT_LIMIT);
}
