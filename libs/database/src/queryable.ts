import type { PoolClient } from 'pg';

/** Something SQL can be sent to: a pool, or one transaction. */
export interface Queryable {
  /** The rows of one parameterised statement; pg's own error when the server refuses it. */
  query<T extends object>(sql: string, params?: readonly unknown[]): Promise<T[]>;
}

/** One open transaction; unusable once it has ended. */
export interface Transaction extends Queryable {
  /**
   * The connection itself, for COPY and cursors. Never keep it beyond the transaction. PostgreSQL refuses COPY into a
   * table under row-level security: copy into a temporary table and INSERT ... SELECT from there.
   */
  readonly client: PoolClient;
}

class OpenTransaction implements Transaction {
  private hasEnded = false;
  /** Whether the connection was handed out, so that its session may have been changed in ways we did not see. */
  wasExposed = false;

  constructor(private readonly connection: PoolClient) {}

  get client(): PoolClient {
    this.requireOpen();
    this.wasExposed = true;
    return this.connection;
  }

  async query<T extends object>(sql: string, params: readonly unknown[] = []): Promise<T[]> {
    this.requireOpen();
    const { rows } = await this.connection.query<T>(sql, [...params]);
    return rows;
  }

  end(): void {
    this.hasEnded = true;
  }

  private requireOpen(): void {
    // The connection may serve somebody else by now.
    if (this.hasEnded) throw new Error('the transaction has ended');
  }
}

function ignore(): void {}

/** How a transaction left its connection. */
export interface ConnectionState {
  isBroken: boolean;
  wasExposed: boolean;
}

/**
 * Runs `work` between BEGIN and COMMIT; whatever it throws rolls everything back. `onEnd` hears last, before the
 * promise settles, what state the connection is in.
 */
export async function runTransaction<T>(
  client: PoolClient,
  work: (transaction: Transaction) => Promise<T>,
  onEnd: (state: ConnectionState) => void,
): Promise<T> {
  const transaction = new OpenTransaction(client);
  // A connection lost between two statements fails the next one; unheard, its event would end the process.
  client.on('error', ignore);
  let isBroken = false;
  try {
    await client.query('BEGIN');
    const result = await work(transaction);
    transaction.end();
    const { command } = await client.query('COMMIT');
    // After a failed statement PostgreSQL answers COMMIT with a silent ROLLBACK; success would be a lie.
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back because one of its statements failed');
    return result;
  } catch (error) {
    transaction.end();
    await client.query('ROLLBACK').catch(() => (isBroken = true));
    throw error;
  } finally {
    client.off('error', ignore);
    onEnd({ isBroken, wasExposed: transaction.wasExposed });
  }
}
