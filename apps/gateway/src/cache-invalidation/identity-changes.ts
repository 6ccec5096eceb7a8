import { Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { type ConnectionSettings, Listener } from '@wardstone/database';
import { CHANGES_CHANNEL } from './change.sql';

/** Drops one cached row, or all without a key. */
type Forget = (key: string | undefined) => void;

const HEARTBEAT_MS = 1_000;
/** After this long without a heartbeat, changes may have been missed. */
const CURRENT_MS = 3_000;

/**
 * Receives changes of rows from all replicas. A dead connection is as silent as an idle one, so it is queried every
 * second; the response comes after all earlier notifications.
 */
export class IdentityChanges implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(IdentityChanges.name);
  private readonly forgetters = new Map<string, Forget[]>();
  private readonly listener: Listener;
  private confirmedMs = -Infinity;
  private heartbeat: NodeJS.Timeout | undefined;

  constructor(connection: ConnectionSettings) {
    this.listener = new Listener(connection, {
      channel: CHANGES_CHANNEL,
      purpose: 'identity',
      onNotification: (payload) => this.forget(payload),
      onGap: () => this.forgetAll(),
      onFailure: (error) => this.logger.warn({ err: error }, 'LISTEN for changed accounts failed'),
    });
  }

  async onModuleInit(): Promise<void> {
    await this.confirm();
    this.heartbeat = setInterval(() => void this.confirm(), HEARTBEAT_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.heartbeat);
    await this.listener.end();
  }

  /** Calls `forget` for each change of the table. */
  watch(table: string, forget: Forget): void {
    this.forgetters.set(table, [...(this.forgetters.get(table) ?? []), forget]);
  }

  /** Whether every change up to a moment ago was received. */
  isCurrent(): boolean {
    return performance.now() - this.confirmedMs < CURRENT_MS;
  }

  private async confirm(): Promise<void> {
    const sentMs = performance.now();
    if (await this.listener.confirm()) this.confirmedMs = Math.max(this.confirmedMs, sentMs);
  }

  private forget(payload: string): void {
    const blank = payload.indexOf(' ');
    const [table, key] = [payload.slice(0, blank), payload.slice(blank + 1)];
    for (const forget of this.forgetters.get(table) ?? []) forget(key);
  }

  private forgetAll(): void {
    for (const forget of [...this.forgetters.values()].flat()) forget(undefined);
  }
}
