import { spawnSync } from 'node:child_process';
import type { RunAs } from '@wardstone/host';
import { StartError } from './settings';

/** Users of the parts; empty means our own user. The database has its own (tools/postgres). */
export interface HostUsers {
  /** The gateway and the services. */
  services: RunAs;
  /** Must not read what the gateway signs with. */
  agent: RunAs;
}

/** Numbers that no system gives to people, programs or containers, so that nothing else runs under them. */
const SERVICES_ID = 60_900;
const AGENT_ID = 60_901;

/** Root runs nothing but this supervisor and its tools; other users cannot become another user. */
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
