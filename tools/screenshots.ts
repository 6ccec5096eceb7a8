import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { launchBrowser } from '@wardstone/testing';
import type { Page } from 'puppeteer-core';
import { build } from './build';
import { pictureFirstSight, pictureTasks } from './console-tasks/picture-tasks';
import { makeTaskRecords } from './console-tasks/records';
import { findFreePort } from '@wardstone/host';
import { findAddresses } from './screenshots/addresses';
import { makeDialogs, openDialog } from './screenshots/dialogs';
import { makeOnCallRecords } from './screenshots/on-call-records';
import { takeWhole, type Window } from './screenshots/whole-page';
import { type RunningSystem, startSystem } from './system';
import { workspaceRoot } from './workspace';

const WIDTHS = [
  [390, 844],
  [1280, 900],
  [1920, 1080],
] as const;
const THEMES = ['light', 'dark'] as const;
/** The live agent, guides with a scan result, fired alerts. */
const TOURS = ['agent', 'compliance', 'alerts'];
const PATIENCE_MS = 120_000;
const HEIGHT_LIMIT = 6000;
const IDLE_MS = 300;

export const USAGE = 'Usage: npm run screenshots [-- FOLDER] [--only PATTERN] [--tasks]';

/**
 * `npm run screenshots [-- FOLDER] [--only PATTERN]`: every page of the console in its whole length, and dialogs about
 * notifications, on an installation with real data; or the pages whose names match the pattern. With `--tasks`: the
 * pictures of README and docs/console.md, and the table of the latter.
 */
export async function main(args: string[]): Promise<number> {
  const options = { only: { type: 'string' }, tasks: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  await build();
  const smtp = `smtp://127.0.0.1:${await findFreePort()}`;
  const env = { AGENT: values.tasks ? 'off' : 'on', SMTP_URL: smtp, ALERT_ALLOWED_NETWORKS: '127.0.0.0/8' };
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-screenshots-'));
  const system = await startSystem({ dataDir, env });
  const [folder = path.join(...(values.tasks ? ['docs', 'images', 'console'] : ['dist', 'screenshots']))] = positionals;
  try {
    fs.mkdirSync(folder, { recursive: true });
    if (values.tasks) return await takeTasks(system, smtp, folder);
    for (const tour of TOURS) await runTour(tour, system, smtp);
    await makeOnCallRecords(system);
    return await inBrowser(system, (page) => takeAll(page, system, folder, new RegExp(values.only ?? '')));
  } finally {
    await system.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

async function takeTasks(system: RunningSystem, smtp: string, folder: string): Promise<number> {
  const place = { root: system.gatewayUrl, records: await makeTaskRecords(system), folder };
  try {
    return await inBrowser(system, async (page) => {
      await pictureTasks(page, place);
      for (const tour of ['compliance', 'alerts']) await runTour(tour, system, smtp);
      await pictureFirstSight(page, place);
    });
  } finally {
    await place.records.remove();
  }
}

async function runTour(name: string, system: RunningSystem, smtp: string): Promise<void> {
  const child = spawn(process.execPath, [path.join(workspaceRoot(), 'e2e', 'tours', `${name}-tour.mjs`)], {
    env: {
      ...process.env,
      WARDSTONE_URL: system.gatewayUrl,
      WARDSTONE_PASSWORD: system.adminPassword,
      SMTP_URL: smtp,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${name}-tour.mjs ended with ${code}`);
}

async function takeAll(page: Page, system: RunningSystem, folder: string, only: RegExp): Promise<void> {
  const pages = await findAddresses(system);
  const addresses = Object.entries(pages).filter(([name]) => only.test(name));
  const dialogs = Object.entries(makeDialogs(pages)).filter(([name]) => only.test(name));
  for (const [width, height] of WIDTHS) {
    for (const theme of THEMES) {
      await page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value: theme },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ]);
      const window = { width, height };
      for (const [name, address] of addresses) {
        await show(page, system.gatewayUrl + address, window);
        await takeWhole(page, `${folder}/${name}-${width}-${theme}.png`, window, HEIGHT_LIMIT);
      }
      for (const [name, dialog] of dialogs) {
        await show(page, system.gatewayUrl + dialog.address, window);
        await openDialog(page, dialog);
        await page.waitForNetworkIdle({ idleTime: IDLE_MS });
        await takeWhole(page, `${folder}/${name}-${width}-${theme}.png`, window, HEIGHT_LIMIT);
      }
    }
  }
  console.log(`${(addresses.length + dialogs.length) * WIDTHS.length * THEMES.length} pictures in ${folder}`);
}

/** Provides a page on which the administrator is signed in. */
async function inBrowser(system: RunningSystem, work: (page: Page) => Promise<void>): Promise<number> {
  const browser = await launchBrowser();
  if (!browser) {
    console.error('There is no Chromium here; name one by CHROME_PATH.');
    return 1;
  }
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    page.setDefaultNavigationTimeout(PATIENCE_MS);
    // Confirms leaving a form with unsaved input.
    page.on('dialog', (question) => void question.accept());
    await signIn(page, system);
    await work(page);
    return 0;
  } finally {
    await browser.close();
  }
}

async function signIn(page: Page, { gatewayUrl, adminPassword }: RunningSystem): Promise<void> {
  await page.goto(`${gatewayUrl}/login?next=/console/`);
  await page.type('input[name=username]', 'admin');
  await page.type('input[name=password]', adminPassword);
  await Promise.all([page.waitForNavigation(), page.click('form button')]);
  await page.waitForSelector('h1');
}

async function show(page: Page, address: string, window: Window): Promise<void> {
  await page.setViewport(window);
  await page.goto(address);
  await page.waitForSelector('h1');
  await page.waitForNetworkIdle({ idleTime: IDLE_MS });
}
