import { EXTERNAL_SEVERITIES, type ExternalSeverity } from '@wardstone/dto/monitoring';
import type { ForeignAlert } from './foreign-alert';

/** The stored record of an external alert. */
export interface KnownAlert {
  readonly id: number;
  readonly severity: ExternalSeverity;
  readonly isOpen: boolean;
  /** Whether the alert was closed by age although the other system had not resolved it. */
  readonly hasLapsed: boolean;
}

/**
 * Effect of a report. `FIRE`: a new problem. `RAISE`: an open one became more severe. `UPDATE`: an open one continues.
 * `RESOLVE`, `ACKNOWLEDGE`: applies to an open one. `IGNORE`: nothing to resolve or acknowledge.
 */
export type ReportOutcome = 'FIRE' | 'RAISE' | 'UPDATE' | 'RESOLVE' | 'ACKNOWLEDGE' | 'IGNORE';

export function decideReport(known: KnownAlert | undefined, { state, severity }: ForeignAlert): ReportOutcome {
  const isOpen = known?.isOpen ?? false;
  if (state !== 'FIRING') return isOpen ? (state === 'RESOLVED' ? 'RESOLVE' : 'ACKNOWLEDGE') : 'IGNORE';
  if (!known || !isOpen || known.hasLapsed) return 'FIRE';
  return toRank(severity) < toRank(known.severity) ? 'RAISE' : 'UPDATE';
}

/** Rank, 0 for the most severe. */
function toRank(severity: ExternalSeverity): number {
  return EXTERNAL_SEVERITIES.indexOf(severity);
}
