import fs from 'node:fs';
import path from 'node:path';
import type { AuditEventsBody } from '@wardstone/dto/gateway';
import type {
  AlertDefinitionRest,
  AlertRest,
  EscalationRest,
  GroupRest,
  MetricSchedule,
  OperationHistoryRest,
  ProblemRest,
  ResourceOverview,
  ResourceWithType,
  RotationRest,
  SilenceRest,
} from '@wardstone/dto/monitoring';
import { eventually, itWithBrowser } from '@wardstone/testing';
import { formatRow } from '../../tools/console-tasks/effort';
import {
  ALERT,
  ALERTS,
  COLLEAGUE,
  DISK_ALERT,
  GROUP,
  GROUPS,
  makeLogin,
  fillDisk,
  MAIL_ALERT,
  makeTaskRecords,
  NEW_HOSTS,
  NEW_POLICY,
  ON_CALL,
  POLICY,
  type TaskRecords,
  VIEWER,
} from '../../tools/console-tasks/records';
import { Recorder } from '../../tools/console-tasks/recorder';
import { TASKS } from '../../tools/console-tasks/tasks';
import type { RunningSystem } from '../../tools/system';
import { workspaceRoot } from '../../tools/workspace';
import { type ConsolePage, openConsole } from './console-page';

const BROWSER_MS = 180_000;
const COMPLIANCE = '/api/compliance/v2';
/** A sheet at 96 dots an inch, without margins of 1 cm. */
const A4 = { width: 718, height: 1047 };
const DOCUMENT = path.join(workspaceRoot(), 'docs', 'console.md');

/** Everyday tasks, from the first click to what is stored, with as many clicks as docs/console.md says. */
export function describeConsoleTasks(system: () => RunningSystem): void {
  describe('the everyday tasks of the console', () => {
    let console: ConsolePage | undefined;
    let records: TaskRecords | undefined;
    beforeAll(async () => {
      console = await openConsole(system());
      if (!console) return;
      await console.page.setViewport({ width: 1280, height: 900 });
      records = await makeTaskRecords(system());
    }, BROWSER_MS);
    afterAll(async () => {
      await console?.close();
      await records?.remove();
    }, BROWSER_MS);

    const read = <T>(target: string): Promise<T> => records!.call<T>('GET', target);
    const listed = async <T>(list: string, filter: string): Promise<T[]> =>
      (await read<{ data: T[] }>(`${COMPLIANCE}/${list}?filter=${encodeURIComponent(filter)}`)).data;
    const platforms = async (name: string): Promise<string[]> =>
      (await read<ResourceWithType[]>(`/rest/resource?category=PLATFORM&ps=100&q=${name}`)).map(
        ({ resourceName }) => resourceName,
      );
    const toResult = async (host: 'db-01' | 'db-02'): Promise<unknown> =>
      (await listed(`reports/${records!.policy}/test_results`, `system_id = ${records!.systems[host]}`))[0];

    const untilFired = (definitionId: number, host: 'db-01' | 'db-02'): Promise<void> =>
      fillDisk(records!.call, records!.hosts[host], definitionId);
    const getDefinition = async (name: string): Promise<AlertDefinitionRest> => {
      const definitions = await read<AlertDefinitionRest[]>('/rest/alert/definitions?ps=1000');
      const { id } = definitions.find((each) => each.name === name)!;
      return read(`/rest/alert/definition/${id}?include=onceUntilRecovered`);
    };

    /** By the names of the tasks. */
    const expectStored: Readonly<Record<string, () => Promise<void>>> = {
      'disk-alert': async () => {
        const definition = await getDefinition(DISK_ALERT);
        expect(definition).toMatchObject({ enabled: true, conditions: [{ comparator: '>', threshold: 0.9 }] });
        // It watches the disks of every host.
        await untilFired(definition.id, 'db-02');
      },
      'not-compliant': async () => expect(await toResult('db-01')).toMatchObject({ compliant: false }),
      'new-machines': async () => {
        await eventually('all of them in the inventory', async () => (await platforms('rack7')).length === 10);
        expect((await platforms('rack7')).sort()).toEqual(NEW_HOSTS);
      },
      operation: async () => {
        const { resourceId } = records!.hosts['web-01'];
        const [run] = await read<OperationHistoryRest[]>(`/rest/operation/history?resourceId=${resourceId}`);
        expect(run).toMatchObject({ operationName: 'viewProcessList', status: 'success' });
      },
      'sick-host': async () => {
        const [worst] = await read<ProblemRest[]>('/rest/problem?q=db-01&kind=alert');
        expect(worst).toMatchObject({ name: ALERT, hostName: 'db-01', count: ALERTS });
      },
      acknowledge: async () => {
        const { resourceId } = records!.hosts['db-01'];
        const alerts = await read<AlertRest[]>(`/rest/alert?resourceId=${resourceId}&include=ackComment&size=-1`);
        const expected = Array(ALERTS).fill(['admin', 'backup runs']);
        expect(alerts.map(({ ackBy, ackComment }) => [ackBy, ackComment])).toEqual(expected);
      },
      interval: async () => {
        const { resourceId } = records!.hosts['web-01'];
        const schedules = await read<MetricSchedule[]>(`/rest/resource/${resourceId}/schedules?enabledOnly=false`);
        expect(schedules.find(({ displayName }) => displayName === 'Free Memory')).toMatchObject({
          collectionInterval: 300_000,
        });
      },
      groups: async () => {
        const [group] = await read<GroupRest[]>(`/rest/group?q=${encodeURIComponent(`DynaGroup - ${GROUPS}`)}`);
        const members = await read<ResourceWithType[]>(`/rest/group/${group!.id}/resources`);
        expect(members.map(({ resourceName }) => resourceName).sort()).toEqual(['web-01', 'web-02', 'web-03']);
      },
      policy: async () => {
        const policies = await listed('policies', `title = "${NEW_POLICY}"`);
        expect(policies).toMatchObject([{ total_system_count: 3 }]);
      },
      upload: async () => expect(await toResult('db-02')).toMatchObject({ score: 28.125, failed_rule_count: 21 }),
      audit: async () => {
        const { events } = await read<AuditEventsBody>(`/auth/audit?user=${COLLEAGUE}`);
        expect(events).toContainEqual(expect.objectContaining({ method: 'PUT', outcome: 'done' }));
      },
      host: async () => {
        const { resourceId } = records!.hosts['db-01'];
        const { metrics } = await read<ResourceOverview>(`/rest/resource/${resourceId}/overview`);
        expect(metrics[0]).toMatchObject({ displayName: 'User Load', value: expect.closeTo(0.959) });
      },
      'take-out': async () => {
        expect(await platforms('db-02')).toEqual([]);
        const { resourceId } = records!.hosts['db-02'];
        expect(await read(`/rest/resource/${resourceId}`)).toMatchObject({ status: 'UNINVENTORIED' });
      },
      access: async () => {
        const login = makeLogin(VIEWER);
        const seen = await records!.call<GroupRest[]>('GET', '/rest/group', undefined, { authorization: login });
        expect(seen.map(({ name }) => name)).toEqual([GROUP]);
        const machines = await records!.call<ResourceWithType[]>('GET', '/rest/resource/platforms', undefined, {
          authorization: login,
        });
        expect(machines.map(({ resourceName }) => resourceName)).toEqual(['db-01']);
      },
      mail: async () => {
        const definition = await getDefinition(MAIL_ALERT);
        expect(definition).toMatchObject({
          dampeningCategory: 'NONE',
          // Fires again when the disk fills up another time.
          onceUntilRecovered: true,
          notifications: [{ senderName: 'Direct Emails', config: { emailAddress: 'me@example.com' } }],
        });
        await untilFired(definition.id, 'db-01');
        // A later task silences the host, which would suppress pending notifications.
        const [alert] = await read<AlertRest[]>(`/rest/alert?definitionId=${definition.id}&slim=true`);
        const isNotified = async (): Promise<boolean> =>
          JSON.stringify(await read(`/rest/alert/${alert!.id}/explain`)).includes('me@example.com');
        await eventually('the mail', isNotified);
      },
      print: async () => {
        const { page } = console!;
        expect(await page.evaluate('window.printed')).toContain(POLICY);
        const screen = page.viewport();
        await page.emulateMediaType('print');
        expect(await page.$$eval('table[aria-label=Results] tbody tr', (rows) => rows.length)).toBe(2);
        expect(await page.$$eval('nav', (navs) => navs.filter((nav) => nav.checkVisibility()).length)).toBe(0);
        await page.setViewport(A4);
        await page.$$eval('table[aria-label=Results] tbody td:first-child > div', (names) =>
          names.forEach((name, at) => (name.textContent = `srv-002${at}.example.net`)),
        );
        expect(await console!.brokenWords()).toEqual([]);
        expect(await console!.beyondTheEdge()).toEqual([]);
        const heights = await page.$$eval('table[aria-label=Results] tbody tr', (rows) =>
          rows.map((row) => row.getBoundingClientRect().height),
        );
        // Twenty and more fit on a sheet.
        expect(Math.max(...heights)).toBeLessThan(50);
        await page.setViewport(screen);
        await page.emulateMediaType();
      },
      silence: async () => {
        const silences = await read<SilenceRest[]>(`/rest/silence?resourceId=${records!.hosts['db-01'].resourceId}`);
        expect(silences).toMatchObject([{ state: 'ACTIVE', reason: 'disks swapped' }]);
      },
      notified: async () => {
        const { id } = await getDefinition(MAIL_ALERT);
        expect(new URL(console!.page.url()).pathname).toMatch(/^\/console\/alerts\/\d+$/);
        expect(await read<AlertRest[]>(`/rest/alert?definitionId=${id}&slim=true`)).not.toEqual([]);
      },
      'on-call': async () => {
        const rotations = await read<RotationRest[]>('/rest/on-call/rotation');
        const rotation = rotations.find(({ name }) => name === ON_CALL);
        expect(rotation?.members.map(({ login }) => login)).toEqual([COLLEAGUE, 'admin']);
        const policies = await read<EscalationRest[]>('/rest/on-call/escalation');
        const receivers = policies.find(({ name }) => name === ON_CALL)?.steps.flatMap((step) => step.receivers);
        expect(receivers).toMatchObject([{ senderName: 'On-Call Rotation' }]);
        expect(JSON.stringify(receivers![0]!.config)).toContain(String(rotation!.id));
      },
      exception: async () => {
        const { policy, systems } = records!;
        const waivers = await listed('waivers', `policy_id = ${policy} and state = requested`);
        expect(waivers).toContainEqual(
          expect.objectContaining({
            requested_by: 'admin',
            reason: 'until release 9',
            system_ids: [systems['db-01']],
          }),
        );
      },
      approve: async () => {
        const waivers = await listed('waivers', `policy_id = ${records!.policy} and state = approved`);
        expect(waivers).toMatchObject([{ requested_by: COLLEAGUE, decided_by: 'admin' }]);
      },
      compare: async () => {
        const { pathname, search } = new URL(console!.page.url());
        expect(pathname).toMatch(/\/compare$/);
        expect(search).toContain(`result=${((await toResult('db-01')) as { id: string }).id}`);
      },
    };

    for (const [at, task] of TASKS.entries()) {
      itWithBrowser(
        task.title,
        async () => {
          await console!.open('/overview');
          const recorder = new Recorder(console!.page);
          await task.run(recorder, records!);
          await expectStored[task.name]!();
          expect(documentedRows()[at]).toBe(formatRow(at + 1, task.title, recorder.effort));
        },
        BROWSER_MS,
      );
    }
  });
}

/** Rows of the table of tasks, without the measured seconds. */
function documentedRows(): string[] {
  const lines = fs.readFileSync(DOCUMENT, 'utf8').split('\n');
  return lines
    .filter((line) => /^\| \d+\. /.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -2)
        .map((cell) => cell.trim())
        .join(' | '),
    );
}
