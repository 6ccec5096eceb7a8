// node e2e/tours/agent-tour.mjs
//
// This machine, alive, against a running `npm start`: waits for its agent to report it, draws its tree with what is
// available, looks at live values and their chart, runs `viewProcessList` from the draft to the table of its result,
// has a group definition find the file systems, and downloads every report. Can be run again and again.
//
// Environment: WARDSTONE_URL, WARDSTONE_USER, WARDSTONE_PASSWORD, GATEWAY_PORT, DATA_DIR; REPORT_DIR, where the reports go.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TourError, call, request, run, url } from './tour.mjs';

const api = `${url}/rest`;
const PATIENCE_SECONDS = 120;

const read = async (target) => (await request('GET', api + target, { headers: { Accept: 'application/json' } })).json();

const sending = (record) => ({
  headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
  body: JSON.stringify(record),
});

/** Repeats a request until its result is not undefined. */
async function waitFor(what, ask) {
  const startedAt = performance.now();
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return { answer, seconds: (performance.now() - startedAt) / 1000 };
    if (performance.now() - startedAt > PATIENCE_SECONDS * 1000) throw new TourError(`${what} did not come about.`);
    await sleep(500);
  }
}

/** This machine as its agent reports it. */
async function findMachine() {
  const { answer, seconds } = await waitFor('This machine is not reported (AGENT=off?): that', async () => {
    const platforms = await read('/resource/platforms?ps=1000');
    return platforms.find(({ resourceName, availability }) => resourceName === os.hostname() && availability === 'UP');
  });
  console.log(`   ${answer.resourceName} (${answer.typeName}), reported after ${seconds.toFixed(1)} s here`);
  return answer;
}

/** Waits until every part of the machine was read once. */
async function requireLookedAt(parent) {
  await waitFor('A look at everything', async () => {
    const below = await read(`/resource/${parent.resourceId}/children`);
    return below.some(({ availability }) => availability === 'UNKNOWN') ? undefined : true;
  });
}

async function drawTree(parent, depth = 1) {
  const { resourceId, resourceName, typeName } = parent;
  const { type } = await read(`/resource/${resourceId}/availability`);
  console.log(`${'   '.repeat(depth)}${typeName} ${resourceName}: ${type}`);
  for (const child of await read(`/resource/${resourceId}/children`)) await drawTree(child, depth + 1);
}

/** Values of a metric of the resource, the newest last. */
async function showValues({ resourceId }, name) {
  const [schedule] = await read(`/resource/${resourceId}/schedules?name=${name}`);
  if (!schedule) throw new TourError(`${name} is not collected.`);
  const { scheduleId, displayName, unit, collectionInterval } = schedule;
  const { answer: values } = await waitFor(`A value of ${name}`, async () => {
    const found = await read(`/metric/data/${scheduleId}/raw?duration=3600000`);
    return found.length > 0 ? found : undefined;
  });
  const shown = values
    .slice(-4)
    .map(({ value }) => (unit === '%' ? `${(value * 100).toFixed(1)} %` : `${(value / 2 ** 30).toFixed(1)} GiB`));
  console.log(`   ${displayName}, every ${collectionInterval / 1000} s: ${shown.join(', ')}`);
  console.log(`     chart: ${new URL(`/console/inventory/${resourceId}/charts`, api)}`);
}

async function viewProcesses({ resourceId }) {
  const definitions = await read(`/operation/definitions?resourceId=${resourceId}`);
  const { id, links } = definitions.find(({ name }) => name === 'viewProcessList');
  console.log(`   definition ${id}`);
  const create = links.find((link) => link.create).create.href;
  const draft = (await request('POST', create, { headers: { Accept: 'application/json' } })).json();
  console.log(`   draft ${draft.id}`);
  const submitted = await request('PUT', `${api}/operation/${draft.id}`, sending({ ...draft, readyToSubmit: true }));
  const { href } = submitted.json().links.find((link) => link.history).history;
  console.log(`   history ${href.slice(href.lastIndexOf('/') + 1)}`);
  const { answer, seconds } = await waitFor('The end of the operation', async () => {
    const item = (await request('GET', href, { headers: { Accept: 'application/json' } })).json();
    return item.status === 'inprogress' ? undefined : item;
  });
  if (answer.status !== 'success') throw new TourError(`It ended with ${answer.status}: ${answer.errorMessage}`);
  const { processList } = answer.result;
  console.log(`   ${answer.status} after ${seconds.toFixed(1)} s: ${processList.length} processes, the largest are`);
  console.log(`     ${'PID'.padStart(8)}  ${'SIZE'.padStart(9)}  NAME`);
  const largest = processList.sort((a, b) => Number(b.size) - Number(a.size)).slice(0, 5);
  for (const { pid, size, name } of largest) {
    console.log(`     ${pid.padStart(8)}  ${`${Math.round(Number(size) / 2 ** 20)} MiB`.padStart(9)}  ${name}`);
  }
}

const GROUPS = {
  name: 'Tour: file systems',
  description: 'All file systems, by the machine they are on',
  expression: ['resource.type.plugin = Platforms', 'resource.type.name = File System', 'groupby resource.parent.name'],
  recalcInterval: 0,
  recursive: false,
};

async function groupFileSystems() {
  const there = (await read('/group/definitions')).find(({ name }) => name === GROUPS.name);
  const { id } = there ?? (await request('POST', `${api}/group/definitions`, sending(GROUPS))).json();
  for (const line of GROUPS.expression) console.log(`   ${line}`);
  await request('PUT', `${api}/group/definition/${id}?recalculate=true`, sending({ name: GROUPS.name }));
  const { generatedGroupIds } = await read(`/group/definition/${id}`);
  if (generatedGroupIds.length === 0) throw new TourError('No group was generated.');
  for (const groupId of generatedGroupIds) {
    const { name, explicitCount } = await read(`/group/${groupId}`);
    const members = await read(`/group/${groupId}/resources`);
    const names = members.map(({ resourceName }) => resourceName);
    console.log(`   ${name}, members: ${explicitCount} (${names.slice(0, 5).join(', ')})`);
  }
}

const countLines = (text) => text.trimEnd().split('\n').length - 1;

async function downloadReports() {
  const folder = process.env.REPORT_DIR || mkdtempSync(path.join(os.tmpdir(), 'wardstone-reports-'));
  mkdirSync(folder, { recursive: true });
  const list = await read('/reports');
  for (const { report, href } of list.map(describeReport)) {
    const query = report === 'recentDrift' ? '?categories=FILE_ADDED,FILE_CHANGED,FILE_REMOVED' : '';
    const { text } = await request('GET', href + query, { headers: { Accept: 'text/csv' } });
    writeFileSync(path.join(folder, `${report}.csv`), text);
    console.log(
      `   ${report.padEnd(22)} rows: ${String(countLines(text)).padStart(4)}   ${text.split('\n')[0].slice(0, 60)}`,
    );
  }
  console.log(`   They are in ${folder}`);
  return list.length;
}

/** A report of the listing, as a link with its name as relation or target. */
function describeReport(entry) {
  const href = entry.href ?? Object.values(entry)[0].href;
  return { href, report: href.slice(href.lastIndexOf('/') + 1) };
}

await run(async () => {
  console.log('1. This machine');
  const machine = await findMachine();

  console.log('\n2. Its tree, and what of it is available');
  await requireLookedAt(machine);
  await drawTree(machine);
  console.log(`   In a browser: ${new URL(`/console/inventory/${machine.resourceId}/parts`, api)}`);

  console.log('\n3. What is measured');
  await showValues(machine, 'CpuPerc.user');
  await showValues(machine, 'Native.MemoryInfo.actualFree');

  console.log('\n4. An operation: viewProcessList');
  await viewProcesses(machine);

  console.log('\n5. A group that fills itself');
  await groupFileSystems();

  console.log('\n6. Every report');
  const { status } = await call('GET', `${api}/reports`, { headers: { Accept: 'application/json' } });
  if (status === 404) console.log('   None yet.');
  else await downloadReports();
});
