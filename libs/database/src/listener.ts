import type { Client, QueryConfig } from 'pg';
import { type ConnectionSettings, dedicatedClient } from './connection-settings';

/** Keeps the listeners from flooding an unreachable database with connection attempts. */
const TRY_AGAIN_MS = 1_000;
/** Time without a response after which a connection counts as lost. */
const CONFIRMED_WITHIN_MS = 2_000;

export interface ListenerOptions {
  /** An SQL identifier that needs no quotes. */
  channel: string;
  /** Shown by pg_stat_activity. */
  purpose: string;
  onNotification: (payload: string) => void;
  /** Called when notifications may have been missed, at the start and the end of an interruption. */
  onGap?: () => void;
  /** Called when the connection was lost or could not be opened. */
  onFailure: (error: unknown) => void;
}

/** LISTENs on a channel over a connection of its own, which is reopened when it is lost. */
export class Listener {
  private client: Client | undefined;
  private connecting: Promise<void> | undefined;
  private triedMs = -Infinity;
  private hasEnded = false;

  constructor(
    private readonly settings: ConnectionSettings,
    private readonly options: ListenerOptions,
  ) {}

  /** Returns whether notifications are now received. */
  async listen(): Promise<boolean> {
    if (this.client) return true;
    if (!this.connecting && !this.hasEnded && performance.now() - this.triedMs > TRY_AGAIN_MS) {
      this.triedMs = performance.now();
      this.connecting = this.connect()
        .catch(this.options.onFailure)
        .finally(() => (this.connecting = undefined));
    }
    await this.connecting;
    return this.client !== undefined;
  }

  /** A round trip over the connection; all earlier notifications have been received when it returns. */
  async confirm(): Promise<boolean> {
    if (!(await this.listen())) return false;
    const { client } = this;
    const question: QueryConfig & { query_timeout: number } = {
      text: 'SELECT 1',
      query_timeout: CONFIRMED_WITHIN_MS,
    };
    try {
      await client?.query(question);
      return client !== undefined && this.client === client;
    } catch (error) {
      this.lose(client, error);
      return false;
    }
  }

  async end(): Promise<void> {
    this.hasEnded = true;
    await this.connecting;
    const { client } = this;
    this.client = undefined;
    await client?.end().catch(() => undefined);
  }

  private async connect(): Promise<void> {
    const { channel, purpose, onNotification, onGap } = this.options;
    const client = dedicatedClient(this.settings, purpose);
    client.on('error', (error) => this.lose(client, error));
    client.on('notification', ({ payload = '' }) => onNotification(payload));
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
    this.client = client;
    onGap?.();
  }

  private lose(client: Client | undefined, error: unknown): void {
    // While the connection is being opened, its opener reports failures; an already lost one is ignored.
    if (client === undefined || this.client !== client) return;
    this.client = undefined;
    this.options.onFailure(error);
    this.options.onGap?.();
    void client.end().catch(() => undefined);
  }
}
