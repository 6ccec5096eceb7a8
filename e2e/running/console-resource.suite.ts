import type { AlertDefinitionRest, GroupRest, OperationHistoryRest, ResourceWithType } from '@wardstone/dto/monitoring';
import { eventually, itWithBrowser } from '@wardstone/testing';
import type { RunningSystem } from '../../tools/system';
import { type ConsolePage, openConsole } from './console-page';
import { makeCall, deployPlugin, playAgent, type PlayedAgent, submitValues } from './monitoring-records';

const BROWSER_MS = 180_000;
const PLUGIN = 'ConsoleTools';
const TOOL = 'Console Tool';
const PLATFORM = 'console-machine';
const OTHER = 'console-neighbour';
/** More than a page of the tree holds. */
const TOOLS = 230;
const toolName = (at: number): string => `tool ${String(at).padStart(3, '0')}`;

const TYPES = 'string longString password boolean integer long float double file directory'.split(' ');
const DESCRIPTOR = `<?xml version="1.0" encoding="UTF-8"?>
<plugin name="${PLUGIN}" displayName="Console tools" version="1.0.0"
        xmlns="urn:xmlns:rhq-plugin" xmlns:c="urn:xmlns:rhq-configuration">
  <depends plugin="Platforms"/>
  <service name="${TOOL}">
    <runs-inside><parent-resource-type name="Linux" plugin="Platforms"/></runs-inside>
    <plugin-configuration>
      <c:simple-property name="url" displayName="Address" description="Where it listens" default="http://localhost"/>
      <c:simple-property name="secret" displayName="Secret" type="password" default="hunter2"/>
    </plugin-configuration>
    <operation name="inspect" timeout="300">
      <parameters>
        ${TYPES.map((type) => `<c:simple-property name="${type} value" type="${type}" required="false"/>`).join('')}
        <c:simple-property name="level"/>
        <c:simple-property name="seconds" type="integer" required="false">
          <c:constraint><c:integer-constraint minimum="0" maximum="60"/></c:constraint>
        </c:simple-property>
      </parameters>
      <results><c:list-property name="processes" required="false"/></results>
    </operation>
  </service>
</plugin>`;

/** The page of a resource, and the tree that leads to it. */
export function describeConsoleResource(system: () => RunningSystem): void {
  describe('the console, a resource', () => {
    const call = makeCall(system);
    let console: ConsolePage | undefined;
    let agent: PlayedAgent;
    let plugin: number;
    let platform: ResourceWithType;
    let other: ResourceWithType;
    let tool: ResourceWithType;

    const click = (selector: string): Promise<void> => console!.page.locator(selector).click();
    const fill = (selector: string, text: string): Promise<void> => console!.page.locator(selector).fill(text);
    const expectNoComplaints = async (): Promise<void> => expect(await console!.complaints()).toEqual([]);
    const queryHas = (text: string): Promise<unknown> =>
      console!.page.waitForFunction(`location.search.includes(${JSON.stringify(text)})`);

    beforeAll(async () => {
      plugin = await deployPlugin(call, PLUGIN, DESCRIPTOR);
      agent = await playAgent(call, 'console-resource-suite', PLUGIN);
      const tools = Array.from({ length: TOOLS }, (_tool, at) => ({ typeName: TOOL, name: toolName(at) }));
      platform = await agent.report(PLATFORM, tools);
      other = await call('POST', '/rest/resource/platforms', { resourceName: OTHER, typeName: 'Linux' });
      const children = await call<ResourceWithType[]>('GET', `/rest/resource/${platform.resourceId}/children?ps=1`);
      tool = children[0]!;
      console = await openConsole(system());
    }, BROWSER_MS);
    afterAll(async () => {
      await console?.close();
      for (const { resourceId } of [platform, other]) await call('DELETE', `/rest/resource/${resourceId}`);
      await call('DELETE', `/rest/plugins/${plugin}`);
    }, BROWSER_MS);

    itWithBrowser(
      'scrolls a tree of hundreds of parts with only the visible rows in the document',
      async () => {
        const { page, open } = console!;
        await open('/inventory');
        const rows = (): Promise<number> => page.$$eval('.virtual-row', ({ length }) => length);
        const scrollTo = (share: number): Promise<void> =>
          page.$eval('.virtual-list', (list, part) => void (list.scrollTop = part * list.scrollHeight), share);
        await click(`button[aria-label="Show the parts of ${PLATFORM}"]`);
        await page.waitForSelector(`.virtual-row ::-p-text(${toolName(0)})`);
        await page.waitForFunction(
          `Number(document.querySelector('.virtual-row').getAttribute('aria-setsize')) > ${TOOLS}`,
        );
        await expectNoComplaints();
        await eventually('the last part', async () => {
          await scrollTo(1);
          return page.$(`.virtual-row ::-p-text(${toolName(TOOLS - 1)})`);
        });
        expect(await rows()).toBeLessThan(100);
        await eventually('the platform', async () => {
          await scrollTo(0);
          return page.$(`button[aria-label="Show the parts of ${PLATFORM}"][aria-expanded="true"]`);
        });
        await click(`button[aria-label="Show the parts of ${PLATFORM}"]`);
        await page.waitForFunction(
          `Number(document.querySelector('.virtual-row').getAttribute('aria-setsize')) < ${TOOLS}`,
        );
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'sorts a list both ways',
      async () => {
        await console!.open(`/inventory/${platform.resourceId}/parts?q=tool+0`);
        await click('th button::-p-text(Name)');
        await queryHas('sort=naturalName');
        await click('th button::-p-text(Name)');
        await queryHas('sort=-naturalName');
        await console!.page.waitForSelector(`tbody tr:first-child ::-p-text(${toolName(99)})`);
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'compares its charts with another resource of its type, by an address that can be shared',
      async () => {
        await submitValues(call, platform.resourceId, 'System Load', [0.25, 0.5]);
        await submitValues(call, other.resourceId, 'System Load', [0.75]);
        const { page } = console!;
        await console!.open(`/inventory/${platform.resourceId}/charts?span=1h&metric=System+Load`);
        await click('button::-p-text(Compare with…)');
        await fill('[role=dialog] input[aria-label=Name]', OTHER);
        await page.waitForFunction("document.querySelectorAll('[role=dialog] tbody tr').length === 1");
        await expectNoComplaints();
        await click(`[role=dialog] tbody button::-p-text(${OTHER})`);
        await queryHas(`with=${other.resourceId}`);
        const legend = (): Promise<string[]> =>
          page.$$eval('.u-legend .u-label', (labels) => labels.map(({ textContent }) => textContent));
        const shown = (...names: string[]): Promise<unknown> =>
          eventually(`the legend of ${names.join(' and ')}`, async () => {
            const labels = await legend();
            return names.every((name) => labels.includes(name));
          });
        await shown(PLATFORM, OTHER);
        await page.reload();
        await shown(PLATFORM, OTHER);
        await console!.see(`Compared with ${OTHER}`);
        await click('label[for=compare-week]');
        await shown(PLATFORM, 'Previous week', OTHER);
        await expectNoComplaints();
        await click('button[aria-label="End the comparison"]');
        await eventually('one line less', async () => !(await legend()).includes(OTHER));
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'draws its charts in a browser whose language is no language tag',
      async () => {
        // Signs in, where this test runs alone.
        await console!.open('/inventory');
        const page = await console!.context.newPage();
        await page.evaluateOnNewDocument(
          "Object.defineProperty(navigator, 'language', { value: 'en-US@posix', configurable: true })",
        );
        await page.goto(`${console!.root}/console/inventory/${platform.resourceId}/charts?span=1h&metric=System+Load`);
        await page.waitForSelector('.time-chart canvas', { timeout: BROWSER_MS / 2 });
        await page.close();
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'shows its groups and its configuration without secrets',
      async () => {
        const group = await call<GroupRest>('POST', '/rest/group', { name: 'console tools' });
        await call('PUT', `/rest/group/${group.id}/resource/${tool.resourceId}`);
        await console!.open(`/inventory/${tool.resourceId}`);
        await click('nav[aria-label="Resource pages"] a::-p-text(Groups)');
        await console!.page.waitForSelector(`td a[href="/console/groups/${group.id}"]::-p-text(console tools)`);
        await expectNoComplaints();
        await click('nav[aria-label="Resource pages"] a::-p-text(Configuration)');
        await console!.see('Where it listens');
        await console!.see('http://localhost');
        await console!.see('********');
        expect(await console!.page.content()).not.toContain('hunter2');
        await expectNoComplaints();
        await call('DELETE', `/rest/group/${group.id}`);
        await console!.open(`/inventory/${tool.resourceId}/groups`);
        await console!.see('Not in a group');
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'runs an operation: refuses wrong values at their fields, shows progress and result',
      async () => {
        const { page } = console!;
        const field = (name: string): string => `[id="parameter-${name}"]`;
        const getHelp = (name: string, text: string): Promise<unknown> =>
          page.waitForSelector(`.pf-v6-c-form__group:has(${field(name)}) ::-p-text(${text})`);
        const submit = (): Promise<void> => click('button[form=operation]:not(:disabled)');

        await console!.open(`/inventory/${tool.resourceId}/operations`);
        await console!.see('No executions yet');
        await click('button[aria-label="Run Inspect"]');
        await fill(field('integer value'), 'many');
        await submit();
        await getHelp('integer value', 'Enter a number');
        await getHelp('level', 'Enter a value');
        await expectNoComplaints();

        const values = {
          'string value': 'a text',
          'longString value': 'lines',
          'password value': 'hunter3',
          'integer value': '7',
          'long value': '9000000000',
          'float value': '0.5',
          'double value': '-2.25',
          'file value': '/etc/hosts',
          'directory value': '/tmp',
          level: 'WARN',
          seconds: '61',
        };
        for (const [name, value] of Object.entries(values)) await fill(field(name), value);
        await console!.choose(field('boolean value'), 'true');
        await submit();
        await getHelp('seconds', 'seconds must be a number of at least 0 and at most 60');
        await expectNoComplaints();
        await fill(field('seconds'), '60');
        await submit();

        await page.waitForSelector('section[aria-label=Result] ::-p-text(Running)');
        const work = await agent.takeOperation();
        expect(work).toMatchObject({
          name: 'inspect',
          parameters: {
            'string value': 'a text',
            'longString value': 'lines',
            'password value': 'hunter3',
            'boolean value': true,
            'integer value': 7,
            'long value': 9_000_000_000,
            'float value': 0.5,
            'double value': -2.25,
            'file value': '/etc/hosts',
            'directory value': '/tmp',
            level: 'WARN',
            seconds: 60,
          },
        });
        await work.end('success', {
          result: {
            processes: [
              { pid: '1', name: 'init' },
              { pid: '4711', name: 'worker' },
            ],
          },
        });
        await page.waitForSelector('table[aria-label=processes] td::-p-text(4711)');
        await page.waitForSelector('table[aria-label=Executions] ::-p-text(Succeeded)');
        await expectNoComplaints();
        const [stored] = await call<OperationHistoryRest[]>(
          'GET',
          `/rest/operation/history?resourceId=${tool.resourceId}`,
        );
        expect(stored).toMatchObject({ operationName: 'inspect', status: 'success' });
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'shows empty states, an unknown id, and the meaning of an error',
      async () => {
        const { page, open, see } = console!;
        await open(`/inventory/${tool.resourceId}/events`);
        await see('No events');
        await open(`/inventory/${tool.resourceId}/parts`);
        await see('No parts');
        await open(`/inventory/${tool.resourceId}/charts`);
        await see('No metrics are collected');
        await open(`/inventory/${platform.resourceId}/charts?metric=nothing+is+called+so`);
        await see('Nothing matches');
        await open(`/inventory/${platform.resourceId}/parts?q=nothing+is+called+so`);
        await see('Nothing matches');
        await click('button::-p-text(Clear filters)');
        await page.waitForSelector(`td a::-p-text(${toolName(0)})`);
        await open(`/inventory/${platform.resourceId}/charts?with=${2 ** 31 - 1}`);
        await see('The comparison could not be loaded');

        await open(`/inventory/${2 ** 31 - 1}`);
        await see(`Resource with id ${2 ** 31 - 1} not found`);
        await expectNoComplaints();
        await click('a::-p-text(Explanation and resolution)');
        await page.waitForFunction("location.pathname === '/console/errors/resource_not_found'");
        await see('resource_not_found');
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'reports which changes of a definition are saved when one of them fails, and saves the rest later',
      async () => {
        const made = await call<AlertDefinitionRest>(
          'POST',
          `/rest/alert/definitions?resourceId=${platform.resourceId}`,
          {
            name: 'console partly',
            enabled: true,
            priority: 'LOW',
            conditions: [{ category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' }],
          },
        );
        const path = `/rest/alert/definition/${made.id}`;
        const { page } = console!;
        await console!.open(`/alerts/definitions/${made.id}`);
        await page.waitForSelector('#definition-priority');
        await console!.choose('#definition-priority', 'HIGH');
        await console!.choose('#condition-0-name', 'AVAIL_GOES_UP');
        await page.setRequestInterception(true);
        page.on('request', (request) => {
          void (request.url().includes('/rest/alert/condition/') ? request.abort() : request.continue());
        });
        await click('form button[type=submit]:not(:disabled)');
        await console!.see('1 of 2 changes were saved');
        await console!.see('Saved: priority, state, dampening and recovery.');
        await console!.see('Not saved: condition 1.');
        await expectNoComplaints();
        page.removeAllListeners('request');
        await page.setRequestInterception(false);
        expect(await call('GET', path)).toMatchObject({
          priority: 'HIGH',
          conditions: [expect.objectContaining({ name: 'AVAIL_GOES_DOWN' })],
        });

        await click('form button[type=submit]:not(:disabled)');
        await page.waitForSelector('form ::-p-text(Saved)');
        await eventually('the condition', async () => {
          const { conditions = [] } = await call<AlertDefinitionRest>('GET', path);
          return conditions.length === 1 && conditions[0]!.name === 'AVAIL_GOES_UP';
        });
        await call('DELETE', path);
      },
      BROWSER_MS,
    );
  });
}
