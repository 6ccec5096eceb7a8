import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { SystemClock } from '@wardstone/clock';
import { loadConfig } from '@wardstone/config';
import { eventually } from '@wardstone/testing';
import pino from 'pino';
import { Agent } from '../../apps/agent/src/agent';
import { AgentConfig } from '../../apps/agent/src/agent.config';
import { aMachine, aSnapshot } from '../../apps/agent/test/machine.builder';
import { ReceivingServer } from '../../apps/agent/test/receiving-server';
import { basic, type GatewayFixture, startGateway } from '../../apps/gateway/test/gateway-fixture';

const NAME = 'web-2';
const MONTH_MS = 31 * 24 * 60 * 60 * 1000;

interface KeyRecord {
  kid: string;
  revokedAt: string | null;
}

/** A real agent and a real gateway; the service behind it only listens. */
describe('an agent that logs in at the gateway', () => {
  let folder: string;
  let service: ReceivingServer;
  let gateway: GatewayFixture;
  let agents: Agent[];
  let lines: string[];

  beforeAll(async () => {
    service = new ReceivingServer();
    await service.start();
    gateway = await startGateway({ MONITORING_URL: service.url });
  });
  afterAll(async () => {
    await gateway.close();
    await service.kill();
  });
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'agent-login-'));
    [agents, lines] = [[], []];
    service.received.length = 0;
  });
  afterEach(async () => {
    await Promise.all(agents.map((agent) => agent.stop()));
    fs.rmSync(folder, { recursive: true });
  });

  const start = (settings: Record<string, string> = {}): Agent => {
    const clock = new SystemClock();
    const config = loadConfig(AgentConfig, {
      WARDSTONE_URL: gateway.url,
      AGENT_NAME: NAME,
      AGENT_STATE_DIR: folder,
      AGENT_LOG_FILES: path.join(folder, 'no.log'),
      ...settings,
    });
    const logger = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
    const machine = aMachine(() => aSnapshot({ timeMs: clock.now() }));
    const agent = new Agent({ config, machine, clock, logger });
    agents.push(agent);
    void agent.run();
    return agent;
  };
  const restart = async (settings: Record<string, string> = {}): Promise<Agent> => {
    await Promise.all(agents.map((agent) => agent.stop()));
    service.received.length = 0;
    return start(settings);
  };
  const asAdmin = async (method: string, target: string, body?: object): Promise<unknown> => {
    const response = await fetch(gateway.url + target, {
      method,
      headers: { authorization: basic('admin'), ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    expect(response.status).toBeLessThan(300);
    return response.status === 204 ? undefined : response.json();
  };
  const invite = async (name = NAME): Promise<string> =>
    ((await asAdmin('POST', '/auth/join-tokens', { name })) as { token: string }).token;
  const keys = async (): Promise<KeyRecord[]> => (await asAdmin('GET', `/auth/agents/${NAME}/keys`)) as KeyRecord[];
  const isRegistered = (): boolean =>
    service.received.some(({ method, path: target }) => method === 'PUT' && target === `/rest/agent/${NAME}`);
  const identityFile = (): string => path.join(folder, 'identity.json');
  const identity = (): { key: { createdAtMs: number; jwk: { d: string } } } =>
    JSON.parse(fs.readFileSync(identityFile(), 'utf8')) as ReturnType<typeof identity>;

  it('joins with its invitation, stays logged in over restarts, replaces its key, and logs what to do when that is revoked', async () => {
    start({ AGENT_TOKEN: await invite() });
    await eventually('a registration', isRegistered);
    expect(fs.statSync(identityFile()).mode & 0o777).toBe(0o600);
    const [first, ...more] = await keys();
    expect([first!.revokedAt, more]).toEqual([null, []]);

    await restart();
    await eventually('a registration after a restart', isRegistered);
    expect(await keys()).toMatchObject([{ kid: first!.kid }]);

    const aged = identity();
    aged.key.createdAtMs -= MONTH_MS;
    fs.writeFileSync(identityFile(), JSON.stringify(aged));
    await restart();
    await eventually('a registration with another key', isRegistered);
    const [second, old] = await keys();
    expect([second!.revokedAt, old!.kid, old!.revokedAt === null]).toEqual([null, first!.kid, false]);
    expect(identity().key.jwk.d).not.toBe(aged.key.jwk.d);

    await asAdmin('DELETE', `/auth/agents/${NAME}/keys/${second!.kid}`);
    await restart();
    await eventually('a word about it', () => lines.some((line) => line.includes('refuses the key of this agent')));
    expect(lines.join('')).toContain(`npx wardstone account invite ${NAME}`);
    expect(service.received).toEqual([]);

    await restart({ AGENT_TOKEN: await invite() });
    await eventually('a registration with another invitation', isRegistered);
    expect((await keys()).filter(({ revokedAt }) => revokedAt === null)).toHaveLength(1);
    expect(lines.join('')).not.toContain(identity().key.jwk.d);
  });
});
