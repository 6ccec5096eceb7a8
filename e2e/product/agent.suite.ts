import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@wardstone/testing';
import type { PartName, RunningSystem } from '../../tools/system';

const HOUR_MS = 3_600_000;
const COLLECT_EVERY_MS = 1_000;

interface ResourceBody {
  resourceId: number;
  resourceName: string;
}

/** Log lines for events are appended here. */
const watchedLog = (folder: string): string => path.join(folder, 'app.log');

/** An agent that measures often, and what it watches in an existing folder. */
export function prepareAgent(folder: string): NodeJS.ProcessEnv {
  fs.writeFileSync(watchedLog(folder), 'ERROR of the past\n');
  return {
    AGENT: 'on',
    // The agent logs its measurements, which are compared with the stored ones.
    LOG_LEVEL: 'debug',
    AGENT_COLLECT_EVERY_MS: String(COLLECT_EVERY_MS),
    AGENT_SYNC_SECONDS: '2',
    AGENT_REQUEST_TIMEOUT_SECONDS: '2',
    AGENT_LOG_FILES: watchedLog(folder),
  };
}

/** The real agent and the real services, killed and cut off from each other. */
export function describeAgent(system: () => RunningSystem, folder: string): void {
  describe('the agent of this machine', () => {
    let machine: number;
    const lines: string[] = [];

    const call = (target: string, init: RequestInit = {}) =>
      fetch(target.startsWith('http') ? target : `${system().gatewayUrl}/rest${target}`, {
        ...init,
        headers: { authorization: system().login, accept: 'application/json', 'content-type': 'application/json' },
      });
    const read = async <T>(target: string): Promise<T> => (await (await call(target)).json()) as T;

    const getSchedule = async (name: string): Promise<number> =>
      (await read<{ scheduleId: number }[]>(`/resource/${machine}/schedules?name=${name}`))[0]!.scheduleId;
    /** Times of the stored values. */
    const stored = async (scheduleId: number): Promise<number[]> =>
      (await read<{ timeStamp: number }[]>(`/metric/data/${scheduleId}/raw?duration=${HOUR_MS}`)).map(
        ({ timeStamp }) => timeStamp,
      );
    /** Times of measurements by the agent's log. */
    const measured = (): number[] =>
      fs
        .readFileSync(path.join(system().dataDir, 'logs', 'agent.log'), 'utf8')
        .split('\n')
        .filter((line) => line.includes('"measured"'))
        .map((line) => (JSON.parse(line) as { timeMs: number }).timeMs);
    /** Without the first measurements of newly discovered servers, which are taken alone and at once. */
    const measuredOnTime = (): number[] => {
      const times = measured();
      const getPhase = (timeMs: number) => timeMs % COLLECT_EVERY_MS;
      const phases = times.map(getPhase).sort((a, b) => a - b);
      return times.filter((timeMs) => getPhase(timeMs) === phases[phases.length >> 1]);
    };
    const waiting = () => fs.readdirSync(path.join(system().dataDir, 'agent', 'reports')).length;
    const append = () => {
      const line = `ERROR number ${lines.length}`;
      lines.push(line);
      fs.appendFileSync(watchedLog(folder), `${line}\n`);
    };
    const measuresAgain = async (): Promise<void> => {
      const before = measured().length;
      await eventually('a new value', async () => Promise.resolve(measured().length >= before + 2));
    };
    const kill = async (name: PartName): Promise<void> => {
      const pid = system().processId(name);
      process.kill(pid, 'SIGKILL');
      await eventually(`another ${name}`, async () => Promise.resolve(system().processId(name) !== pid));
    };

    beforeAll(async () => {
      await eventually('the machine', async () => {
        const platforms = await read<ResourceBody[]>('/resource/platforms?ps=100');
        const found = platforms.find(({ resourceName }) => resourceName === os.hostname());
        machine = found?.resourceId ?? 0;
        return found !== undefined;
      });
    }, 120_000);

    it('has its machine in the inventory, with availability', async () => {
      const availability = (id: number) => read<{ type: string }>(`/resource/${id}/availability`);
      await eventually('the machine up', async () => (await availability(machine)).type === 'UP');
      const children = await read<(ResourceBody & { typeName: string })[]>(`/resource/${machine}/children`);
      expect(new Set(children.map(({ typeName }) => typeName))).toEqual(
        new Set(['CPU', 'File System', 'Network Adapter', 'PostgreSQL']),
      );
      const schedule = await getSchedule('CpuPerc.user');
      await eventually('a value', async () => (await stored(schedule)).length > 1);
    }, 120_000);

    it('loses and duplicates nothing while it, the server and the network restart', async () => {
      const schedule = await getSchedule('Native.MemoryInfo.free');
      await eventually('a look at the log', () => Promise.resolve(waiting() >= 0 && measured().length > 2));
      await eventually('a value', async () => (await stored(schedule)).length > 0);
      const first = measuredOnTime().at(-1)!;
      append();
      await measuresAgain();

      append();
      await kill('monitoring');
      append();
      await measuresAgain();

      // The network is cut: connections stay open, and no data arrives.
      const gateway = system().processId('gateway');
      process.kill(gateway, 'SIGSTOP');
      try {
        append();
        await eventually('reports that wait', () => Promise.resolve(waiting() >= 6));
        append();
        // The agent is killed meanwhile, with all undelivered reports.
        await kill('agent');
        await measuresAgain();
        append();
      } finally {
        process.kill(gateway, 'SIGCONT');
      }
      await measuresAgain();

      await kill('gateway');
      append();
      await measuresAgain();
      await kill('agent');
      append();
      await measuresAgain();
      append();

      // All values measured so far must arrive.
      const upTo = measuredOnTime().at(-1)!;
      await eventually('everything', async () => (await stored(schedule)).at(-1)! >= upTo);
      const said = measuredOnTime().filter((timeMs) => timeMs >= first && timeMs <= upTo);
      expect(said.length).toBeGreaterThan(10);
      const arrived = (await stored(schedule)).filter((timeMs) => timeMs >= first && timeMs <= upTo);
      expect(new Set(arrived).size).toBe(arrived.length);
      expect(said.filter((timeMs) => !arrived.includes(timeMs))).toEqual([]);
      // A kill between storing a value and logging it loses the log line, not the value.
      expect(arrived.length - new Set(said).size).toBeLessThanOrEqual(2);

      const details = async () =>
        (await read<{ detail: string }[]>(`/event/${machine}/events?startTime=1&ps=100`)).map(({ detail }) => detail);
      await eventually('the last line', async () => (await details()).includes(lines.at(-1)!));
      expect((await details()).sort()).toEqual([...lines].sort());
    }, 400_000);

    it('executes a requested operation at once, and only once', async () => {
      const orders = async () => (await read<object[]>(`/operation/history?resourceId=${machine}`)).length;
      const before = await orders();
      const definitions = await read<{ id: number; name: string }[]>(`/operation/definitions?resourceId=${machine}`);
      const { id } = definitions.find(({ name }) => name === 'discovery')!;
      const drafted = await call(`/operation/definition/${id}?resourceId=${machine}`, { method: 'POST' });
      const draft = (await drafted.json()) as { id: number };
      const params = { detailedDiscovery: false };
      const sent = await call(`/operation/${draft.id}`, {
        method: 'PUT',
        body: JSON.stringify({ ...draft, params, readyToSubmit: true }),
      });
      const { links } = (await sent.json()) as { links: { history: { href: string } }[] };
      const { href } = links[0]!.history;

      await eventually('the outcome', async () => (await read<{ status: string }>(href)).status !== 'inprogress');

      expect(await read(href)).toMatchObject({
        status: 'success',
        errorMessage: null,
        result: {
          operationResult: expect.stringMatching(/^Found 1 platform, \d+ servers and \d+ services$/) as string,
        },
      });
      await sleep(1_500);
      expect(await orders()).toBe(before + 1);
    }, 120_000);
  });
}
