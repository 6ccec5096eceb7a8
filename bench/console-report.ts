import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { launchBrowser } from '@wardstone/testing';
import type { CDPSession, Page } from 'puppeteer-core';
import { MIGRATIONS as COMPLIANCE_MIGRATIONS } from '../apps/compliance/src/data-source';
import { MIGRATIONS } from '../apps/monitoring/src/data-source';
import { type Call, Caller } from '../tools/requests/caller';
import { type RunningSystem, startSystem } from '../tools/system';
import { workspaceRoot } from '../tools/workspace';
import { createDatabase, withBench } from './bench-server';
import { addPlatforms, fillInventory } from './inventory-data';
import { fillPages, runMany, measurePages, countRequests, measureTime } from './console-pages';
import { median } from './measuring';
import { judge, loadAverage, roundFigure, printFigure } from './table';

const GOAL = { scriptKB: 350, requests: 4, chartRequests: 3, serviceMs: 500, chartMs: 100, listMB: 10 };
const POINTS = 10_000;
const INTERVAL_MS = 30_000;
const METRIC = 'User Load';
/** Number of platforms of a hundred resources each. */
const PLATFORMS = 5;
const PLATFORMS_SCROLLED = 100_000;
const STEPS = 200;
const POLICIES = 1_000;
const PATIENCE_MS = 300_000;

interface ReportOptions {
  resources: number;
  rounds: number;
  only: RegExp;
}

/** `npm run bench -- console`: cost of the console in a browser. Returns the number of missed goals. */
export async function reportConsole({ resources, rounds, only }: ReportOptions): Promise<number> {
  const browser = await launchBrowser();
  if (!browser) {
    console.log('There is no Chromium here.');
    return 0;
  }
  return withBench(async ({ server }) => {
    let system: RunningSystem | undefined;
    try {
      const monitoring = await createDatabase(server, 'inventory', MIGRATIONS);
      await fillInventory(monitoring.adminUrl, resources);
      const compliance = await createDatabase(server, 'compliance', COMPLIANCE_MIGRATIONS);
      const databases = { DATABASE_URL_MONITORING: monitoring.url, DATABASE_URL_COMPLIANCE: compliance.url };
      system = await startSystem({ env: { RATE_LIMIT: 'off', ...databases } });
      const caller = new Caller(system.gatewayUrl, { authorization: system.login });
      const platforms = (resources / 100) * PLATFORMS;
      await fill(caller, platforms);
      console.log(
        `\nThe console with ${resources} resources, ${platforms} of them platforms, and ${POLICIES} policies; ${loadAverage()}\n`,
      );
      const page = await browser.newPage();
      page.setDefaultTimeout(PATIENCE_MS);
      page.setDefaultNavigationTimeout(PATIENCE_MS);
      await signIn(page, system);
      const missed: boolean[] = [];
      if (only.test('overview')) missed.push(...(await measureOverview(page, system, rounds)));
      if (only.test('chart')) missed.push(...(await measureChart(page, { ...system, call: caller.call }, rounds)));
      if (only.test('page')) {
        await fillPages(caller.call, { monitoring: monitoring.adminUrl, compliance: compliance.adminUrl });
        missed.push(...(await measurePages(page, system, { caller, rounds })));
      }
      if (only.test('list')) {
        await addPlatforms(monitoring.adminUrl, PLATFORMS_SCROLLED - platforms);
        missed.push(await measureList(page, system));
      }
      return missed.filter(Boolean).length;
    } finally {
      await browser.close();
      await system?.stop();
      if (system) fs.rmSync(system.dataDir, { recursive: true, force: true });
    }
  });
}

async function signIn(page: Page, { gatewayUrl, adminPassword }: RunningSystem): Promise<void> {
  await page.goto(`${gatewayUrl}/login?next=/services`);
  await page.type('input[name=username]', 'admin');
  await page.type('input[name=password]', adminPassword);
  await page.click('form button');
  await page.waitForSelector('table');
}

/** The overview with nothing in the cache. */
async function measureOverview(page: Page, { gatewayUrl }: RunningSystem, rounds: number): Promise<boolean[]> {
  const begun = performance.now();
  await page.goto(`${gatewayUrl}/console/overview`);
  await page.waitForSelector('.numbers');
  await page.waitForNetworkIdle();
  const readyMs = performance.now() - begun;
  const loaded = (await page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")) as string[];
  const scripts = loaded.filter((name) => name.endsWith('.js'));
  const bytes = await Promise.all(
    scripts.map(async (name) => gzipSync(Buffer.from(await (await fetch(name)).arrayBuffer()), { level: 9 }).length),
  );
  const requests = (await countRequests(page)).map(({ name }) => name);
  printFigure('first page with a cold cache, everything loaded', `${Math.round(readyMs)} ms`);
  return [
    judge({
      figure: `scripts of the first page, gzip (${scripts.length} files)`,
      value: bytes.reduce((sum, length) => sum + length, 0) / 1000,
      unit: ' kB',
      goal: { atMost: GOAL.scriptKB },
    }),
    judge({ figure: 'requests of the overview', value: requests.length, goal: { atMost: GOAL.requests } }),
    judge({
      figure: 'time of the services, one request after the other',
      value: await getSum(page, requests, rounds),
      unit: ' ms',
      goal: { atMost: GOAL.serviceMs },
    }),
  ];
}

async function getSum(page: Page, addresses: readonly string[], rounds: number): Promise<number> {
  let sum = 0;
  for (const address of addresses) sum += await measureTime(page, address, rounds);
  return sum;
}

/** Lines are stroked last; nothing announces it. */
const WATCH_STROKES = `
  const { stroke } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.stroke = function (...path) {
    stroke.apply(this, path);
    window.strokedAt = performance.now();
  };`;
const DRAWN_AFTER_ARRIVAL = `window.strokedAt -
  performance.getEntriesByType('resource').findLast(({ name }) => new URL(name).pathname.startsWith('/rest/metric/charts/')).responseEnd`;

/** The charts of a resource, and of one zoomed to that many stored values, from arrival until drawing. */
async function measureChart(
  page: Page,
  { gatewayUrl, call }: { gatewayUrl: string; call: Call },
  rounds: number,
): Promise<boolean[]> {
  const [machine] = await call<{ resourceId: number }[]>('GET', '/rest/resource?q=machine-0&ps=1');
  const { resourceId } = machine!;
  const listed = await call<Schedule[]>('GET', `/rest/resource/${resourceId}/schedules?enabledOnly=false`);
  const { scheduleId } = listed.find(({ displayName }) => displayName === METRIC)!;
  const schedule = { collectionInterval: INTERVAL_MS, enabled: true };
  await call('PUT', `/rest/metric/schedule/${scheduleId}`, schedule);
  const end = Date.now();
  const start = end - POINTS * INTERVAL_MS;
  const values = Array.from({ length: POINTS }, (_point, at) => ({
    scheduleId,
    timeStamp: start + at * INTERVAL_MS,
    value: 0.5 + 0.4 * Math.sin(at / 40) + 0.1 * Math.sin(at * 7),
  }));
  await call('POST', '/rest/metric/data/raw', values);
  await page.goto(`${gatewayUrl}/console/inventory/${resourceId}/charts`);
  await page.waitForSelector('.time-chart');
  await page.waitForNetworkIdle();
  const charts = (await page.evaluate("document.querySelectorAll('.metric-chart').length")) as number;
  const requests = await countRequests(page);
  await page.evaluateOnNewDocument(WATCH_STROKES);
  const query = new URLSearchParams({ metric: METRIC, start: String(start), end: String(end) });
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await page.goto(`${gatewayUrl}/console/inventory/${resourceId}/charts?${query.toString()}`);
    await page.waitForSelector('.time-chart canvas');
    await page.waitForNetworkIdle();
    times.push((await page.evaluate(DRAWN_AFTER_ARRIVAL)) as number);
  }
  return [
    judge({
      figure: `requests of a page of ${charts} charts`,
      value: requests.length,
      goal: { atMost: GOAL.chartRequests },
    }),
    judge({
      figure: `chart of ${POINTS} stored values, from its arrival until drawn`,
      value: median(times),
      unit: ' ms',
      goal: { atMost: GOAL.chartMs },
    }),
  ];
}

interface Schedule {
  scheduleId: number;
  displayName: string;
}

/**
 * The tree of the inventory with that many platforms: memory of the scripts after scrolling all of it, and after its
 * first tenth.
 */
async function measureList(page: Page, { gatewayUrl }: RunningSystem): Promise<boolean> {
  await page.goto(`${gatewayUrl}/console/inventory`);
  await page.waitForSelector('.virtual-row a');
  const devtools = await page.createCDPSession();
  const scroll = async (from: number, to: number): Promise<void> => {
    for (let step = 0; step <= STEPS; step++) {
      const share = from + ((to - from) * step) / STEPS;
      await page.evaluate(
        `{ const list = document.querySelector('.virtual-list'); list.scrollTop = list.scrollHeight * ${share}; }`,
      );
      // Rows are in place when the visible ones are loaded.
      await page.waitForFunction("document.querySelectorAll('.virtual-row a').length > 10");
    }
  };
  await scroll(0, 0.1);
  const before = await heapMB(devtools);
  await scroll(0.1, 1);
  await page.waitForSelector(`[aria-posinset="${PLATFORMS_SCROLLED}"] a`);
  await scroll(1, 0);
  // Pages out of sight are kept for five seconds.
  await sleep(6_000);
  const after = await heapMB(devtools);
  printFigure(
    'memory of the scripts after a tenth, and after the whole way',
    `${roundFigure(before)}, ${roundFigure(after)} MB`,
  );
  return judge({
    figure: `growth while ${PLATFORMS_SCROLLED} platforms are scrolled to the end and back`,
    value: Math.max(0, after - before),
    unit: ' MB',
    goal: { atMost: GOAL.listMB },
  });
}

async function heapMB(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  return (await devtools.send('Runtime.getHeapUsage')).usedSize / 1e6;
}

/** More platforms, and policies, by public operations. */
async function fill(caller: Caller, wanted: number): Promise<void> {
  const { call } = caller;
  const response = await caller.ask('GET', '/rest/resource/platforms?ps=1');
  const platforms = Number(response.headers.get('x-collection-size'));
  await response.arrayBuffer();
  await runMany(wanted - platforms, (at) =>
    call('POST', '/rest/resource/platforms', { resourceName: `machine-${at}`, typeName: 'Linux' }),
  );
  const compliance = '/api/compliance/v2';
  const file = path.join(workspaceRoot(), 'apps/compliance/test-data/ssg-firefox-ds.xml.gz');
  await call('POST', `${compliance}/security_guides?os_major_version=9`, fs.readFileSync(file), {
    'content-type': 'application/xml',
    'content-encoding': 'gzip',
  });
  const first = async (list: string): Promise<string> =>
    (await call<{ data: { id: string }[] }>('GET', `${compliance}/${list}?limit=1`)).data[0]!.id;
  const profile_id = await first(`security_guides/${await first('security_guides')}/profiles`);
  await runMany(POLICIES, (at) => call('POST', `${compliance}/policies`, { title: `policy ${at}`, profile_id }));
}
