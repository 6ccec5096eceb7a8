/** One thing a service needs before it may be sent requests. */
export interface ReadinessCheck {
  name: string;
  /** Resolves when usable, rejects otherwise. */
  check: () => Promise<unknown>;
}

export interface ReadinessReport {
  status: 'ready' | 'not ready';
  checks: Record<string, 'ok' | 'failed' | 'draining'>;
}

const CHECK_TIME_LIMIT_MS = 2_000;

/** Whether the process may be sent requests: its checks hold and it is not stopping. */
export class Readiness {
  private readonly checks: ReadinessCheck[] = [];
  private readonly listeners: (() => void)[] = [];
  private draining = false;

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

  /** For what holds requests: they end soon after the process has begun to stop. */
  onDraining(listener: () => void): void {
    this.listeners.push(listener);
  }

  async report(): Promise<ReadinessReport> {
    if (this.draining) return { status: 'not ready', checks: { process: 'draining' } };
    const outcomes = await Promise.all(
      this.checks.map(async ({ name, check }) => [name, await succeeds(check)] as const),
    );
    const allHold = outcomes.every(([, holds]) => holds);
    return {
      status: allHold ? 'ready' : 'not ready',
      checks: Object.fromEntries(outcomes.map(([name, holds]) => [name, holds ? 'ok' : 'failed'])),
    };
  }
}

async function succeeds(check: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), CHECK_TIME_LIMIT_MS);
  });
  try {
    await Promise.race([check(), expired]);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
