import { Inject, Injectable, Logger } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import { toPoolConfig } from '@wardstone/database';
import type { ConnectionSettings } from '@wardstone/database';
import { Client } from 'pg';
import { CHANGES_CHANNEL, EVERY_RESOURCE } from './progress.queries';

export const ALERT_CONNECTION = Symbol('AlertConnection');

/** A database that is away is not asked for a connection with every batch of points. */
const TRY_AGAIN_MS = 1_000;

type ChangeListener = (resourceIds: readonly number[] | 'all') => void;

/** Hears from every replica whose definitions have changed. */
@Injectable()
export class DefinitionSignals implements OnModuleDestroy {
  private readonly logger = new Logger(DefinitionSignals.name);
  private readonly listeners: ChangeListener[] = [];
  private client: Client | undefined;
  private connecting: Promise<void> | undefined;
  private triedMs = -Infinity;
  private hasEnded = false;

  constructor(@Inject(ALERT_CONNECTION) private readonly connection: ConnectionSettings) {}

  onChange(listener: ChangeListener): void {
    this.listeners.push(listener);
  }

  /** Whether changes are heard of from now on. */
  async listen(): Promise<boolean> {
    if (this.client) return true;
    if (!this.connecting && !this.hasEnded && performance.now() - this.triedMs > TRY_AGAIN_MS) {
      this.triedMs = performance.now();
      this.connecting = this.connect()
        .catch((error: unknown) => this.logger.warn({ err: error }, 'cannot hear of changed alert definitions'))
        .finally(() => (this.connecting = undefined));
    }
    await this.connecting;
    return this.client !== undefined;
  }

  async onModuleDestroy(): Promise<void> {
    this.hasEnded = true;
    await this.connecting;
    const { client } = this;
    this.client = undefined;
    await client?.end().catch(() => undefined);
  }

  private async connect(): Promise<void> {
    const { connection } = this;
    const applicationName = `${connection.applicationName} (alerts)`;
    const { types: _types, max: _max, ...config } = toPoolConfig({ ...connection, applicationName });
    const client = new Client(config);
    client.on('error', (error) => {
      this.logger.warn({ err: error }, 'no longer hears of changed alert definitions');
      if (this.client === client) this.client = undefined;
      this.tell('all');
    });
    client.on('notification', ({ payload = '' }) =>
      this.tell(payload === EVERY_RESOURCE ? 'all' : payload.split(',').map(Number)),
    );
    await client.connect();
    await client.query(`LISTEN ${CHANGES_CHANNEL}`);
    // What changed before was not heard of.
    this.tell('all');
    this.client = client;
  }

  private tell(resourceIds: readonly number[] | 'all'): void {
    for (const listener of this.listeners) listener(resourceIds);
  }
}
