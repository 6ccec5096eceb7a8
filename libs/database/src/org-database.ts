import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import { type ConnectionSettings, toPoolConfig } from './connection-settings';
import { despiteConflicts } from './conflict';
import { ORG_SETTING } from './org-isolation';
import { StatementNames } from './statement-names';
import { type Queryable, type Transaction, runTransaction } from './queryable';

/**
 * The service's database as one organisation sees it.
 *
 * Has a pool of its own that nothing else uses: each connection remembers the organisation its session is set to, and
 * is set anew, in a statement of its own before anything else, whenever the next caller is another one. So an
 * organisation costs one more round trip at most, none when the connection already serves it.
 */
export class OrgDatabase implements OnModuleInit, OnApplicationShutdown {
  readonly pool: Pool;
  private readonly orgOf = new WeakMap<PoolClient, string>();
  private readonly statements = new StatementNames();

  constructor(settings: ConnectionSettings) {
    this.pool = new Pool(toPoolConfig(settings));
    // A connection that breaks fails its statement and is replaced; unheard, the event would end the process.
    this.pool.on('error', () => undefined);
    this.pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** @throws when the role is exempt from row-level security: every organisation would see all others. */
  async onModuleInit(): Promise<void> {
    const { rows } = await this.pool.query<{ rolname: string; is_exempt: boolean }>(
      'SELECT r.rolname, r.rolsuper OR r.rolbypassrls AS is_exempt FROM pg_roles r WHERE r.rolname = current_user',
    );
    if (rows[0]?.is_exempt !== false) {
      throw new Error(
        `The database role "${rows[0]?.rolname}" is exempt from row-level security (superuser or BYPASSRLS); ` +
          'connect as a plain role that owns its database.',
      );
    }
  }

  async onApplicationShutdown(): Promise<void> {
    if (!this.pool.ending) await this.pool.end();
  }

  async query<T extends object>(orgId: string, sql: string, params: readonly unknown[] = []): Promise<T[]> {
    const client = await this.checkOut(orgId);
    try {
      const { rows } = await client.query<T>(sql, [...params]);
      return rows;
    } finally {
      client.release();
    }
  }

  /**
   * Like `query`, for statements that are sent often in few wordings: each connection has them parsed once, and planned
   * once where the server finds that no value changes the plan.
   */
  async queryPrepared<T extends object>(orgId: string, sql: string, params: readonly unknown[] = []): Promise<T[]> {
    const client = await this.checkOut(orgId);
    try {
      const name = await this.statements.nameFor(client, sql);
      const { rows } = await client.query<T>({ name, text: sql, values: [...params] });
      return rows;
    } finally {
      client.release();
    }
  }

  /** Runs `work` in one transaction; after a deadlock, again. What it does outside the database must bear that. */
  transaction<T>(orgId: string, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return despiteConflicts(async () => {
      const client = await this.checkOut(orgId);
      return runTransaction(client, work, ({ isBroken, wasExposed }) => {
        if (wasExposed) this.orgOf.delete(client);
        client.release(isBroken);
      });
    }, {});
  }

  /** One organisation's view, for code that takes a Queryable. */
  scopedTo(orgId: string): Queryable {
    return { query: (sql, params) => this.query(orgId, sql, params) };
  }

  private async checkOut(orgId: string): Promise<PoolClient> {
    const client = await this.pool.connect();
    if (this.orgOf.get(client) === orgId) return client;
    this.orgOf.delete(client);
    try {
      // Not part of the caller's transaction: rolling that back must not bring the previous organisation back.
      await client.query('SELECT set_config($1, $2, false)', [ORG_SETTING, orgId]);
    } catch (error) {
      client.release(true);
      throw error;
    }
    this.orgOf.set(client, orgId);
    return client;
  }
}
