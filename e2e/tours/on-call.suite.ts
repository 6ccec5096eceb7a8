import { eventually, itWithBrowser } from '@wardstone/testing';
import type { AlertExplanation, AlertRest, IncidentRest } from '@wardstone/dto/monitoring';
import type { MailSink } from '../../apps/monitoring/src/test/alerts/sinks';
import { DEFAULT_ORG, withAccounts } from '../../apps/launcher/src';
import type { RunningSystem } from '../../tools/system';
import { DIALOG, handsOn, callsTo } from '../running/console-hands';
import { type ConsolePage, openConsole } from '../running/console-page';

const TOUR_MS = 240_000;
const PASSWORD = 'a long sentence is good';
const PEOPLE = ['ann', 'bob'] as const;
type Id = { id: number };

/** A night on call: maintenance, a failure and its consequences, a person who does not respond, and one who does. */
export function describeNightOnCall(system: () => RunningSystem, mailSink: () => MailSink): void {
  describe('a night on call', () => {
    let mail: MailSink;
    let console: ConsolePage | undefined;
    const call = callsTo(system);
    const hands = handsOn(() => console!);

    beforeAll(async () => {
      mail = mailSink();
      await withAccounts(system().dataDir, async ({ accounts }) => {
        for (const username of [...PEOPLE, 'cleo']) {
          await accounts.add({ username, password: PASSWORD, roles: ['operator'], orgId: DEFAULT_ORG });
        }
      });
      for (const username of PEOPLE) {
        const authorization = `Basic ${Buffer.from(`${username}:${PASSWORD}`).toString('base64')}`;
        const own = callsTo(system, { authorization });
        const methods = `/rest/user/${username}/contact-methods`;
        const config = { address: `${username}@example.test` };
        const { id } = await own<Id>('POST', methods, { kind: 'EMAIL', config });
        await own('POST', `${methods}/${id}/verification`);
        const { text } = mail.mails.splice(0).findLast(({ to }) => to === config.address)!;
        const [, code] = /code: ([0-9A-Z-]{11})/.exec(text)!;
        await own('PUT', `${methods}/${id}/verification`, { code });
      }
      console = await openConsole(system());
    }, TOUR_MS);
    afterAll(async () => {
      await console?.close();
    });

    const host = async (resourceName: string): Promise<number> => {
      const body = { resourceName, typeName: 'Linux' };
      const { resourceId } = await call<{ resourceId: number }>('POST', '/rest/resource/platforms', body);
      await report(resourceId, 'UP');
      return resourceId;
    };
    const report = (resourceId: number, type: 'UP' | 'DOWN'): Promise<unknown> =>
      call('PUT', `/rest/resource/${resourceId}/availability`, { since: Date.now(), type, resourceId });
    const define = (resourceId: number, receiver: object): Promise<Id> =>
      call('POST', `/rest/alert/definitions?resourceId=${resourceId}`, {
        name: 'Host is down',
        enabled: true,
        priority: 'HIGH',
        dampeningCategory: 'NONE',
        conditions: [{ category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' }],
        notifications: [receiver],
      });
    const address = (emailAddress: string): object => ({ senderName: 'Direct Emails', config: { emailAddress } });
    const user = async (login: string): Promise<object> => {
      const path = '/rest/alert/sender/System%20Users?include=properties';
      const { properties } = await call<{ properties: { choices: { value: string; label: string }[] }[] }>('GET', path);
      const choice = properties.flatMap(({ choices }) => choices).find(({ label }) => label === login)!;
      return { senderName: 'System Users', config: { subjectId: `|${choice.value}|` } };
    };
    const alertOn = async (resourceId: number): Promise<AlertRest> =>
      (await call<AlertRest[]>('GET', `/rest/alert?resourceId=${resourceId}&include=hold`))[0]!;
    const subjectsTo = (to: string): string[] =>
      mail.mails.filter((each) => each.to === to).map(({ text }) => /^Subject: (.*(?:\r?\n .*)*)/m.exec(text)![1]!);
    /** The text as programs show it, with folded lines joined. */
    const textTo = (to: string): string => {
      const { text } = mail.mails.filter((each) => each.to === to).at(-1)!;
      return text.replace(/=\r?\n/g, '').replace(/=3D/g, '=');
    };

    itWithBrowser(
      'is quiet in a maintenance window, names one cause, calls the second person, and is acknowledged by a link',
      async () => {
        const { page, open, see, complaints } = console!;

        // Nobody acknowledges: after a minute the policy notifies bob.
        const unanswered = await host('unanswered');
        const { id: policyId } = await call<Id>('POST', '/rest/on-call/escalation', {
          name: 'Night',
          steps: [{ afterMinutes: 1, receivers: [await user('bob')] }],
        });
        const definition = await define(unanswered, await user('ann'));
        await call('PUT', `/rest/alert/definition/${definition.id}/escalation`, { escalationId: policyId });
        await report(unanswered, 'DOWN');

        // A person who has never signed in is on call all the same, and red.
        const people = await call<{ userId: number; login: string }[]>('GET', '/rest/on-call/person');
        const members = ['cleo', 'ann'].map((name) => ({ userId: people.find(({ login }) => login === name)!.userId }));
        const firstDay = new Date().toISOString().slice(0, 10);
        const weeks = { name: 'Weeks', timeZone: 'UTC', turn: 'WEEKLY', handOverTime: '00:00', firstDay, members };
        await call('POST', '/rest/on-call/rotation', weeks);
        await open('/alerts/on-call');
        await see('On call now');
        await page.waitForSelector('main tbody strong::-p-text(cleo)');
        await see('No contact method is verified.');
        expect(await complaints()).toEqual([]);

        // A window, made and ended on pages of the console.
        const maintained = await host('maintained');
        await define(maintained, address('window@example.test'));
        await open(`/inventory/${maintained}`);
        await hands.button('Silence');
        await page.locator(`${DIALOG} textarea`).fill('disks are swapped');
        await hands.send();
        await hands.closed();
        await report(maintained, 'DOWN');
        await eventually('the alert to be stored as silenced', async () => {
          return (await alertOn(maintained))?.hold?.state === 'SILENCED';
        });
        await open('/alerts/silences?ended=false');
        await see('disks are swapped');
        expect(subjectsTo('window@example.test')).toEqual([]);
        await page.locator('main tbody button::-p-text(End)').click();
        await hands.button('End', DIALOG);
        await hands.closed();
        await eventually('the alert to be told', () => subjectsTo('window@example.test').length > 0);

        // A switch without an alert takes down three hosts.
        const parent = await host('core-switch');
        const below = [await host('shop-1'), await host('shop-2'), await host('shop-3')];
        for (const id of below) {
          await call('PUT', `/rest/resource/${id}/dependencies`, { dependsOn: [parent] });
          await define(id, address('shop@example.test'));
        }
        await report(parent, 'DOWN');
        for (const id of below) await report(id, 'DOWN');
        await eventually('the cause to be told', () => subjectsTo('shop@example.test').length > 0);
        for (const id of below) {
          expect((await alertOn(id)).hold).toMatchObject({ state: 'SUPPRESSED', causeId: parent });
        }
        await open('/alerts/incidents');
        await see('core-switch is down');
        expect(await complaints()).toEqual([]);
        await page.locator('main tbody a::-p-text(core-switch is down)').click();
        await see('shop@example.test: 250');
        expect(await complaints()).toEqual([]);

        // The link in the mail, in a browser in which nobody is signed in.
        await eventually('the second person to be called', () => subjectsTo('bob@example.test').length > 0);
        const link = /^Acknowledge: (\S+)/m.exec(textTo('bob@example.test'))![1]!;
        const stranger = await (await page.browser().createBrowserContext()).newPage();
        await stranger.goto(link);
        await stranger.waitForSelector('h1::-p-text(Host is down)');
        expect((await alertOn(unanswered)).ackBy).toBeNull();
        await stranger.locator('button::-p-text(Acknowledge)').click();
        await stranger.waitForSelector('::-p-text(The alert is acknowledged.)');
        expect(await alertOn(unanswered)).toMatchObject({ ackBy: 'bob' });
        expect((await stranger.goto(link))!.status()).toBe(404);
        await stranger.browserContext().close();

        const { story } = await call<AlertExplanation>('GET', `/rest/alert/${(await alertOn(unanswered)).id}/explain`);
        const parts = story.filter(({ kind }) => ['FIRED', 'ATTEMPT', 'ACKNOWLEDGED', 'PLANNED'].includes(kind));
        expect(parts.map(({ text }) => text)).toEqual([
          expect.stringMatching(/^Host is down/),
          'System Users: SUCCESS: sent to [ann: E-mail]',
          'Step 1, System Users: SUCCESS: sent to [bob: E-mail]',
          'By bob: acknowledged by a link (System Users)',
        ]);
        const [incident] = await call<IncidentRest[]>('GET', '/rest/incident?q=unanswered');
        expect(incident!.state).toBe('ACKNOWLEDGED');
        // Each once, whatever has happened since.
        expect(subjectsTo('ann@example.test')).toEqual(['[HIGH] unanswered: Host is down']);
        expect(subjectsTo('bob@example.test')).toEqual([expect.stringMatching(/unanswered: Host is down$/)]);
        expect(subjectsTo('window@example.test')).toEqual(['[HIGH] maintained: Host is down']);
        expect(subjectsTo('shop@example.test')).toEqual(['[HIGH] core-switch is DOWN: 3 alerts suppressed']);
      },
      TOUR_MS,
    );
  });
}
