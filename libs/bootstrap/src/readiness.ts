import type { Logger } from './logger';

/** A requirement for the service to receive requests. */
export interface ReadinessCheck {
  name: string;
  /** Resolves if it is met; otherwise resolves with a public sentence that says why not, or rejects. */
  check: () => Promise<string | undefined | void>;
}

export interface ReadinessReport {
  status: 'ready' | 'not ready';
  checks: Record<string, 'ok' | 'failed' | 'draining'>;
  /** Reasons by check, where known. */
  reasons?: Record<string, string>;
}

/** Result of a check, with an optional reason for failure. */
interface Outcome {
  holds: boolean;
  reason?: string;
  error?: unknown;
}

const CHECK_TIME_LIMIT_MS = 2_000;

/** Readiness of the process: all checks pass, and it is not stopping. */
export class Readiness {
  private readonly checks: ReadinessCheck[] = [];
  private readonly listeners: (() => void)[] = [];
  private readonly failures = new Map<string, string>();
  private draining = false;

  constructor(private readonly logger?: Pick<Logger, 'warn' | 'info'>) {}

  add(check: ReadinessCheck): void {
    this.checks.push(check);
  }

  get isDraining(): boolean {
    return this.draining;
  }

  startDraining(): void {
    this.draining = true;
    for (const listener of this.listeners) listener();
  }

  /** Notifies code that holds requests, so that they end soon after the process has begun to stop. */
  onDraining(listener: () => void): void {
    this.listeners.push(listener);
  }

  async report(): Promise<ReadinessReport> {
    if (this.draining) return { status: 'not ready', checks: { process: 'draining' } };
    const outcomes = await Promise.all(
      this.checks.map(async ({ name, check }) => [name, await perform(check)] as const),
    );
    for (const [name, outcome] of outcomes) this.tell(name, outcome);
    const reasons = outcomes.flatMap(([name, { reason }]) => (reason === undefined ? [] : [[name, reason]]));
    return {
      status: outcomes.every(([, { holds }]) => holds) ? 'ready' : 'not ready',
      checks: Object.fromEntries(outcomes.map(([name, { holds }]) => [name, holds ? 'ok' : 'failed'])),
      ...(reasons.length > 0 ? { reasons: Object.fromEntries(reasons) as Record<string, string> } : {}),
    };
  }

  /** Logs once when a check starts to fail, fails for another reason, or passes again. */
  private tell(check: string, { holds, reason, error }: Outcome): void {
    const failure = holds ? undefined : (reason ?? String(error));
    if (failure === this.failures.get(check)) return;
    if (failure === undefined) {
      this.failures.delete(check);
      this.logger?.info({ check }, 'usable again');
    } else {
      this.failures.set(check, failure);
      this.logger?.warn({ check, ...(reason === undefined ? { error } : {}) }, reason ?? 'not ready');
    }
  }
}

async function perform(check: ReadinessCheck['check']): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no response in time')), CHECK_TIME_LIMIT_MS);
  });
  try {
    const reason = (await Promise.race([check(), expired])) ?? undefined;
    return { holds: reason === undefined, reason };
  } catch (error) {
    return { holds: false, error };
  } finally {
    clearTimeout(timer);
  }
}
