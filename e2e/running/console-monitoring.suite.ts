import type {
  AlertConditionRest,
  AlertDefinitionRest,
  AlertRest,
  MetricSchedule,
  ResourceWithType,
} from '@wardstone/dto/monitoring';
import { eventually, itWithBrowser, named } from '@wardstone/testing';
import type { RunningSystem } from '../../tools/system';
import { type ConsolePage, leave, openConsole } from './console-page';
import { makeCall, submitValues } from './monitoring-records';

const BROWSER_MS = 180_000;
const MINUTE = 60_000;
const GIB = 1024 ** 3;

/** Tasks of operators in the console, each from the first click to the stored record. */
export function describeConsoleMonitoring(system: () => RunningSystem): void {
  describe('the console of monitoring', () => {
    let console: ConsolePage | undefined;
    let host: ResourceWithType;

    const call = makeCall(system);
    const getSchedules = (id: number): Promise<MetricSchedule[]> =>
      call('GET', `/rest/resource/${id}/schedules?enabledOnly=false`);
    const metric = async (name: string): Promise<MetricSchedule> =>
      (await getSchedules(host.resourceId)).find(({ displayName }) => displayName === name)!;
    const submit = (name: string, ...values: number[]): Promise<void> =>
      submitValues(call, host.resourceId, name, values);
    const alerts = (): Promise<AlertRest[]> => call('GET', `/rest/alert?resourceId=${host.resourceId}`);

    const click = (selector: string): Promise<void> => console!.page.locator(selector).click();
    const fill = (selector: string, text: string): Promise<void> => console!.page.locator(selector).fill(text);
    const choose = (selector: string, value: string): Promise<void> => console!.choose(selector, value);
    const expectNoComplaints = async (): Promise<void> => expect(await console!.complaints()).toEqual([]);

    beforeAll(async () => {
      console = await openConsole(system());
      const platform = { resourceName: 'console-host', typeName: 'Linux' };
      host = await call('POST', '/rest/resource/platforms', platform);
    }, BROWSER_MS);
    afterAll(() => leave(call, { console, host }), BROWSER_MS);

    itWithBrowser(
      'imports what an agent discovered',
      async () => {
        const root = { key: 'console-new', typeName: 'Linux', pluginName: 'Platforms', name: 'console-new' };
        await call('PUT', '/rest/agent/console-suite', { version: '1' });
        await call('POST', '/rest/agent/console-suite/inventory', { reportId: String(Date.now()), roots: [root] });
        await console!.open('/inventory');
        await click('a::-p-text(Discovery queue)');
        await fill('input[aria-label=Name]', 'console-new');
        await console!.page.waitForFunction("location.search.includes('console-new')");
        await click('tbody input[type=checkbox]');
        await expectNoComplaints();
        await click('button::-p-text(Import \\(1\\))');
        await console!.see('Nothing matches');

        const [imported] = await call<ResourceWithType[]>('GET', '/rest/resource?q=console-new');
        expect(imported).toMatchObject({ resourceName: 'console-new', status: 'COMMITTED' });
        await call('DELETE', `/rest/resource/${imported!.resourceId}`);
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'finds a resource, and changes the interval and enablement of a metric',
      async () => {
        await console!.open('/inventory?q=console-host');
        await click('td a::-p-text(console-host)');
        await console!.see('Availability');
        await expectNoComplaints();
        await click('nav[aria-label="Resource pages"] a::-p-text(Schedules)');
        await choose('select[aria-label="Interval of Free Memory"]', String(5 * MINUTE));
        const isEnabled = (await metric('Idle')).enabled;
        await click('input[aria-label="Collect Idle"]:not(:disabled)');
        await eventually('both changes', async () => {
          const [free, idle] = [await metric('Free Memory'), await metric('Idle')];
          return free.collectionInterval === 5 * MINUTE && idle.enabled === !isEnabled;
        });
        await expectNoComplaints();
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'draws measured values',
      async () => {
        await submit('System Load', 0.25, 0.5, 0.18);
        await console!.open(`/inventory/${host.resourceId}/charts?span=1h&metric=System+Load`);
        await console!.see('Last 18 % · lowest 18 % · mean 31 % · highest 50 %');
        await console!.page.waitForSelector('.time-chart canvas');
        await click('button::-p-text(7 days)');
        await console!.page.waitForFunction("location.search.includes('span=7d')");
        await expectNoComplaints();
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'creates an alert definition that shows where it would have fired',
      async () => {
        await submit('Used Memory', 2 * GIB, 4 * GIB);
        const { definitionId } = await metric('Used Memory');
        await console!.open(`/alerts/definitions/new?resource=${host.resourceId}`);
        await fill('#definition-name', 'console memory');
        await choose('#condition-0-metric', String(definitionId));
        await fill('#condition-0-threshold', String(3 * GIB));
        await console!.see('= 3 GiB');
        await console!.see('1 alert in the last six days on console-host');
        await expectNoComplaints();
        await click('form button[type=submit]:not(:disabled)');
        await console!.page.waitForFunction(String.raw`/definitions\/\d+$/.test(location.pathname)`);

        const id = console!.page.url().split('/').at(-1);
        const made = await call<AlertDefinitionRest>('GET', `/rest/alert/definition/${id}`);
        expect(made).toMatchObject({
          name: 'console memory',
          enabled: true,
          conditions: [
            { category: 'THRESHOLD', comparator: '>', threshold: 3 * GIB, measurementDefinition: definitionId },
          ],
        });
        await call('DELETE', `/rest/alert/definition/${id}`);
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'explains why an alert fired, and acknowledges several together',
      async () => {
        const { definitionId } = await metric('User Load');
        const condition: Partial<AlertConditionRest> = { category: 'THRESHOLD', comparator: '>', threshold: 0.9 };
        const definition = {
          name: 'console load',
          enabled: true,
          priority: 'HIGH',
          conditions: [{ ...condition, measurementDefinition: definitionId }],
        };
        for (let made = 0; made < 3; made++) {
          await call('POST', `/rest/alert/definitions?resourceId=${host.resourceId}`, definition);
        }
        await submit('User Load', 0.97);
        await eventually('three alerts', async () => (await alerts()).length === 3);

        await console!.open(`/inventory/${host.resourceId}/alerts?state=firing`);
        await click('tbody a[href^="/console/alerts/"]:not([href*=definitions])::-p-text(console load)');
        await console!.see('Why it fired');
        await console!.see('User Load > 90 %');
        // Charts are read when they come into view.
        const chart = await console!.page.waitForSelector('.metric-chart');
        await chart!.evaluate((element) => element.scrollIntoView());
        await console!.page.waitForSelector('.time-chart canvas');
        await expectNoComplaints();
        await console!.page.goBack();
        await click('thead input[type=checkbox]');
        await click('button::-p-text(Acknowledge 3 alerts)');
        await click(`[role=dialog] ${named('button', 'Acknowledge')}`);
        await console!.see('Nothing matches');
        expect((await alerts()).map(({ ackBy }) => ackBy)).toEqual(['admin', 'admin', 'admin']);
        await console!.open('/alerts');
        await console!.see('console load');
        await expectNoComplaints();
      },
      BROWSER_MS,
    );
  });
}
