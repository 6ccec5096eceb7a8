import type { AlertDefinitionRest, DryRun, MetricSchedule, ResourceWithType } from '@wardstone/dto/monitoring';
import { eventually, itWithBrowser } from '@wardstone/testing';
import type { RunningSystem } from '../../tools/system';
import { DIALOG, callsTo, handsOn } from './console-hands';
import { type ConsolePage, leave, openConsole } from './console-page';

const BROWSER_MS = 180_000;
const NAME = 'console forms';

/** Typed text survives the end of a session, Back, and a click outside. */
export function describeConsoleForms(system: () => RunningSystem): void {
  describe('the forms of the console', () => {
    let console: ConsolePage | undefined;
    let host: ResourceWithType;
    const call = callsTo(system);
    const { click, button, fill, heading, send, closed } = handsOn(() => console!);

    const choose = (selector: string, value: string): Promise<void> => console!.choose(selector, value);
    const openForm = (): Promise<void> => console!.open(`/alerts/definitions/new?resource=${host.resourceId}`);
    const typeDefinition = async (open = openForm): Promise<void> => {
      const path = `/rest/resource/${host.resourceId}/schedules?enabledOnly=false`;
      const schedules = await call<MetricSchedule[]>('GET', path);
      const { definitionId } = schedules.find(({ displayName }) => displayName === 'User Load')!;
      await open();
      await fill('Name', NAME, 'form');
      await choose('#condition-0-metric', String(definitionId));
      const dryRun = console!.page.waitForResponse(
        (response) =>
          response.url().includes('/dry-run') && response.request().postData()!.includes('"threshold":0.9}'),
      );
      await console!.page.locator('#condition-0-threshold').fill('90');
      // Its chart is the last request, whose refusal would open the dialog before the form is submitted.
      const { endTime } = (await (await dryRun).json()) as DryRun;
      await console!.page.waitForFunction(
        `performance.getEntriesByType('resource').some(({ name }) => name.includes('endTime=${endTime}'))`,
      );
    };
    const toValue = (selector: string): Promise<string> =>
      console!.page.$eval(selector, (field) => (field as unknown as { value: string }).value);

    beforeAll(async () => {
      console = await openConsole(system());
      await console?.page.setViewport({ width: 1280, height: 900 });
      host = await call('POST', '/rest/resource/platforms', { resourceName: 'forms-host', typeName: 'Linux' });
    }, BROWSER_MS);
    afterAll(() => leave(call, { console, host }), BROWSER_MS);

    itWithBrowser(
      'ask for the password above the page when the session has ended, and continue',
      async () => {
        const { page, context, see, complaints } = console!;
        await typeDefinition();
        const challenges: (string | undefined)[] = [];
        page.on('response', (response) => {
          if (response.status() === 401) challenges.push(response.headers()['www-authenticate']);
        });
        await context.deleteCookie(...(await context.cookies()));
        await click('form button[type=submit]:not(:disabled)');
        await see('Your session has ended');
        expect(await complaints()).toEqual([]);
        await fill('Password', 'not the password', DIALOG);
        await send();
        await page.waitForSelector(`${DIALOG} .pf-v6-c-alert`);
        expect(await toValue('#definition-name')).toBe(NAME);
        await fill('Password', system().adminPassword, DIALOG);
        await send();
        await page.waitForFunction(String.raw`/definitions\/\d+$/.test(location.pathname)`);

        expect(challenges.length).toBeGreaterThan(0);
        expect(challenges.filter((challenge) => challenge?.includes('Basic'))).toEqual([]);
        const id = page.url().split('/').at(-1);
        expect(await call<AlertDefinitionRest>('GET', `/rest/alert/definition/${id}`)).toMatchObject({ name: NAME });
        await call('DELETE', `/rest/alert/definition/${id}`);
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'continue when the viewer has signed in in another tab',
      async () => {
        const { page, context, see, root } = console!;
        await typeDefinition();
        const cookies = await context.cookies();
        await context.deleteCookie(...cookies);
        await click('form button[type=submit]:not(:disabled)');
        await see('Your session has ended');
        await page.waitForSelector(`${DIALOG} a[href^="/login"][target=_blank]`);
        await context.setCookie(...cookies);
        // A page that is still rendering does not notice it yet.
        const isSaved = async (): Promise<boolean> => {
          await page.evaluate("window.dispatchEvent(new Event('focus'))");
          return /\/definitions\/\d+$/.test(page.url());
        };
        await eventually('the definition', isSaved, { everyMs: 500 });
        expect(page.url().startsWith(root)).toBe(true);
        await call('DELETE', `/rest/alert/definition/${page.url().split('/').at(-1)}`);
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'ask before a page with typed text is left',
      async () => {
        const { page, see, complaints } = console!;
        await openForm();
        await click('nav a::-p-text(Groups)');
        await heading('Groups');
        await typeDefinition(async () => void (await page.goBack()));
        await click('nav a::-p-text(Inventory)');
        await see('Leave without saving?');
        expect(await complaints()).toEqual([]);
        await button('Cancel', DIALOG);
        await closed();
        expect(await toValue('#definition-name')).toBe(NAME);

        await page.evaluate('history.forward()');
        await see('Leave without saving?');
        await button('Cancel', DIALOG);
        await closed();
        expect(await toValue('#condition-0-threshold')).toBe('90');

        const question = new Promise<string>((resolve) => {
          page.once('dialog', (dialog) => {
            resolve(dialog.type());
            void dialog.dismiss();
          });
        });
        void page.reload().catch(() => undefined);
        expect(await question).toBe('beforeunload');

        await click('nav a::-p-text(Inventory)');
        await button('Leave', DIALOG);
        await heading('Inventory');
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'keep typed text in a dialog when Escape is pressed',
      async () => {
        const { page, see } = console!;
        await console!.open('/administration/tokens');
        await button('New token');
        await fill('Purpose', 'typed', DIALOG);
        await page.keyboard.press('Escape');
        await see('Leave without saving?');
        await button('Stay', DIALOG);
        await page.keyboard.press('Escape');
        await button('Leave', DIALOG);
        await closed();
        await button('New token');
        await page.waitForSelector(DIALOG);
        await page.keyboard.press('Escape');
        await closed();
      },
      BROWSER_MS,
    );
  });
}
