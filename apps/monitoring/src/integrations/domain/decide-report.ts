import { EXTERNAL_SEVERITIES, type ExternalSeverity } from '@wardstone/dto/monitoring';
import type { ForeignAlert } from './foreign-alert';

/** What is known of an alert of another system. */
export interface KnownAlert {
  readonly id: number;
  readonly severity: ExternalSeverity;
  readonly isOpen: boolean;
  /** No alert reports it any more that did, and nobody said that it is over: it was closed by age. */
  readonly hasLapsed: boolean;
}

/**
 * What follows from a report: `FIRE` of a problem that begins, `RAISE` of one that has become more severe, `UPDATE` of one that
 * goes on, `RESOLVE` and `ACKNOWLEDGE` of one that is open; `IGNORE` where there is nothing to end.
 */
export type ReportOutcome = 'FIRE' | 'RAISE' | 'UPDATE' | 'RESOLVE' | 'ACKNOWLEDGE' | 'IGNORE';

export function decideReport(known: KnownAlert | undefined, { state, severity }: ForeignAlert): ReportOutcome {
  const isOpen = known?.isOpen ?? false;
  if (state !== 'FIRING') return isOpen ? (state === 'RESOLVED' ? 'RESOLVE' : 'ACKNOWLEDGE') : 'IGNORE';
  if (!known || !isOpen || known.hasLapsed) return 'FIRE';
  return rankOf(severity) < rankOf(known.severity) ? 'RAISE' : 'UPDATE';
}

/** From the most severe. */
function rankOf(severity: ExternalSeverity): number {
  return EXTERNAL_SEVERITIES.indexOf(severity);
}
