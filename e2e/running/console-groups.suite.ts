import type { GroupDefinitionRest, GroupRest, ResourceWithType } from '@wardstone/dto/monitoring';
import { itWithBrowser } from '@wardstone/testing';
import type { RunningSystem } from '../../tools/system';
import { DIALOG, callsTo, handsOn } from './console-hands';
import { type ConsolePage, openConsole } from './console-page';

const BROWSER_MS = 180_000;
const HOSTS = ['grouped-host-1', 'grouped-host-2'];

/** Groups in the console, from the first click to what is stored. */
export function describeConsoleGroups(system: () => RunningSystem): void {
  describe('the console, groups', () => {
    let console: ConsolePage | undefined;
    const made: string[] = [];
    const call = callsTo(system);
    const { click, button, fill, send, closed, heading, tabTo } = handsOn(() => console!);
    const expression = (text: string): Promise<void> => console!.page.locator('#definition-expression').fill(text);
    const expectNoComplaints = async (): Promise<void> => expect(await console!.complaints()).toEqual([]);

    beforeAll(async () => {
      console = await openConsole(system());
      for (const resourceName of HOSTS) {
        const body = { resourceName, typeName: 'Linux' };
        const { resourceId } = await call<ResourceWithType>('POST', '/rest/resource/platforms', body);
        made.push(`/rest/resource/${resourceId}`);
      }
    }, BROWSER_MS);
    afterAll(async () => {
      await console?.close();
      for (const path of made) await call('DELETE', path);
    }, BROWSER_MS);

    itWithBrowser(
      'creates a group and adds a member',
      async () => {
        await console!.open('/groups');
        await button('New group');
        await fill('Name', 'console group', DIALOG);
        await expectNoComplaints();
        await send();
        await heading('console group');
        await click('button::-p-text(Add members)');
        await fill('Name', HOSTS[0]!, DIALOG);
        await console!.page.waitForFunction("document.querySelectorAll('[role=dialog] tbody tr').length === 1");
        await click(`${DIALOG} tbody input[type=checkbox]`);
        await expectNoComplaints();
        await click('button::-p-text(Add \\(1\\))');
        await console!.page.waitForSelector(`main td a::-p-text(${HOSTS[0]})`);

        const [group] = await call<GroupRest[]>('GET', '/rest/group?q=console+group');
        const members = await call<ResourceWithType[]>('GET', `/rest/group/${group!.id}/resources`);
        expect(members.map(({ resourceName }) => resourceName)).toEqual([HOSTS[0]]);
        await button('Delete');
        await button('Delete', DIALOG);
        await heading('Groups');
        expect(await call('GET', '/rest/group?q=console+group')).toEqual([]);
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'creates a group by keys only, and reports an existing one of the name',
      async () => {
        const { page, open, see } = console!;
        await open('/groups');
        for (const isSecond of [false, true]) {
          await tabTo('main .page-head button');
          await page.keyboard.press('Enter');
          await tabTo(`${DIALOG} input[type=text]`);
          await page.keyboard.type('console keys');
          await page.keyboard.press('Enter');
          if (isSecond) break;
          await heading('console keys');
          await page.goBack();
          await page.waitForSelector('td a::-p-text(console keys)');
        }
        await see('A group with this name already exists');
        await expectNoComplaints();
        await page.keyboard.press('Escape');
        // A key press does not lose the typed name.
        await see('Leave without saving?');
        await tabTo(`${DIALOG} .pf-v6-c-alert__action-group button`);
        await page.keyboard.press('Enter');
        await closed();
        const groups = await call<GroupRest[]>('GET', '/rest/group?q=console+keys');
        expect(groups).toHaveLength(1);
        await call('DELETE', `/rest/group/${groups[0]!.id}`);
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'previews the groups of an expression while it is typed, marks errors, and creates them',
      async () => {
        const { page, open, see } = console!;
        await open('/groups/definitions/new');
        await see('Enter an expression to see which groups it would generate');
        await fill('Name', 'console platforms');
        await expression('resource.colour = red');
        await see('Line 1, column 10: Unknown attribute colour');
        await see('Correct the expression');
        await expectNoComplaints();
        await button('Go to the error');
        expect(
          await page.$eval('textarea', ({ value, selectionStart: at, selectionEnd: end }) => value.slice(at, end)),
        ).toBe('colour');

        await page.keyboard.down('Control');
        await page.keyboard.press('a');
        await page.keyboard.up('Control');
        await page.keyboard.press('Backspace');
        const word = (text: string): Promise<void> => button(text, '[aria-label="Suggestions"]');
        await word('resource.');
        await word('name');
        await word('.startsWith =');
        await page.keyboard.type('grouped-host-');
        expect(await page.$eval('textarea', ({ value }) => value)).toBe('resource.name.startsWith = grouped-host-');
        await see('1 group, 2 resources');
        await page.waitForSelector(`.definition-preview td a::-p-text(${HOSTS[1]})`);
        await page.keyboard.press('Enter');
        await word('groupby resource.');
        await word('id');
        await see('2 groups, 2 resources');
        await see(`DynaGroup - console platforms ( ${made[0]!.split('/').at(-1)} )`);
        await expectNoComplaints();
        expect(await call('GET', '/rest/group/definitions?q=console+platforms')).toEqual([]);

        await click('form button[type=submit]:not(:disabled)');
        await page.waitForSelector(`main td a::-p-text(DynaGroup - console platforms)`);
        const [definition] = await call<GroupDefinitionRest[]>('GET', '/rest/group/definitions?q=console+platforms');
        expect(definition!.generatedGroupIds).toHaveLength(2);
        await call('DELETE', `/rest/group/definition/${definition!.id}`);
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'reports that a definition is saved although its groups cannot be calculated',
      async () => {
        const { id } = await call<GroupRest>('POST', '/rest/group', { name: 'DynaGroup - console clash' });
        await console!.open('/groups/definitions/new');
        await fill('Name', 'console clash');
        await expression(`resource.name = ${HOSTS[0]}`);
        await console!.see('Another group already has the name DynaGroup - console clash');
        await click('form button[type=submit]:not(:disabled)');
        await console!.see('The definition is saved, but its groups were not calculated');
        await expectNoComplaints();
        const [definition] = await call<GroupDefinitionRest[]>('GET', '/rest/group/definitions?q=console+clash');
        expect(definition!.generatedGroupIds).toEqual([]);
        await call('DELETE', `/rest/group/${id}`);
        await click('form button[type=submit]:not(:disabled)');
        await console!.page.waitForSelector('main td a::-p-text(DynaGroup - console clash)');
        await call('DELETE', `/rest/group/definition/${definition!.id}`);
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'shows empty states',
      async () => {
        for (const path of ['/groups/99999999', '/groups/definitions/99999999']) {
          await console!.open(path);
          await console!.see('not found');
          await console!.page.waitForSelector('a[href^="/console/errors/"]');
          await expectNoComplaints();
        }
        await console!.open('/groups?q=nothing+of+this+name');
        await console!.see('Nothing matches');
        await button('Clear filters');
        await console!.page.waitForFunction("location.search === ''");
      },
      BROWSER_MS,
    );
  });
}
