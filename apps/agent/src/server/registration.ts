import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@wardstone/clock';
import { backoffMs } from '../domain/backoff';
import type { Logger } from '../logger';
import type { StateFolder } from '../state/state-folder';
import { Unreachable, messageOf } from './server-api';
import type { Credentials, ServerAnswer, ServerApi } from './server-api';

interface RegistrationOptions {
  server: ServerApi;
  state: StateFolder;
  logger: Logger;
  clock: Clock;
  /** Path of the agent below `/rest`. */
  target: string;
  version: string;
  hostname: string;
  /** Given by settings; else the login is that which a token gave. */
  credentials: Credentials | undefined;
  token: string | undefined;
}

/** The login of this agent, as it is kept. The password is kept before the server hears of it. */
interface Login {
  /** Undefined until the server has told it. */
  username?: string;
  password: string;
}

const STATE = 'login.json';
/** Somebody has to do something about it; it is looked at again now and then. */
const HOPELESS_MS = 30_000;
/** Clocks that differ by less do no harm. */
const TOLERATED_MS = 60_000;

/** Gives the agent a login with its one-time token, and registers its name. See rules agents-1, agents-2. */
export class Registration {
  constructor(private readonly options: RegistrationOptions) {}

  /** Tries until the server knows the agent, or `signal` is aborted. */
  async register(signal: AbortSignal): Promise<void> {
    const { logger, target } = this.options;
    for (let failures = 1; !signal.aborted; failures++) {
      const problem = await this.tryOnce(signal);
      if (problem === undefined) {
        logger.info({ target }, 'registered');
        return;
      }
      if (failures === 1 || problem.isHopeless) logger.warn(`not registered yet: ${problem.reason}`);
      const ms = problem.isHopeless ? HOPELESS_MS : backoffMs(failures, Math.random());
      await sleep(ms, undefined, { signal }).catch(() => undefined);
    }
  }

  /** What is in the way; undefined when nothing is. */
  private async tryOnce(signal: AbortSignal): Promise<{ reason: string; isHopeless: boolean } | undefined> {
    const { server, target, version, hostname } = this.options;
    try {
      const refusal = await this.logIn(signal);
      if (refusal) return refusal;
      const answer = await server.request('PUT', `/rest${target}`, { body: { version, hostname }, signal });
      if (answer.status >= 300) return problemOf(answer);
      this.compareClocks(answer);
      return undefined;
    } catch (error) {
      if (error instanceof Unreachable) return { reason: error.message, isHopeless: false };
      if (signal.aborted) return { reason: 'stopped', isHopeless: false };
      throw error;
    }
  }

  /** The server refuses what is far from its own time. See rule agents-6. */
  private compareClocks({ body }: ServerAnswer): void {
    const { clock, logger } = this.options;
    const { serverTime } = (body ?? {}) as { serverTime?: unknown };
    const aheadMs = typeof serverTime === 'number' ? clock.now() - serverTime : 0;
    if (Math.abs(aheadMs) > TOLERATED_MS) logger.warn({ aheadMs }, 'the clocks of this machine and the server differ');
  }

  private async logIn(signal: AbortSignal): Promise<{ reason: string; isHopeless: boolean } | undefined> {
    const { server, state, credentials, token } = this.options;
    if (credentials) {
      server.credentials = credentials;
      return undefined;
    }
    const login: Login = state.read<Login>(STATE) ?? { password: randomBytes(24).toString('base64url') };
    if (login.username !== undefined) {
      server.credentials = { username: login.username, password: login.password };
      return undefined;
    }
    if (token === undefined) {
      return { reason: 'no credentials and no one-time token; set AGENT_TOKEN', isHopeless: true };
    }
    state.write(STATE, login);
    const body = { token, password: login.password };
    const answer = await server.request('POST', '/auth/agents', { body, signal, isAnonymous: true });
    const { username } = (answer.body ?? {}) as { username?: unknown };
    if (answer.status >= 300 || typeof username !== 'string') return problemOf(answer);
    state.write(STATE, { ...login, username });
    server.credentials = { username, password: login.password };
    return undefined;
  }
}

function problemOf(answer: ServerAnswer): { reason: string; isHopeless: boolean } {
  return { reason: messageOf(answer), isHopeless: answer.status < 500 && answer.status !== 429 };
}
