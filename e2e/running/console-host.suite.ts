import type {
  AlertDefinitionRest,
  AlertRest,
  GroupRest,
  MetricSchedule,
  ResourceWithType,
} from '@wardstone/dto/monitoring';
import { eventually, itWithBrowser } from '@wardstone/testing';
import type { RunningSystem } from '../../tools/system';
import { handsOn } from './console-hands';
import { type ConsolePage, openConsole } from './console-page';
import { makeCall, playAgent, submitValues } from './monitoring-records';

const BROWSER_MS = 180_000;
const SICK = 'sick-host';
const WELL = ['well-host-9', 'well-host-10'];
const SERVICES = [
  { typeName: 'File System', name: '/sick' },
  { typeName: 'File System', name: '/well' },
  { typeName: 'Network Adapter', name: 'sick0' },
];

/** Whether a host with problems shows them, and whether a group shows which host has them. */
export function describeConsoleHost(system: () => RunningSystem): void {
  describe('the console, a sick host', () => {
    const call = makeCall(system);
    let console: ConsolePage | undefined;
    const { click } = handsOn(() => console!);
    let sick: ResourceWithType;
    let group: GroupRest;
    const made: string[] = [];
    const requests: string[] = [];

    const expectNoComplaints = async (): Promise<void> => expect(await console!.complaints()).toEqual([]);
    const partNamed = async (name: string): Promise<ResourceWithType> => {
      const parts = await call<ResourceWithType[]>('GET', `/rest/resource/${sick.resourceId}/children`);
      return parts.find(({ resourceName }) => resourceName === name)!;
    };
    const watch = async (resourceId: number, metric: string, name: string): Promise<void> => {
      const schedules = await call<MetricSchedule[]>('GET', `/rest/resource/${resourceId}/schedules`);
      const { definitionId } = schedules.find(({ displayName }) => displayName === metric)!;
      await call<AlertDefinitionRest>('POST', `/rest/alert/definitions?resourceId=${resourceId}`, {
        name,
        enabled: true,
        priority: 'HIGH',
        conditions: [{ category: 'THRESHOLD', comparator: '>', threshold: 0.9, measurementDefinition: definitionId }],
      });
    };
    /** A value each five minutes of the last eight hours, before the last minute. */
    const measureHours = async (resourceId: number, metric: string, valueAt: (at: number) => number): Promise<void> => {
      const schedules = await call<MetricSchedule[]>('GET', `/rest/resource/${resourceId}/schedules`);
      const { scheduleId } = schedules.find(({ displayName }) => displayName === metric)!;
      const now = Date.now();
      const points = Array.from({ length: 96 }, (_point, at) => ({
        scheduleId,
        timeStamp: now - 60_000 - (95 - at) * 300_000,
        value: valueAt(at),
      }));
      await call('POST', '/rest/metric/data/raw', points);
    };
    const text = (selector: string): Promise<string> =>
      console!.page.$eval(selector, ({ textContent }) => textContent.replace(/\s+/g, ' '));
    /** Requests to the services while something is done. */
    const counted = async (work: () => Promise<unknown>): Promise<string[]> => {
      requests.length = 0;
      await work();
      await console!.page.waitForNetworkIdle({ idleTime: 1000 });
      return requests.filter((address) => /^\/(rest|api)\//.test(address));
    };

    beforeAll(async () => {
      const agent = await playAgent(call, 'console-host-suite', 'Platforms');
      sick = await agent.report(SICK, SERVICES);
      made.push(`/rest/resource/${sick.resourceId}`);
      group = await call<GroupRest>('POST', '/rest/group', { name: 'console hosts' });
      made.push(`/rest/group/${group.id}`);
      const disk = await partNamed('/sick');
      await measureHours(sick.resourceId, 'User Load', (at) => 0.2 + at / 200 + (at % 5) / 40);
      await measureHours(sick.resourceId, 'System Load', (at) => 0.05 + (at % 7) / 100);
      await measureHours(disk.resourceId, 'Used Percentage', (at) => 0.7 + at / 600);
      await watch(sick.resourceId, 'User Load', 'CPU very high');
      await watch(disk.resourceId, 'Used Percentage', 'Disk almost full');
      await submitValues(call, sick.resourceId, 'User Load', [0.2, 0.95, 0.97]);
      await submitValues(call, sick.resourceId, 'Used Memory', [2 ** 31, 3 * 2 ** 30]);
      await submitValues(call, disk.resourceId, 'Used Percentage', [0.96]);
      await submitValues(call, (await partNamed('/well')).resourceId, 'Used Percentage', [0.31]);
      const adapter = await partNamed('sick0');
      await call('PUT', `/rest/resource/${adapter.resourceId}/availability`, {
        resourceId: adapter.resourceId,
        type: 'DOWN',
        since: Date.now() - 60_000,
        until: null,
      });
      const members = [sick];
      for (const [at, resourceName] of WELL.entries()) {
        const body = { resourceName, typeName: 'Linux' };
        const well = await call<ResourceWithType>('POST', '/rest/resource/platforms', body);
        made.push(`/rest/resource/${well.resourceId}`);
        await submitValues(call, well.resourceId, 'User Load', [0.1 + at / 10]);
        members.push(well);
      }
      for (const { resourceId } of members) await call('PUT', `/rest/group/${group.id}/resource/${resourceId}`);
      await eventually('the alerts', async () => {
        const alerts = await call<AlertRest[]>('GET', `/rest/alert?resourceId=${sick.resourceId}&descendants=true`);
        return alerts.length === 3;
      });
      console = await openConsole(system());
      console?.page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    }, BROWSER_MS);
    afterAll(async () => {
      await console?.close();
      for (const path of made.reverse()) await call('DELETE', path);
    }, BROWSER_MS);

    itWithBrowser(
      'says once of a host that nothing was measured',
      async () => {
        const body = { resourceName: 'console-unmeasured', typeName: 'Linux' };
        const { resourceId } = await call<ResourceWithType>('POST', '/rest/resource/platforms', body);
        made.push(`/rest/resource/${resourceId}`);
        await console!.open(`/inventory/${resourceId}`);
        await console!.see('No values in the last 24 hours.');
        expect((await text('main')).match(/No values/g)).toHaveLength(1);
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'shows alerts of its parts, what is DOWN, values beyond their limits, and the last changes',
      async () => {
        const { page, open, see } = console!;
        await open(`/inventory/${sick.resourceId}`);
        await see('2 alerts');
        await see('1 part down');
        await see('Agent last seen');
        const alerts = await text('table[aria-label="Alerts"]');
        expect(alerts).toMatch(/CPU very high.*This resource.*2/);
        expect(alerts).toMatch(/Disk almost full.*\/sick/);
        expect(await text('table[aria-label="Parts that are down"]')).toContain('sick0');
        // The main values come first, then those beyond a limit.
        expect(await text('.host-row')).toMatch(/CPU used.*user 97 %.*Fullest file system.*96 %.*\/sick/);
        await page.waitForSelector('.host-row + .values-now .value-over');
        expect(await text('.host-row + .values-now')).toMatch(/User Load.*97 %.*Limit > 90 %/);
        expect(await text('main')).not.toMatch(/System Load|Free Memory/);
        expect(await text('table[aria-label="File System"] tbody tr')).toMatch(/\/sick.*96 %/);
        expect(await text('table[aria-label="Last changes"]')).toContain('Discovered');
        await expectNoComplaints();
        expect(await console!.beyondTheEdge()).toEqual([]);
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'is shown by few requests, all charts of a page by one',
      async () => {
        const { open, page } = console!;
        const overview = await counted(() => open(`/inventory/${sick.resourceId}`));
        // Requests of the resource's page: its overview, charts, availability, compliance systems, and the bell.
        expect(new Set(overview).size).toBeLessThanOrEqual(6);
        expect(overview.filter((address) => address === '/rest/metric/charts')).toHaveLength(1);
        const charts = await counted(async () => {
          await open(`/inventory/${sick.resourceId}/charts?span=1h`);
          await page.waitForSelector('.time-chart canvas');
        });
        // Requests of the page with charts, and the bell.
        const { resourceId } = sick;
        expect(new Set(charts)).toEqual(
          new Set([
            `/rest/resource/${resourceId}`,
            `/rest/metric/charts/resource/${resourceId}`,
            '/rest/problem/summary',
          ]),
        );
        expect(await text('.metric-chart')).toMatch(/User Load.*CPU very high \(> 90 %\).*2 alerts/);
        expect(await text('section[aria-label="Used Memory"]')).not.toContain('alert');
        await expectNoComplaints();
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'is named by the charts of its group, between the lowest and the highest',
      async () => {
        const { open, page } = console!;
        const addresses = await counted(async () => {
          await open(`/groups/${group.id}/charts?span=1h`);
          await page.waitForSelector('.time-chart canvas');
        });
        expect(addresses.filter((address) => address.startsWith('/rest/metric/'))).toEqual([
          `/rest/metric/charts/group/${group.id}`,
        ]);
        // Charts are drawn when they come into view.
        await page.$eval('section[aria-label="User Load"]', (section) => section.scrollIntoView());
        await page.waitForSelector('section[aria-label="User Load"] .u-legend');
        const load = await text('section[aria-label="User Load"]');
        expect(load).toMatch(
          /3 of 3 measured · highest to lowest: sick-host 97 %, well-host-10 20 %, well-host-9 10 %/,
        );
        expect(load).toMatch(/Mean.*Highest.*Lowest/);
        await expectNoComplaints();
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'comes first among the members sorted by a value, whose alerts have a tab',
      async () => {
        const { open, page, see } = console!;
        await open(`/groups/${group.id}`);
        await see('well-host-10');
        expect(await text('main tbody')).toMatch(/sick-host.*2.*well-host-9.*well-host-10/);
        const schedules = await call<MetricSchedule[]>('GET', `/rest/resource/${sick.resourceId}/schedules`);
        const { definitionId } = schedules.find(({ displayName }) => displayName === 'User Load')!;
        await open(`/groups/${group.id}?metric=${definitionId}&sort=-value`);
        await see('97 %');
        expect(await text('main tbody')).toMatch(/sick-host.*97 %.*well-host-10.*20 %.*well-host-9.*10 %/);
        await expectNoComplaints();
        await click('nav[aria-label="Group sections"] a::-p-text(Alerts)');
        await page.waitForSelector('main td a::-p-text(CPU very high)');
        await expectNoComplaints();
        await click('nav[aria-label="Group sections"] a::-p-text(Operations)');
        await see('No executions yet');
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'has no page under the address of an unknown tab',
      async () => {
        for (const address of [
          `/inventory/${sick.resourceId}/children`,
          `/groups/${group.id}/nothing`,
          '/alerts/x/y/z',
        ]) {
          await console!.open(address);
          await console!.see('Page not found');
        }
        await click('main a::-p-text(Overview)');
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'finds hosts that also run a probe by name, and keeps those ticked before',
      async () => {
        const { page, open, see, beyondTheEdge } = console!;
        const host = (name: string) => `[role=dialog] label::-p-text(${name})`;
        const search = '[role=dialog] input[aria-label="Search hosts by name"]';
        await open(`/inventory/${sick.resourceId}/parts`);
        await click('button::-p-text(Add probe)');
        for (const [name, other] of [WELL, WELL.toReversed()]) {
          await page.locator(search).fill(name!);
          await page.waitForSelector(host(other!), { hidden: true });
          await click(host(name!));
        }
        await see(`2 selected: ${WELL.join(', ')}`);
        await see('Down when at least this many hosts see it fail');
        await expectNoComplaints();
        const before = page.viewport();
        await page.setViewport({ width: 390, height: 844 });
        expect(await beyondTheEdge()).toEqual([]);
        await page.setViewport(before);
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'does not sort the page below an open dialog',
      async () => {
        await console!.open(`/inventory/${sick.resourceId}/charts`);
        await click('button::-p-text(Compare with…)');
        await console!.page.waitForSelector('[role=dialog] table');
        expect(await console!.page.$$('[role=dialog] th button')).toEqual([]);
      },
      BROWSER_MS,
    );
  });
}
