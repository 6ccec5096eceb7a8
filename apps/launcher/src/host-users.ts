import { spawnSync } from 'node:child_process';
import type { RunAs } from '@wardstone/host';
import { StartError } from './settings';

/** Users of the programs; empty for our own user. The database has its own (tools/postgres). */
export interface HostUsers {
  /** User of the gateway and the services. */
  services: RunAs;
  /** A separate user, because the agent must not read the gateway's signing keys. */
  agent: RunAs;
}

/** Ids that systems do not assign to people, programs or containers, so that nothing else runs with them. */
const SERVICES_ID = 60_900;
const AGENT_ID = 60_901;

/** Root only runs this supervisor and its tools; other users cannot switch users. */
export function hostUsers(): HostUsers {
  if (process.getuid?.() !== 0) return { services: {}, agent: {} };
  return { services: { uid: SERVICES_ID, gid: SERVICES_ID }, agent: { uid: AGENT_ID, gid: AGENT_ID } };
}

/** @throws StartError where root cannot become another user, as in a namespace that knows one user alone */
export function requireUsable({ services, agent }: HostUsers): void {
  for (const runAs of [services, agent]) {
    if (runAs.uid === undefined) continue;
    const { error } = spawnSync('/bin/sh', ['-c', 'true'], { ...runAs, cwd: '/' });
    if (error) throw new StartError('Root cannot become another user here; start Wardstone as a plain user.');
  }
}
