import { Client } from 'pg';
import { toPoolConfig } from './connection-settings';
import type { ConnectionSettings } from './connection-settings';

/** A connection beside the pools, for what lasts as long as a session: LISTEN, and locks of sessions. */
export function loneClient(settings: ConnectionSettings, purpose: string): Client {
  const applicationName = `${settings.applicationName} (${purpose})`;
  const { types: _types, max: _max, ...config } = toPoolConfig({ ...settings, applicationName });
  return new Client(config);
}
