import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { loadConfig } from '@wardstone/config';
import { eventually } from '@wardstone/testing';
import { Agent } from '../../apps/agent/src/agent';
import { AgentConfig } from '../../apps/agent/src/agent.config';
import { createLogger } from '../../apps/agent/src/logger';
import { aMachine, aSnapshot } from '../../apps/agent/test/machine.builder';
import { AgentJobs } from '../../apps/monitoring/src/agents/agent-jobs.service';
import { type LoginDoor, openLoginDoor } from './login-door';
import { useMonitoring } from '../../apps/monitoring/src/test/use-monitoring';

const INTERVAL_MS = 30_000;
const MINUTE_MS = 60_000;

/** The connection between agent and server, which can be cut. */
class Network {
  private readonly sockets = new Set<net.Socket>();
  private server: net.Server | undefined;
  port = 0;

  constructor(private readonly target: () => number) {}

  async open(): Promise<void> {
    this.server = net.createServer((socket) => {
      const onward = net.connect(this.target(), '127.0.0.1');
      for (const end of [socket, onward]) {
        this.sockets.add(end);
        end.on('error', () => undefined).once('close', () => this.sockets.delete(end));
      }
      socket.pipe(onward).pipe(socket);
    });
    await new Promise<void>((resolve) => this.server!.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as net.AddressInfo).port;
  }

  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.server!.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }
}

/** An agent and a server with clocks that the test sets. */
describe('ten minutes without a network', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'agent-outage-'));
  const network: Network = new Network(() => door.port);
  let door: LoginDoor;
  let agent: Agent;
  // Stopped before the service, because the agent would go on sending requests.
  afterAll(async () => {
    await agent.stop();
    await network.cut();
    await door.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  const api = useMonitoring(() => ({ AGENTS_IMPORT: 'on' }));
  let measured: number[];

  beforeAll(async () => {
    door = await openLoginDoor(api, 'a');
    await network.open();
    measured = [];
    const config = loadConfig(AgentConfig, {
      WARDSTONE_URL: `http://127.0.0.1:${network.port}`,
      AGENT_NAME: 'a',
      AGENT_TOKEN: 'wsj_any',
      AGENT_STATE_DIR: path.join(folder, 'state'),
      AGENT_IMPORT: 'on',
      AGENT_IMPORT_INTERVAL_SECONDS: '30',
      AGENT_SYNC_SECONDS: '1',
      AGENT_LOG_FILES: path.join(folder, 'no.log'),
    });
    const machine = aMachine(() => aSnapshot({ timeMs: api.clock.now() }));
    // The agent logs what it measures.
    const logger = createLogger('silent');
    logger.debug = (line: { timeMs?: number }) => line.timeMs !== undefined && measured.push(line.timeMs);
    agent = new Agent({ config, machine, clock: api.clock, logger });
    void agent.run();
  });

  const read = async <T>(target: string): Promise<T> => (await api.get(target).expect(200)).body as T;
  const waiting = () => fs.readdirSync(path.join(folder, 'state', 'reports')).length;
  const getMachine = async () => (await read<{ resourceId: number }[]>('/rest/resource/platforms'))[0]?.resourceId;

  it('loses and duplicates nothing; the machine is DOWN meanwhile, and UP again after it', async () => {
    await eventually('the machine', async () => (await getMachine()) !== undefined);
    const id = (await getMachine())!;
    const availability = async () => (await read<{ type: string }>(`/rest/resource/${id}/availability`)).type;
    await eventually('a value', () => measured.length > 0);
    await eventually('the machine up', async () => (await availability()) === 'UP' && waiting() === 0);
    const [schedule] = await read<{ scheduleId: number }[]>(
      `/rest/resource/${id}/schedules?name=Native.MemoryInfo.free`,
    );
    // One more millisecond, because the end of a window is exclusive.
    const until = () => `endTime=${api.clock.now() + 1}&duration=${60 * MINUTE_MS}`;
    const stored = async () =>
      (await read<{ timeStamp: number }[]>(`/rest/metric/data/${schedule!.scheduleId}/raw?${until()}`)).map(
        ({ timeStamp }) => timeStamp,
      );

    await network.cut();
    for (let n = 0; n < 20; n++) {
      const before = measured.length;
      api.clock.advance(INTERVAL_MS);
      await eventually('another value', () => measured.length > before);
      await api.service.app.get(AgentJobs, { strict: false }).findSilent();
    }
    expect(await availability()).toBe('DOWN');
    expect(waiting()).toBeGreaterThanOrEqual(20);
    expect((await stored()).at(-1)).toBeLessThan(measured.at(-1)!);

    await network.open();
    await eventually('everything', async () => waiting() === 0 && (await stored()).at(-1) === measured.at(-1));
    await eventually('the machine up again', async () => (await availability()) === 'UP');

    const times = await stored();
    expect(new Set(times).size).toBe(times.length);
    expect(times).toEqual([...new Set(measured)].filter((timeMs) => timeMs >= times[0]!));
    // One value each 30 s, the outage included.
    const last = times.slice(-20);
    expect(last.slice(1).map((timeMs, at) => timeMs - last[at]!)).toEqual(Array(19).fill(INTERVAL_MS));
  }, 240_000);
});
