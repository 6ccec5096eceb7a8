import type { IncidentRest } from '@wardstone/dto/monitoring';
import { counted, numberText } from '@wardstone/units';
import { findHost, type ModelResource } from '../../apps/monitoring/src/test/alerts/modelled-records';
import type { ConsolePage } from './console-page';
import { HOSTS, NAME, type Storm } from './storm';

/** Rows of a page of problems. */
const PAGE = 50;
/** Hosts on the overview. */
const WORST = 10;

/** Compares the API with the model, then each page with it. */
export async function look(storm: Storm, console: ConsolePage, step: string): Promise<void> {
  const hosts = [...new Set([...storm.left, storm.disks.at(-1)!].map(findHost))];
  await storm.compare(hosts);
  const [shown, expected] = [await readPages(storm, console, hosts), modelPages(storm, hosts)];
  // A page shows only the first of them.
  getFirst(shown.problems, expected.problems, PAGE);
  getFirst(shown.overview.worst, expected.overview.worst, WORST);
  expect({ step, ...shown }).toEqual({ step, ...expected });
}

/** Sorts both, and keeps only those expected entries that are shown when a list is longer than its limit. */
function getFirst(shown: string[], expected: string[], most: number): void {
  if (expected.length > most && shown.length === most) {
    expected.splice(0, Infinity, ...expected.filter((each) => shown.includes(each)));
  }
  shown.sort();
  expected.sort();
}

/** The pages as a person reads them. */
async function readPages(storm: Storm, { page, open }: ConsolePage, hosts: readonly ModelResource[]) {
  const read = async <T>(expression: string): Promise<T> => (await page.evaluate(expression)) as T;
  const selectAll = (selector: string): string => `[...document.querySelectorAll(${JSON.stringify(selector)})]`;
  const texts = (selector: string): Promise<string[]> =>
    read(`${selectAll(selector)}.map(({ innerText }) => innerText.replace(/\\s+/g, ' ').trim())`);
  const rows = (label: string): Promise<Record<string, string>[]> =>
    read(`${selectAll(`table[aria-label="${label}"] tbody tr`)}.map(({ cells }) => Object.fromEntries(
      [...cells].map(({ dataset, innerText }) => [dataset.label, innerText.replace(/\\s+/g, ' ').trim()])))`);
  await open('/overview');
  await page.waitForSelector('table[aria-label="Worst hosts"] tbody td');
  const overview = {
    numbers: await texts('a[href*="/problems?severity="] strong'),
    apart: await texts('.apart li'),
    worst: (await rows('Worst hosts')).map((row) =>
      [row['Host'], row['Medium'], row['Acknowledged'], row['Silenced or suppressed']].join(' '),
    ),
  };
  const [bell] = await read<string[]>(
    `${selectAll('[aria-label*=" firing problem"]')}.map(({ ariaLabel }) => ariaLabel)`,
  );
  await open('/problems');
  await page.waitForSelector('table[aria-label="Problems"] tbody td');
  const problems = (await rows('Problems')).map((row) => `${row['Where']} ${stateIn(row['State'])}`);
  const pages: Record<string, unknown> = {};
  for (const { id, name } of hosts) {
    await open(`/inventory/${id}`);
    await page.waitForSelector('.resource-state li');
    const alerts = (await rows('Alerts')).map((row) => `${name} / ${row['Where']} ${stateIn(row['State'])}`);
    pages[name] = { state: (await texts('.resource-state li'))[1], alerts: alerts.sort() };
  }
  const [incident] = (await storm.read('/rest/incident')).body as [IncidentRest];
  await open(`/alerts/incidents/${incident.id}`);
  await page.waitForSelector('.facts .whole');
  // The page was opened by its address: styles that areas share have come with it.
  expect(await read(`getComputedStyle(document.querySelector('.facts .whole')).whiteSpace`)).toBe('nowrap');
  return { overview, bell, problems, pages, incident: [...(await texts('h1')), ...(await texts('.facts .whole'))] };
}

/** Parses a cell such as `Silenced until 12:30`. */
const stateIn = (cell = ''): string =>
  cell.replace(/^Silenced until .*/, 'Silenced').replace(/^Acknowledged: admin$/, 'Acknowledged');

/** The pages by the model. */
function modelPages(storm: Storm, hosts: readonly ModelResource[]) {
  const { model } = storm;
  const problems = model.problems();
  const recovered = model.recovered();
  const count = (state: string, hostId?: number): number =>
    problems.filter((each) => each.state === state && (hostId === undefined || each.hostId === hostId)).length;
  const getCounts = (hostId?: number) => [
    count('FIRING', hostId),
    count('ACKNOWLEDGED', hostId),
    count('SILENCED', hostId),
  ];
  const [firing = 0, acknowledged = 0, silenced = 0] = getCounts();
  const apart = { acknowledged, silenced, 'recently recovered': recovered.length };
  const stateOn = (host: ModelResource): string => {
    const own = problems.filter(({ hostId }) => hostId === host.id).length;
    const seen = count('ACKNOWLEDGED', host.id);
    const over = recovered.filter(({ resource }) => findHost(resource) === host).length;
    const alerts = own === 0 ? 'No alerts' : own === 1 ? '1 alert' : `${own} alerts`;
    return `${alerts}${seen > 0 ? `, ${seen} acknowledged` : ''}${over > 0 ? ` ${over} recently recovered` : ''}`;
  };
  const rows = problems.map(({ hostId, resourceId, state }) => {
    const { name } = model.resources.find(({ id }) => id === resourceId)!;
    const host = model.resources.find(({ id }) => id === hostId)!;
    return { host, text: `${host.name} / ${name} ${WORDS[state]}` };
  });
  const worst = storm.hosts
    .filter(({ id }) => problems.some(({ hostId }) => hostId === id))
    .map(({ id, name }) => [name, ...getCounts(id)].join(' '));
  return {
    overview: {
      numbers: ['0', numberText(firing), '0'],
      apart: Object.entries(apart).flatMap(([state, number]) => (number ? [`${numberText(number)} ${state}`] : [])),
      worst,
    },
    bell: counted(firing, 'firing problem'),
    problems: rows.map(({ text }) => text),
    pages: Object.fromEntries(
      hosts.map((host) => {
        const alerts = rows.filter((row) => row.host === host).map(({ text }) => text);
        return [host.name, { state: stateOn(host), alerts: alerts.sort() }];
      }),
    ),
    incident: [
      `${NAME} on ${HOSTS} hosts`,
      ...storm.incidentCounts().map((text) => text.replace(/^\d+/, (digits) => numberText(Number(digits)))),
    ],
  };
}

const WORDS = {
  FIRING: 'Firing',
  ACKNOWLEDGED: 'Acknowledged',
  SILENCED: 'Silenced',
  SUPPRESSED: 'Suppressed',
  RECOVERED: 'Recovered',
  RESOLVED: 'Resolved',
  CLOSED: 'Closed',
} as const;
