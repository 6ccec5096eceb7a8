import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { AddressInfo } from 'node:net';
import { launchBrowser } from '@wardstone/testing';
import type { CDPSession, Page } from 'puppeteer-core';
import { createRunFolder, removeRunFolder } from '../tools/run-folder';
import { startSystem } from '../tools/system';
import type { RunningSystem } from '../tools/system';
import { workspaceRoot } from '../tools/workspace';
import { median } from './measuring';
import { judge, loadAverage, tell } from './table';

const GOAL = { scriptKB: 350, requests: 10, serviceMs: 500, chartMs: 100, listMB: 10 };
const POINTS = 10_000;
const ENTRIES = 100_000;
const PLATFORMS = 5_000;
const POLICIES = 1_000;
const WIDTH = 8;
const PATIENCE_MS = 300_000;
const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' };

/** `npm run bench -- console`: what the console costs a browser. Returns how many goals were missed. */
export async function reportConsole(rounds: number): Promise<number> {
  const browser = await launchBrowser();
  if (!browser) {
    console.log('There is no Chromium here.');
    return 0;
  }
  const system = await startSystem({ env: { RATE_LIMIT: 'no' } });
  try {
    console.log(`\nThe console with ${PLATFORMS} platforms and ${POLICIES} policies; ${loadAverage()}\n`);
    await fill(system);
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    page.setDefaultNavigationTimeout(PATIENCE_MS);
    const missed = [...(await measurePage(page, system, rounds)), ...(await measureParts(page, rounds))];
    return missed.filter(Boolean).length;
  } finally {
    await browser.close();
    await system.stop();
    fs.rmSync(system.dataDir, { recursive: true, force: true });
  }
}

/** The overview with nothing in the cache. */
async function measurePage(
  page: Page,
  { gatewayUrl, adminPassword }: RunningSystem,
  rounds: number,
): Promise<boolean[]> {
  await page.goto(`${gatewayUrl}/login?next=/services`);
  await page.type('input[name=username]', 'admin');
  await page.type('input[name=password]', adminPassword);
  await page.click('form button');
  await page.waitForSelector('table');
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
  const asked = loaded.filter((name) => /^\/(rest|api|auth)\//.test(new URL(name).pathname));
  tell('first page with a cold cache, everything loaded', `${Math.round(readyMs)} ms`);
  return [
    judge({
      figure: `scripts of the first page, gzip (${scripts.length} files)`,
      value: bytes.reduce((sum, length) => sum + length, 0) / 1000,
      unit: ' kB',
      goal: { atMost: GOAL.scriptKB },
    }),
    judge({ figure: 'requests of the overview', value: asked.length, goal: { atMost: GOAL.requests } }),
    judge({
      figure: 'time of the services, one request after the other',
      value: await timeOf(page, asked, rounds),
      unit: ' ms',
      goal: { atMost: GOAL.serviceMs },
    }),
  ];
}

/** Sum of what each address takes in the middle of several rounds; beside each other they would wait for processors. */
async function timeOf(page: Page, addresses: readonly string[], rounds: number): Promise<number> {
  let sum = 0;
  for (const address of addresses) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const timed = `(async () => {
        const begun = performance.now();
        await (await fetch(${JSON.stringify(address)}, { cache: 'no-store', headers: { accept: 'application/json' } })).text();
        return performance.now() - begun;
      })()`;
      times.push((await page.evaluate(timed)) as number);
    }
    sum += median(times);
  }
  return sum;
}

/** Chart and list alone, on a page of their own. */
async function measureParts(page: Page, rounds: number): Promise<boolean[]> {
  const folder = createRunFolder();
  const server = await serve(await buildParts(folder));
  try {
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/index.html`);
    await page.waitForFunction('window.parts !== undefined');
    const draw = (): Promise<number> => page.evaluate(`window.parts.drawChart(${POINTS})`) as Promise<number>;
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) times.push(await draw());
    const growth = await growthOfList(page);
    return [
      judge({
        figure: `chart of ${POINTS} points drawn`,
        value: median(times),
        unit: ' ms',
        goal: { atMost: GOAL.chartMs },
      }),
      judge({
        figure: `growth while a list of ${ENTRIES} is scrolled to its end and back`,
        value: growth,
        unit: ' MB',
        goal: { atMost: GOAL.listMB },
      }),
    ];
  } finally {
    server.close();
    removeRunFolder(folder);
  }
}

/** Memory of the scripts after the whole way, against that after its first tenth. */
async function growthOfList(page: Page): Promise<number> {
  await page.evaluate(`window.parts.showList(${ENTRIES})`);
  await page.waitForSelector('.virtual-row');
  const devtools = await page.createCDPSession();
  const scroll = async (from: number, to: number): Promise<void> => {
    for (let step = 0; step <= 100; step++) {
      const share = from + ((to - from) * step) / 100;
      await page.evaluate(
        `{ const list = document.querySelector('.virtual-list'); list.scrollTop = list.scrollHeight * ${share}; }`,
      );
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
    }
  };
  await scroll(0, 0.1);
  const before = await heapMB(devtools);
  await scroll(0.1, 1);
  await scroll(1, 0);
  // Pages out of sight are kept for five seconds.
  await new Promise((resolve) => setTimeout(resolve, 6_000));
  return Math.max(0, (await heapMB(devtools)) - before);
}

async function heapMB(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  return (await devtools.send('Runtime.getHeapUsage')).usedSize / 1e6;
}

async function buildParts(folder: string): Promise<string> {
  // Of ES modules alone; a tool is bundled as CommonJS, which keeps the import as it is.
  const { build } = await import('vite');
  const { default: react } = await import('@vitejs/plugin-react');
  const outDir = path.join(folder, 'parts');
  const kept = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    await build({
      configFile: false,
      root: path.join(workspaceRoot(), 'apps', 'console', 'bench'),
      plugins: [react()],
      logLevel: 'warn',
      build: { outDir, target: 'es2022', emptyOutDir: true },
    });
  } finally {
    if (kept === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = kept;
  }
  return outDir;
}

async function serve(folder: string): Promise<http.Server> {
  const server = http.createServer((request, response) => {
    const file = path.join(folder, new URL(request.url!, 'http://localhost').pathname);
    const type = TYPES[path.extname(file)];
    if (type === undefined || !fs.existsSync(file)) response.writeHead(404).end();
    else response.setHeader('Content-Type', type).end(fs.readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** Platforms and policies by the operations that anybody has. */
async function fill({ gatewayUrl, login }: RunningSystem): Promise<void> {
  const authorization = login;
  const call = async (
    method: string,
    address: string,
    body: string | Uint8Array<ArrayBuffer>,
    named: Record<string, string> = { 'content-type': 'application/json' },
  ): Promise<unknown> => {
    const headers = { authorization, accept: 'application/json', ...named };
    const answer = await fetch(gatewayUrl + address, { method, headers, body });
    if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const many = async (count: number, work: (at: number) => Promise<unknown>): Promise<void> => {
    const waiting = Array.from({ length: count }, (_each, at) => at).values();
    await Promise.all(
      Array.from({ length: WIDTH }, async () => {
        for (const at of waiting) await work(at);
      }),
    );
  };
  await many(PLATFORMS, (at) => {
    const platform = JSON.stringify({ resourceName: `host-${at}`, typeName: 'Linux' });
    return call('POST', '/rest/resource/platforms', platform);
  });
  const file = path.join(workspaceRoot(), 'apps/compliance/test-data/ssg-firefox-ds.xml.gz');
  const guide = new Uint8Array(fs.readFileSync(file));
  const compliance = '/api/compliance/v2';
  await call('POST', `${compliance}/security_guides?os_major_version=9`, guide, {
    'content-type': 'application/xml',
    'content-encoding': 'gzip',
  });
  const read = async (address: string): Promise<{ id: string }> => {
    const answer = await fetch(gatewayUrl + compliance + address, { headers: { authorization } });
    return ((await answer.json()) as { data: { id: string }[] }).data[0]!;
  };
  const { id: guideId } = await read('/security_guides?limit=1');
  const { id: profile_id } = await read(`/security_guides/${guideId}/profiles?limit=1`);
  await many(POLICIES, (at) => {
    const policy = JSON.stringify({ title: `policy ${at}`, profile_id });
    return call('POST', `${compliance}/policies`, policy);
  });
}
