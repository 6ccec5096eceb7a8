import { eventually } from '@wardstone/testing';
import type { PushService } from '../../apps/monitoring/src/notifications/test/push-service';
import { DEFAULT_ORG, withAccounts } from '../../apps/launcher/src';
import type { RunningSystem } from '../../tools/system';
import { callsTo } from '../running/console-hands';

const PAGING_MS = 120_000;
/** From the fact that fires to the request at the push service; five seconds of it wait for more alerts. */
const PAGED_WITHIN_MS = 10_000;
const PASSWORD = 'a long sentence is good';
const [NEW_HERE, UNREACHABLE] = ['new-here', 'unreachable'] as const;
type Id = { id: number };

/** An account that was just created is on call, and so is one without a contact method. */
export function describePaging(system: () => RunningSystem, pushService: () => PushService): void {
  describe('the person on call', () => {
    const call = callsTo(system);
    const report = (resourceId: number, type: 'UP' | 'DOWN'): Promise<unknown> =>
      call('PUT', `/rest/resource/${resourceId}/availability`, { since: Date.now(), type, resourceId });
    const host = async (resourceName: string): Promise<number> => {
      const body = { resourceName, typeName: 'Linux' };
      const { resourceId } = await call<{ resourceId: number }>('POST', '/rest/resource/platforms', body);
      await report(resourceId, 'UP');
      return resourceId;
    };
    const define = (resourceId: number, receiver: object): Promise<Id> =>
      call('POST', `/rest/alert/definitions?resourceId=${resourceId}`, {
        name: 'Host is down',
        enabled: true,
        priority: 'HIGH',
        dampeningCategory: 'NONE',
        conditions: [{ category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' }],
        notifications: [receiver],
      });

    /** Adds the browser of the account, as the test's push service plays it. */
    const subscribe = async (push: PushService): Promise<void> => {
      const authorization = `Basic ${Buffer.from(`${NEW_HERE}:${PASSWORD}`).toString('base64')}`;
      const own = callsTo(system, { authorization });
      const kinds = await own<{ kind: string; applicationServerKey?: string }[]>('GET', '/rest/on-call/contact-kind');
      const key = kinds.find(({ kind }) => kind === 'WEB_PUSH')!.applicationServerKey!;
      const methods = `/rest/user/${NEW_HERE}/contact-methods`;
      const { id } = await own<Id>('POST', methods, { kind: 'WEB_PUSH', config: push.subscribe(key) });
      push.taken.length = 0;
      await own('POST', `${methods}/${id}/verification`);
      const { message } = await eventually('the code', () => push.taken.at(-1));
      await own('PUT', `${methods}/${id}/verification`, { code: message['code'] });
    };

    it(
      'is paged within ten seconds: by the rotation, or by the next step where nobody can be reached',
      async () => {
        const push = pushService();
        await withAccounts(system().dataDir, async ({ accounts }) => {
          for (const username of [NEW_HERE, UNREACHABLE]) {
            await accounts.add({ username, password: PASSWORD, roles: ['operator'], orgId: DEFAULT_ORG });
          }
        });
        await subscribe(push);
        const people = await call<{ userId: number; login: string; reachable: boolean }[]>(
          'GET',
          '/rest/on-call/person',
        );
        const getPerson = (name: string) => people.find(({ login }) => login === name)!;
        // The console shows red who cannot be reached.
        expect([NEW_HERE, UNREACHABLE].map((name) => getPerson(name).reachable)).toEqual([true, false]);

        const firstDay = new Date().toISOString().slice(0, 10);
        const rotation = await call<Id>('POST', '/rest/on-call/rotation', {
          name: 'Paged nights',
          timeZone: 'UTC',
          turn: 'WEEKLY',
          handOverTime: '00:00',
          firstDay,
          members: [{ userId: getPerson(NEW_HERE).userId }],
        });
        const onCall = { senderName: 'On-Call Rotation', config: { rotationId: rotation.id } };
        const direct = await host('paged-2');
        await define(direct, onCall);
        const escalated = await host('paged-3');
        const policy = await call<Id>('POST', '/rest/on-call/escalation', {
          name: 'Paged nights',
          steps: [{ afterMinutes: 30, receivers: [onCall] }],
        });
        const first = { senderName: 'System Users', config: { subjectId: `|${getPerson(UNREACHABLE).userId}|` } };
        const definition = await define(escalated, first);
        await call('PUT', `/rest/alert/definition/${definition.id}/escalation`, { escalationId: policy.id });

        for (const [name, resourceId] of Object.entries({ 'paged-2': direct, 'paged-3': escalated })) {
          push.taken.length = 0;
          const firedMs = Date.now();
          await report(resourceId, 'DOWN');
          const { message } = await eventually('the page', () => push.taken.at(-1), { withinMs: PAGED_WITHIN_MS });
          process.stdout.write(
            `from the fact to the page of ${name}: ${((Date.now() - firedMs) / 1000).toFixed(1)} s\n`,
          );
          expect(message['title']).toContain(`${name}: Host is down`);
        }
        expect(push.faults).toEqual([]);
      },
      PAGING_MS,
    );
  });
}
