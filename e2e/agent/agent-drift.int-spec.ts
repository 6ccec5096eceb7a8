import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eventually } from '@wardstone/testing';
import { readReportLines } from '../../apps/monitoring/src/reports/test/report-lines';
import { useMonitoring } from '../../apps/monitoring/src/test/use-monitoring';
import { workspaceRoot } from '../../tools/workspace';
import { type LoginDoor, openLoginDoor } from './login-door';

const EVERY = 'recentDrift?categories=FILE_ADDED,FILE_CHANGED,FILE_REMOVED';

/** A real agent and a real service. */
describe('files that an agent watches', () => {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'agent-drift-')));
  const etc = path.join(folder, 'etc');
  let door: LoginDoor;
  let agent: ChildProcess;
  let machine: number;

  afterAll(async () => {
    agent.kill('SIGKILL');
    await door.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  const api = useMonitoring(() => ({ AGENTS_IMPORT: 'on' }));
  const start = (): void => {
    agent = spawn(process.execPath, [path.join(workspaceRoot(), 'dist', 'agent', 'main.js')], {
      stdio: 'ignore',
      env: {
        ...process.env,
        WARDSTONE_URL: door.url,
        AGENT_NAME: 'agent-a',
        AGENT_TOKEN: 'wsj_any',
        AGENT_STATE_DIR: path.join(folder, 'state'),
        AGENT_IMPORT: 'on',
        AGENT_COMPLIANCE: 'off',
        AGENT_SYNC_SECONDS: '1',
        AGENT_COLLECT_EVERY_MS: '500',
        AGENT_LOG_FILES: '',
        AGENT_FILE_ROOTS: etc,
        LOG_LEVEL: 'silent',
      },
    });
  };
  const write = (name: string, text: string): void => fs.writeFileSync(path.join(etc, name), text);
  /** The definition of the type Linux, for another folder than /etc. */
  const watchBelow = (base: string) =>
    api.database.query(
      `UPDATE drift_template SET definition = jsonb_set(definition, '{baseDirectory,name}', to_jsonb($1::text))
        WHERE name = 'etc'`,
      [base],
    );
  /** Category and path of what the report lists, in its order. */
  const drift = async (): Promise<string[]> =>
    (await readReportLines(api, EVERY)).map((line) => line.split(',').slice(3, 5).join(' '));
  const compliance = async (): Promise<string | undefined> => {
    const [row] = await api.database.query<{ id: number }>(
      'SELECT resource_type_id AS id FROM resource WHERE id = $1',
      [machine],
    );
    const lines = await readReportLines(api, `driftCompliance?resourceTypeId=${row!.id}`);
    return lines[0]?.split(',').at(-2);
  };
  const fired = async (): Promise<number> =>
    ((await api.get(`/rest/alert?resourceId=${machine}`).expect(200)).body as unknown[]).length;
  const newest = () =>
    api.database.value<number>('SELECT max(version) FROM drift_change_set').then((version) => version ?? -1);

  beforeAll(async () => {
    // The service refuses times in the future.
    api.clock.advance(Date.now() - api.clock.now());
    door = await openLoginDoor(api, 'agent-a');
    fs.mkdirSync(etc);
    write('hosts', 'a\n');
    write('motd', 'welcome\n');
    await watchBelow(etc);
    start();
    await eventually('the machine', async () => {
      const { body } = await api.get('/rest/resource/platforms');
      machine = (body as { resourceId: number }[])[0]?.resourceId ?? 0;
      return machine !== 0;
    });
    await eventually('the baseline', async () => (await newest()) === 0);
  }, 180_000);

  it('are in the reports and fire an alert when one changes, and are compliant again when it is reverted', async () => {
    const { body } = await api
      .post(`/rest/alert/definitions?resourceId=${machine}`)
      .send({
        name: 'hosts changed',
        enabled: true,
        priority: 'HIGH',
        conditionMode: 'ANY',
        conditions: [{ category: 'DRIFT', name: 'etc', option: 'hosts' }],
      })
      .expect(201);
    expect(body).toMatchObject({ name: 'hosts changed' });
    expect([await drift(), await compliance(), await fired()]).toEqual([[], 'true', 0]);

    write('hosts', 'b\n');
    await eventually('the change', async () => (await drift()).length === 1);
    expect([await drift(), await compliance(), await fired()]).toEqual([['FILE_CHANGED hosts'], 'false', 1]);

    write('hosts', 'a\n');
    await eventually('the revert', async () => (await compliance()) === 'true');
    expect(await drift()).toEqual(['FILE_CHANGED hosts', 'FILE_CHANGED hosts']);
    const { changes } = (await api.get(`/rest/resource/${machine}/overview`).expect(200)).body as {
      changes: { kind: string }[];
    };
    expect(changes.filter(({ kind }) => kind === 'DRIFT').length).toBeGreaterThan(0);
  }, 60_000);

  it('are compliant in their present state once a user accepts them', async () => {
    write('motd', 'bye\n');
    await eventually('the change', async () => (await compliance()) === 'false');
    const changes = await drift();
    const definitions = (await api.get(`/rest/operation/definitions?resourceId=${machine}`).expect(200)).body as {
      id: number;
      name: string;
    }[];
    const { id } = definitions.find(({ name }) => name === 'acceptFiles')!;
    const draft = await api.post(`/rest/operation/definition/${id}?resourceId=${machine}`).expect(200);
    await api
      .put(`/rest/operation/${(draft.body as { id: number }).id}`)
      .send({ readyToSubmit: true, params: {} })
      .expect(200);
    await eventually('compliance', async () => (await compliance()) === 'true');
    expect(await drift()).toEqual(changes);
  }, 60_000);

  it('exclude files that a hostile server names outside the roots, which the agent reports', async () => {
    const [files, version] = [await drift(), await newest()];
    const problems = async () =>
      ((await api.get('/rest/agent/agent-a').expect(200)).body as { problems: string[] }).problems.join();
    for (const [base, reason] of [
      ['/root', 'outside the agent'],
      [`${etc}/../state`, 'contains ".."'],
      ['/proc/1', 'never opened'],
    ] as const) {
      await watchBelow(base);
      await eventually('the refusal', async () => (await problems()).includes(reason), { withinMs: 30_000 });
      expect(await problems()).toContain(`cannot watch files below ${base}`);
    }
    expect([await drift(), await newest()]).toEqual([files, version]);
    await watchBelow(etc);
    await eventually('the end of it', async () => (await problems()) === '', { withinMs: 30_000 });
  }, 120_000);
});
