import { Client, type PoolConfig, TypeOverrides } from 'pg';

/** A connection outside the pools, for LISTEN and session locks. */
export function dedicatedClient(settings: ConnectionSettings, purpose: string): Client {
  const applicationName = `${settings.applicationName} (${purpose})`;
  const { types: _types, max: _max, ...config } = toPoolConfig({ ...settings, applicationName });
  return new Client(config);
}

const INT8 = 20;
const INT8_ARRAY = 1016;

export interface ConnectionSettings {
  url: string;
  /** Shown by pg_stat_activity. */
  applicationName: string;
  /** Maximum number of connections. */
  poolSize?: number;
  /** The server cancels a statement that runs longer; 0 for never. */
  statementTimeoutMs?: number;
  /** The server cancels a statement that waits longer for a lock; absent or 0 for never. */
  lockTimeoutMs?: number;
  /** How long a request waits for a free connection before it fails as "unavailable". */
  acquireTimeoutMs?: number;
}

const DEFAULTS = { poolSize: 10, statementTimeoutMs: 30_000, acquireTimeoutMs: 5_000 };

/** An abandoned transaction must not hold its locks forever. */
const IDLE_TRANSACTION_TIMEOUT_MS = 300_000;

/**
 * pg's settings, the same for every pool of the product. 64-bit integers are read as numbers: ids, counts and
 * milliseconds stay far below 2^53.
 */
export function toPoolConfig(settings: ConnectionSettings): PoolConfig {
  const { url, applicationName, poolSize, statementTimeoutMs, lockTimeoutMs, acquireTimeoutMs } = {
    ...DEFAULTS,
    ...settings,
  };
  return {
    connectionString: url,
    application_name: applicationName,
    max: poolSize,
    connectionTimeoutMillis: acquireTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: statementTimeoutMs,
    ...(lockTimeoutMs === undefined ? {} : { lock_timeout: lockTimeoutMs }),
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    types: numbersForBigints(),
  };
}

function numbersForBigints(): TypeOverrides {
  const types = new TypeOverrides();
  types.setTypeParser(INT8, Number);
  types.setTypeParser(INT8_ARRAY, (text) => text.slice(1, -1).split(',').filter(Boolean).map(toNumberOrNull));
  return types;
}

function toNumberOrNull(text: string): number | null {
  return text === 'NULL' ? null : Number(text);
}
