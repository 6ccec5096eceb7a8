import { Client } from 'pg';
import { type ConnectionSettings, toPoolConfig } from './connection-settings';

/** A connection outside the pools, for what lasts as long as a session: LISTEN and session locks. */
export function dedicatedClient(settings: ConnectionSettings, purpose: string): Client {
  const applicationName = `${settings.applicationName} (${purpose})`;
  const { types: _types, max: _max, ...config } = toPoolConfig({ ...settings, applicationName });
  return new Client(config);
}
