import type { AlertDefinitionRest, ResourceWithType } from '@wardstone/dto/monitoring';
import { itWithBrowser, named } from '@wardstone/testing';
import type { RunningSystem } from '../../tools/system';
import { handsOn } from './console-hands';
import { type ConsolePage, leave, openConsole } from './console-page';
import { makeCall, submitValues } from './monitoring-records';

const BROWSER_MS = 180_000;
const EXPRESSION = 'cpu_perc_sys{resource="explored-host"}';
const EDITOR = '::-p-aria([name="PromQL expression 1"][role="textbox"])';
const LINK = 'input[aria-label="Link to these queries and this period"]';
const INSTALLATION = '/rest/alert/installation';

/** PromQL in the console, from the first letter to a stored definition. */
export function describeConsoleExplore(system: () => RunningSystem): void {
  describe('the console, PromQL', () => {
    let console: ConsolePage | undefined;
    let host: ResourceWithType;
    const call = makeCall(system);
    const { click, button, fill, heading } = handsOn(() => console!);
    const expectNoComplaints = async (): Promise<void> => expect(await console!.complaints()).toEqual([]);
    const type = async (text: string): Promise<void> => {
      const { page } = console!;
      await click(EDITOR);
      await page.keyboard.down('Control');
      await page.keyboard.press('a');
      await page.keyboard.up('Control');
      await page.keyboard.type(text);
    };
    /** Text of the editor, which is inside a shadow root. */
    const getTyped = (): Promise<string | null> =>
      console!.page.$eval('.promql-editor >>> [role=textbox]', ({ textContent }) => textContent);
    const save = async (): Promise<AlertDefinitionRest> => {
      await click('form button[type=submit]:not(:disabled)');
      await console!.page.waitForFunction(String.raw`/definitions\/\d+$/.test(location.pathname)`);
      const id = console!.page.url().split('/').at(-1);
      return call('GET', `/rest/alert/definition/${id}?include=expression`);
    };

    beforeAll(async () => {
      console = await openConsole(system());
      host = await call('POST', '/rest/resource/platforms', { resourceName: 'explored-host', typeName: 'Linux' });
    }, BROWSER_MS);
    // Values over more than one step of a day's chart, submitted again because they are stale after some minutes.
    beforeEach(() => submitValues(call, host.resourceId, 'System Load', Array<number>(40).fill(0.25), 30_000));
    afterAll(async () => {
      await leave(call, { console, host });
      await call('DELETE', `/rest/resource/${(await call<{ resourceId: number }>('PUT', INSTALLATION)).resourceId}`);
    }, BROWSER_MS);

    itWithBrowser(
      'completes names, marks errors while typing, and shows a result as chart and table',
      async () => {
        const { page, open, see } = console!;
        await open('/explore');
        await page.waitForSelector(EDITOR);
        await type('rate(cpu_perc_s');
        await page.waitForSelector('.promql-editor >>> .cm-tooltip-autocomplete ::-p-text(cpu_perc_sys)');
        // The list ignores keys at first, so that nobody accepts an entry by accident while typing.
        await page.click('.promql-editor >>> .cm-tooltip-autocomplete li');
        await see('1:6: expected type matrix in call to function "rate", got vector');
        await expectNoComplaints();
        await page.keyboard.press('Tab');
        expect(await page.evaluate('document.activeElement.textContent')).toBe('Run query');

        await type(EXPRESSION);
        // An open list of completions takes Enter.
        await page.keyboard.press('Escape');
        await page.keyboard.press('Enter');
        await page.waitForSelector('.time-chart canvas');
        await page.waitForSelector('td::-p-text(0.25)');
        expect(new URL(page.url()).searchParams.getAll('expr')).toEqual([EXPRESSION]);
        await expectNoComplaints();

        await button('Add query');
        await page.waitForSelector('::-p-aria([name="PromQL expression 2"][role="textbox"])');
        await click('::-p-aria([name="PromQL expression 2"][role="textbox"])');
        await page.keyboard.type('sum(nothing[5m])');
        await button('Run query 2');
        // The message of the server is shown, too.
        await see('The query failed');
        await see('expected type instant vector in aggregation expression, got range vector');
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'opens the same queries and period by the link that it copies',
      async () => {
        const { page, root, open } = console!;
        await open(`/explore?expr=${encodeURIComponent(EXPRESSION)}&expr=up&step=60&span=8h`);
        await page.waitForSelector('td::-p-text(0.25)');
        await button('Copy link');
        // A browser without a window refuses to copy, so the link is shown to copy by hand.
        await page.waitForSelector(LINK);
        const link = new URL((await page.evaluate(`document.querySelector('${LINK}').value`)) as string);
        expect(link.origin).toBe(root);
        const { searchParams } = link;
        expect([searchParams.getAll('expr'), searchParams.get('step')]).toEqual([[EXPRESSION, 'up'], '60']);
        expect(Number(searchParams.get('end')) - Number(searchParams.get('start'))).toBe(8 * 3_600_000);

        await open(link.href.slice(`${root}/console`.length));
        await page.waitForSelector('td::-p-text(0.25)');
        expect(await getTyped()).toBe(EXPRESSION);
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'creates an alert from a query, with the result of the last day in the form',
      async () => {
        const { page, open, see, choose } = console!;
        await call('PUT', INSTALLATION);
        await open(`/explore?expr=${encodeURIComponent(EXPRESSION)}`);
        await click('a::-p-text(Alert on this)');
        await heading('New alert definition');
        await page.waitForSelector('.promql-editor');
        expect(await getTyped()).toBe(EXPRESSION);
        await page.locator('#definition-name').fill('explored load');
        await choose('#condition-0-comparator', '>');
        await page.locator('#condition-0-threshold').fill('0.2');
        await see('Result of the last day');
        await see('1 series');
        await expectNoComplaints();
        const made = await save();
        expect(made).toMatchObject({
          name: 'explored load',
          conditions: [{ category: 'EXPRESSION', option: EXPRESSION, comparator: '>', threshold: 0.2 }],
          expression: { seconds: 60 },
        });
        await open('/alerts/definitions');
        await page.waitForSelector('td a::-p-text(explored load)');
        await call('DELETE', `/rest/alert/definition/${made.id}`);
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'creates a recording rule of the whole installation',
      async () => {
        const { page, open, see, choose } = console!;
        await open('/alerts/definitions/new?expression=');
        await page.waitForSelector('.promql-editor');
        await page.locator('#definition-name').fill('explored rule');
        await click('::-p-aria([name="PromQL expression"][role="textbox"])');
        await page.keyboard.type('vector(1)');
        await choose('#expression-rule', 'record');
        await fill('Metric name of the stored series', 'explored:one');
        await see('A recording rule fires no alerts.');
        await expectNoComplaints();
        const made = await save();
        expect(made.expression).toMatchObject({ record: 'explored:one' });
        await call('DELETE', `/rest/alert/definition/${made.id}`);
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'alerts on the metric of a chart',
      async () => {
        const { page, open } = console!;
        await open(`/inventory/${host.resourceId}/charts?metric=System+Load`);
        await click(named('link', 'Alert on this: System Load'));
        await heading('New alert definition');
        await page.waitForSelector('#condition-0-metric');
        const chosen = await page.evaluate("document.querySelector('#condition-0-metric').selectedOptions[0].label");
        expect(chosen).toBe('System Load');
      },
      BROWSER_MS,
    );
  });
}
