import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '../domain/backoff';
import type { SharedParts } from '../shared-parts';
import { LoginRefused, messageOf, type ServerAnswer, Unreachable } from './server-api';

interface RegistrationOptions extends Pick<SharedParts, 'server' | 'logger' | 'clock' | 'target'> {
  version: string;
  hostname: string;
}

interface Problem {
  reason: string;
  isHopeless: boolean;
  /** The log has it already. */
  isTold?: boolean;
}

/** Requires intervention; checked again at intervals. */
const HOPELESS_MS = 30_000;
/** Clocks that differ by less do no harm. */
const TOLERATED_MS = 60_000;

/** Registers the name of the agent. See rule agents-2. */
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
      if (!problem.isTold && (failures === 1 || problem.isHopeless)) {
        logger.warn(`not registered yet: ${problem.reason}`);
      }
      const ms = problem.isHopeless ? HOPELESS_MS : backoffMs(failures, Math.random());
      await sleep(ms, undefined, { signal }).catch(() => undefined);
    }
  }

  /** What is in the way; undefined when nothing is. */
  private async tryOnce(signal: AbortSignal): Promise<Problem | undefined> {
    const { server, target, version, hostname } = this.options;
    try {
      const answer = await server.request('PUT', `/rest${target}`, { body: { version, hostname }, signal });
      if (answer.status >= 300) return problemOf(answer);
      this.compareClocks(answer);
      return undefined;
    } catch (error) {
      if (error instanceof Unreachable) {
        const isRefused = error instanceof LoginRefused;
        return { reason: error.message, isHopeless: isRefused, isTold: isRefused };
      }
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
}

function problemOf(answer: ServerAnswer): Problem {
  return { reason: messageOf(answer), isHopeless: answer.status < 500 && answer.status !== 429 };
}
