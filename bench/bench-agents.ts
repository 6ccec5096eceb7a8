import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { SigningKey } from '@wardstone/auth';
import { SystemClock } from '@wardstone/clock';
import { AgentKey, makeKey } from '../apps/agent/src/server/agent-key';
import { NO_RESPONSE, type Status } from '../tools/fleet/open-pages';
import { inParallel } from '../tools/requests/in-parallel';
import { type Bench, LOGIN, makeGatewayDatabase } from './bench-server';
import type { Listener } from './measuring';
import { readOnly } from './read-only';
import type { Owner } from './scans-data';
import { printFigure } from './table';

const AT_A_TIME = 32;
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

export interface BenchAgent {
  name: string;
  key: AgentKey;
  token: string;
}

/** A folder as the secret of a pod: with the signing key in it, which is not to be changed. */
async function makeKeyFolder(folder: string): Promise<string> {
  const keyFolder = path.join(folder, 'keys');
  fs.mkdirSync(keyFolder);
  await SigningKey.loadOrCreate(path.join(keyFolder, 'signing-key.json'), { clock: new SystemClock() });
  return keyFolder;
}

export function makeAgents(names: readonly string[]): BenchAgent[] {
  return names.map((name) => ({ name, key: new AgentKey(makeKey(Date.now())), token: '' }));
}

/** Identity of a logged-in agent in the services. */
export function toOwner({ name, token }: BenchAgent): Owner {
  const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { identity: Owner };
  return { name, subject: claims.identity.subject };
}

/**
 * Two gateways on one database, each with a file system as in a pod, where this account may mount one.
 * @param firstPort port of the first one, for services that need to know it
 */
export async function startGateways(bench: Bench, env: NodeJS.ProcessEnv, firstPort?: number): Promise<Listener[]> {
  const keyFolder = await makeKeyFolder(bench.folder);
  const DATABASE_URL = await makeGatewayDatabase(bench.server);
  const within = readOnly(keyFolder);
  printFigure('file systems of the gateways', within ? 'read-only' : 'writable: may not mount');
  const gateways: Listener[] = [];
  for (let replica = 0; replica < 2; replica++) {
    const settings = {
      DATABASE_URL,
      SIGNING_KEY_FILE: path.join(keyFolder, 'signing-key.json'),
      RATE_LIMIT: 'off',
      ...env,
    };
    const port = replica === 0 && firstPort !== undefined ? { PORT: String(firstPort) } : {};
    gateways.push(await bench.start(['dist/gateway/main.js'], { ...settings, ...port }, within));
  }
  return gateways;
}

/** Authenticates agents at several gateways; counts the statuses of the responses. */
export class Admission {
  readonly statuses: Record<Status, number> = { [NO_RESPONSE]: 0 };

  constructor(private readonly gateways: readonly Listener[]) {}

  /** All with one join token. */
  async enrol(agents: readonly BenchAgent[]): Promise<void> {
    const uses = agents.length;
    const joinToken = ((await this.ask(0, '/auth/join-tokens', { uses }, LOGIN)) as { token: string }).token;
    const token_hash = createHash('sha256').update(joinToken).digest('base64url');
    await inParallel(agents, AT_A_TIME, async ({ name, key }, n) => {
      const proof = key.sign(name, Date.now(), 'agent-key+jwt', { token_hash });
      await this.ask(n, '/auth/agents', { token: joinToken, name, key: key.publicJwk, proof });
    });
  }

  /** An access token for each, at the other gateway than it enrolled at. */
  async logIn(agents: readonly BenchAgent[]): Promise<void> {
    await inParallel(agents, AT_A_TIME, async (agent, n) => {
      const assertion = agent.key.sign(agent.name, Date.now(), 'JWT');
      const response = await this.ask(n + 1, '/auth/token', { grant_type: GRANT, assertion });
      agent.token = (response as { access_token: string }).access_token;
    });
  }

  count(status: Status, times = 1): void {
    this.statuses[status] = (this.statuses[status] ?? 0) + times;
  }

  private async ask(n: number, target: string, body: object, headers: object = {}): Promise<unknown> {
    const { port } = this.gateways[n % this.gateways.length]!;
    const response = await fetch(`http://127.0.0.1:${port}${target}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    this.count(response.status);
    return response.json();
  }
}
