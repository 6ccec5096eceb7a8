import type { Client } from 'pg';
import type { ConnectionSettings } from './connection-settings';
import { dedicatedClient } from './dedicated-client';

/** A database that is away is not asked for a connection by everyone who would listen. */
const TRY_AGAIN_MS = 1_000;

export interface ListenerOptions {
  /** An identifier that SQL takes without quotes. */
  channel: string;
  /** Said by pg_stat_activity. */
  purpose: string;
  onNotification: (payload: string) => void;
  /** Nothing was heard for a time that ends now, or that begins now. */
  onGap?: () => void;
  /** The connection was lost, or there is none to be had. */
  onFailure: (error: unknown) => void;
}

/** Hears what is notified on a channel, over a connection of its own that is made anew when it was lost. */
export class Listener {
  private client: Client | undefined;
  private connecting: Promise<void> | undefined;
  private triedMs = -Infinity;
  private hasEnded = false;

  constructor(
    private readonly settings: ConnectionSettings,
    private readonly options: ListenerOptions,
  ) {}

  /** Whether notifications are heard from now on. */
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

  async end(): Promise<void> {
    this.hasEnded = true;
    await this.connecting;
    const { client } = this;
    this.client = undefined;
    await client?.end().catch(() => undefined);
  }

  private async connect(): Promise<void> {
    const { channel, purpose, onNotification, onGap, onFailure } = this.options;
    const client = dedicatedClient(this.settings, purpose);
    client.on('error', (error) => {
      // Of a connection that is still being made, its maker hears.
      if (this.client !== client) return;
      this.client = undefined;
      onFailure(error);
      onGap?.();
    });
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
}
