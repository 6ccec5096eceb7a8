import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eventually, rounds } from '@wardstone/testing';
import fc from 'fast-check';
import { plantSystemctl } from '../../apps/agent/test/planted-program';
import { readReportLines } from '../../apps/monitoring/src/reports/test/report-lines';
import { useMonitoring } from '../../apps/monitoring/src/test/use-monitoring';
import { workspaceRoot } from '../../tools/workspace';
import { type LoginDoor, openLoginDoor } from './login-door';

const CHANGES = 'recentDrift?categories=FILE_ADDED,FILE_CHANGED,FILE_REMOVED';
/** Enough files that a kill can hit a walk. */
const FOLDERS = 10;
const FILES_IN_FOLDER = 30;
/** The server offers work again after a minute without a sign of its start. */
const LEASE_MS = 61_000;

/** A busy server delays a report by up to two minutes: its Retry-After is spread over twice the time. */
const BUSY = { withinMs: 240_000 };

const MOMENTS = ['walk', 'state', 'outbox', 'leaving', 'arrived', 'operation', 'away'] as const;

/** Time of the kill; at the latest when everything is reported. */
interface Moment {
  /**
   * While it walks, after it has written a part of its state or outbox, before a report arrives or its response, while an
   * operation runs, or while the server is away.
   */
  at: (typeof MOMENTS)[number];
  /** Number of the write after which it is killed. */
  nth: number;
  report: string;
}

const aMoment = (at: fc.Arbitrary<Moment['at']>): fc.Arbitrary<Moment> =>
  fc.record({ at, nth: fc.integer({ min: 1, max: 4 }), report: fc.constantFrom('/drift', '/events', '/work/') });
const aRound = (n: number): fc.Arbitrary<Moment[]> =>
  fc.tuple(...[2 * n, 2 * n + 1].map((at) => aMoment(fc.constant(MOMENTS[at % MOMENTS.length]!))));
const [PLAN = []] = fc.sample(fc.tuple(...Array.from({ length: rounds(50) }, (_, n) => aRound(n))), {
  seed: 51,
  numRuns: 1,
});
/** Rounds of one test, so that `-t 'rounds 10 to 14'` runs a part of them. */
const ROUNDS_OF_TEST = 5;
const PARTS = Array.from({ length: Math.ceil(PLAN.length / ROUNDS_OF_TEST) }, (_, part) => {
  const first = part * ROUNDS_OF_TEST;
  const plan = PLAN.slice(first, first + ROUNDS_OF_TEST);
  return { first, last: first + plan.length - 1, plan };
});

/** A real agent and a real service; systemd is a program that records how it is called. */
describe('an agent that is killed at the worst moments', () => {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'killed-agent-')));
  const [etc, state, log] = ['etc', 'state', 'app.log'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  const systemctl = plantSystemctl(folder, `if (args.includes('restart')) setTimeout(() => {}, 400);`);
  let door: LoginDoor;
  let agent: ChildProcess;
  let definition: number;
  let unit: number;

  afterAll(async () => {
    agent.kill('SIGKILL');
    await door.close();
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
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
        AGENT_STATE_DIR: state,
        AGENT_IMPORT: 'on',
        AGENT_COMPLIANCE: 'off',
        AGENT_SYNC_SECONDS: '1',
        AGENT_COLLECT_EVERY_MS: '500',
        AGENT_LOG_FILES: log,
        AGENT_FILE_ROOTS: etc,
        AGENT_UNITS: 'nginx',
        AGENT_SYSTEMCTL: systemctl.path,
        LOG_LEVEL: 'silent',
      },
    });
  };
  const kill = async (): Promise<void> => {
    if (agent.exitCode !== null || agent.signalCode !== null) return;
    const ended = once(agent, 'exit');
    agent.kill('SIGKILL');
    await ended;
  };
  const write = (name: string, text: string): void => fs.writeFileSync(path.join(etc, name), text);
  const read = async <T>(target: string): Promise<T> => (await api.get(target).expect(200)).body as T;
  /** Category and path of all changes, in their order. */
  const drift = async (): Promise<string[]> =>
    (await readReportLines(api, CHANGES)).map((line) => line.split(',').slice(3, 5).join(' '));
  const events = async (): Promise<string[]> =>
    (await api.database.query<{ detail: string }>('SELECT detail FROM event ORDER BY id')).map(({ detail }) => detail);
  const restarts = () => systemctl.calls.filter(({ args }) => args.includes('restart')).length;
  const isWalking = (): boolean => {
    const open = `/proc/${agent.pid}/fd`;
    return fs.readdirSync(open).some((fd) => isBelowWatched(path.join(open, fd)));
  };
  const isBelowWatched = (link: string): boolean => {
    try {
      return fs.readlinkSync(link).startsWith(`${etc}/`);
    } catch {
      return false;
    }
  };
  /** Number of messages in each outbox, to tell late reports from lost ones. */
  const waiting = (): string =>
    ['drift-reports', 'reports', 'work-reports']
      .map((name) => `${name}: ${fs.readdirSync(path.join(state, name)).length}`)
      .join(', ');
  const isWaiting = (file: string): boolean => {
    const outbox = path.join(state, 'drift-reports');
    return fs.readdirSync(outbox).some((name) => fs.readFileSync(path.join(outbox, name), 'utf8').includes(file));
  };
  const order = async (): Promise<string> => {
    const draft = await api.post(`/rest/operation/definition/${definition}?resourceId=${unit}`).expect(200);
    const { id } = draft.body as { id: number };
    const { body } = await api.put(`/rest/operation/${id}`).send({ readyToSubmit: true, params: {} }).expect(200);
    return (body as { links: { history: { href: string } }[] }).links[0]!.history.href.split('/').at(-1)!;
  };

  /** Kills the agent at the moment, or once `isOver`. */
  const killAt = async ({ at, nth, report }: Moment, isOver: () => Promise<boolean>): Promise<void> => {
    let isStruck = false;
    const strike = (): Promise<void> => {
      isStruck = true;
      return kill();
    };
    let writes = 0;
    const watcher = fs.watch(path.join(state, at === 'outbox' ? 'drift-reports' : 'drift'), () => {
      if ((at === 'state' || at === 'outbox') && ++writes === nth) void strike();
    });
    door.meet = async (url, hasResponse) => {
      if (isStruck) return false;
      const isMeant = url.includes(report) && ((at === 'leaving' && !hasResponse) || (at === 'arrived' && hasResponse));
      if (isMeant) await strike();
      return !isMeant;
    };
    const before = restarts();
    await eventually(
      `the moment ${at}`,
      async () => {
        if ((at === 'walk' && isWalking()) || (at === 'operation' && restarts() > before)) await strike();
        return isStruck || (await isOver());
      },
      { everyMs: 5, ...BUSY },
    );
    watcher.close();
    await kill();
    door.meet = undefined;
  };
  /** Kills the agent while the server is away, twice: with a report that waits, and as it walks. */
  const killAway = async (file: string): Promise<void> => {
    await eventually('a report that waits', () => isWaiting(file), BUSY);
    await kill();
    start();
    await eventually('a walk', isWalking, { everyMs: 5, ...BUSY });
    await kill();
    door.isShut = false;
  };

  beforeAll(async () => {
    // The service refuses times in the future.
    api.clock.advance(Date.now() - api.clock.now());
    door = await openLoginDoor(api, 'agent-a');
    for (let n = 0; n < FOLDERS; n++) {
      fs.mkdirSync(path.join(etc, `d${n}`), { recursive: true });
      for (let m = 0; m < FILES_IN_FOLDER; m++) write(`d${n}/f${m}`, `${n} ${m}`);
    }
    write('motd', 'welcome');
    fs.writeFileSync(log, '');
    fs.writeFileSync(path.join(folder, 'units.json'), '{"nginx.service":"active"}');
    await api.database.query(
      `UPDATE drift_template SET definition = jsonb_set(definition, '{baseDirectory,name}', to_jsonb($1::text))
        WHERE name = 'etc'`,
      [etc],
    );
    start();
    await eventually('the first walk', isWalking, { everyMs: 5, ...BUSY });
    await kill();
    start();
    await eventually('part of the baseline', () => fs.readdirSync(path.join(state, 'drift')).length > 0, {
      everyMs: 1,
      ...BUSY,
    });
    await kill();
    start();
    const find = async () =>
      (await read<{ resourceId: number; resourceName: string }[]>('/rest/resource?q=nginx.service&status=COMMITTED'))[0]
        ?.resourceId;
    unit = await eventually('the unit', find, BUSY);
    await eventually('the log', () => fs.readFileSync(path.join(state, 'logs.json'), 'utf8').includes('inode'), BUSY);
    await eventually(
      'the baseline',
      async () =>
        (await api.database.value('SELECT count(*)::integer FROM drift_file')) === FOLDERS * FILES_IN_FOLDER + 1,
      BUSY,
    );
    const definitions = await read<{ id: number; name: string }[]>(`/rest/operation/definitions?resourceId=${unit}`);
    definition = definitions.find(({ name }) => name === 'restart')!.id;
    expect([await drift(), await events()]).toEqual([[], []]);
  }, 900_000);

  const PROMISE = 'loses nothing, reports nothing twice and repeats no operation';
  it.each(PARTS)(
    `${PROMISE} in rounds $first to $last`,
    async ({ first, plan }) => {
      for (const [index, moments] of plan.entries()) {
        const n = first + index;
        const before = { drift: (await drift()).length, events: (await events()).length };
        const expected = { drift: ['FILE_CHANGED motd'], events: [] as string[] };
        const reported = async () => ({
          drift: (await drift()).slice(before.drift).sort(),
          events: (await events()).slice(before.events).sort(),
        });
        const isComplete = async (): Promise<boolean> => {
          const { drift, events } = await reported();
          if (drift.length >= expected.drift.length && events.length >= expected.events.length) return true;
          throw new Error(`reported: ${[...drift, ...events].join(', ')}; waiting: ${waiting()}`);
        };
        write('motd', `round ${n}`);
        for (const [m, moment] of moments.entries()) {
          const [known, job] = [restarts(), await order()];
          const getEnd = () => read<{ status: string; errorMessage: string | null }>(`/rest/operation/history/${job}`);
          const hasEnded = async () => (await getEnd()).status !== 'inprogress';
          door.isShut = moment.at === 'away';
          write(`file-${n}-${m}`, 'x');
          fs.appendFileSync(log, `ERROR round ${n}-${m}\n`);
          expected.drift.push(`FILE_ADDED file-${n}-${m}`);
          expected.events.push(`ERROR round ${n}-${m}`);
          if (door.isShut) await killAway(`file-${n}-${m}`);
          else await killAt(moment, async () => (await hasEnded()) && (await isComplete()));
          // Work whose start was not reported is offered again.
          api.clock.advance(LEASE_MS);
          start();
          await eventually('the end of the operation', hasEnded, BUSY);

          const { status, errorMessage } = await getEnd();
          const runs = restarts() - known;
          const failure = 'The agent was stopped during execution';
          expect(status === 'success' ? [runs, errorMessage] : [Math.max(runs, 1), errorMessage]).toEqual(
            status === 'success' ? [1, null] : [1, failure],
          );
        }
        await eventually(`everything of round ${n}`, isComplete, BUSY);

        const { drift: changes, events: lines } = expected;
        expect({ moments, ...(await reported()) }).toEqual({ moments, drift: changes.sort(), events: lines.sort() });
      }
    },
    3_600_000,
  );
});
