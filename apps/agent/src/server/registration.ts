import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '../domain/backoff';
import { readProblems } from '../domain/read-responses';
import type { SharedParts } from '../shared-parts';
import type { AgentProblems } from '../state/agent-problems';
import { LoginRefused, getErrorMessage, type ReceivedResponse, Unreachable } from './server-api';

interface RegistrationOptions extends Pick<SharedParts, 'server' | 'logger' | 'target'> {
  version: string;
  hostname: string;
  problems: Pick<AgentProblems, 'current'>;
}

interface Problem {
  reason: string;
  isHopeless: boolean;
  /** Already logged. */
  isLogged?: boolean;
}

/** A problem that needs intervention; checked again at this interval. */
const HOPELESS_MS = 30_000;

/** Registers the name of the agent. See rule agents-2. */
export class Registration {
  /** Distinguishes this process from others with the same identity. */
  private readonly run = randomUUID();
  private reported: readonly string[] = [];

  constructor(private readonly options: RegistrationOptions) {}

  /** Retries until the server knows the agent, or `signal` is aborted. */
  async register(signal: AbortSignal): Promise<void> {
    const { logger, target } = this.options;
    for (let failures = 1; !signal.aborted; failures++) {
      const problem = await this.tryOnce(signal);
      if (problem === undefined) {
        logger.info({ target }, 'registered');
        return;
      }
      if (!problem.isLogged && (failures === 1 || problem.isHopeless)) {
        logger.warn(`not registered yet: ${problem.reason}`);
      }
      const ms = problem.isHopeless ? HOPELESS_MS : backoffMs(failures, Math.random());
      await sleep(ms, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Reports the agent's state; an undelivered report is replaced by the next one. */
  async report(signal: AbortSignal): Promise<void> {
    await this.tryOnce(signal);
  }

  /** Makes one attempt. Returns the problem; undefined on success. */
  private async tryOnce(signal: AbortSignal): Promise<Problem | undefined> {
    const { server, target, version, hostname, problems } = this.options;
    const body = { version, hostname, run: this.run, problems: problems.current };
    try {
      const response = await server.request('PUT', `/rest${target}`, { body, signal });
      if (response.status >= 300) return toProblem(response);
      this.logProblems(response);
      return undefined;
    } catch (error) {
      if (error instanceof Unreachable) {
        const isRefused = error instanceof LoginRefused;
        return { reason: error.message, isHopeless: isRefused, isLogged: isRefused };
      }
      if (signal.aborted) return { reason: 'stopped', isHopeless: false };
      throw error;
    }
  }

  /** Logs the server's statements about the agent, once. */
  private logProblems({ body }: ReceivedResponse): void {
    const own = this.options.problems.current;
    const problems = readProblems(body).filter((problem) => !own.includes(problem));
    for (const problem of problems) if (!this.reported.includes(problem)) this.options.logger.warn(problem);
    this.reported = problems;
  }
}

function toProblem(response: ReceivedResponse): Problem {
  return { reason: getErrorMessage(response), isHopeless: response.status < 500 && response.status !== 429 };
}
