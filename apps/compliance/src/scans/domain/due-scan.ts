import { createHash } from 'node:crypto';

const HOUR_MS = 3_600_000;

/** A system of a policy with a schedule. */
export interface ScheduledSystem {
  readonly policyId: string;
  readonly systemId: string;
  readonly intervalHours: number;
  /** When the schedule was set, the system assigned, or last scanned, whichever was last; ms since the epoch. */
  readonly sinceMs: number;
}

/**
 * Whether a scan has come due since. Each system of a policy has moments of its own in the interval, the same ones always:
 * thousands of systems do not start at once, and what was missed is made up for once.
 */
export function isScanDue({ policyId, systemId, intervalHours, sinceMs }: ScheduledSystem, nowMs: number): boolean {
  const intervalMs = intervalHours * HOUR_MS;
  const share = createHash('sha256').update(`${policyId} ${systemId}`).digest().readUInt32BE() / 2 ** 32;
  const phaseMs = Math.floor(share * intervalMs);
  const dueMs = Math.floor((nowMs - phaseMs) / intervalMs) * intervalMs + phaseMs;
  return dueMs > sinceMs;
}
