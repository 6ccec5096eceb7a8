import type { AlertStatus, ProblemRest } from '@wardstone/client/monitoring';
import { firingReason } from './firing-reason';
import { problemTexts as texts } from '../../texts/problems';

/** Identifies a row of the list. Pure. */
export function problemKey({ kind, definitionId, name, resourceId }: ProblemRest): string {
  return [kind, resourceId, definitionId ?? name].join(' ');
}

/** Whether an alert or problem has ended, for any reason. Pure. */
export function hasEnded({ state }: Pick<AlertStatus, 'state'>): boolean {
  return state === 'RECOVERED' || state === 'RESOLVED' || state === 'CLOSED';
}

/** Name of a problem: a resource that is down is named by its type. Pure. */
export function problemName({ kind, name }: Pick<ProblemRest, 'kind' | 'name'>): string {
  return kind === 'RESOURCE' ? texts.down(name) : name;
}

/** Page with details of a problem. Pure. */
export function problemPage({
  kind,
  alertId,
  resourceId,
}: Pick<ProblemRest, 'kind' | 'alertId' | 'resourceId'>): string {
  if (kind === 'ALERT') return `/alerts/${alertId}`;
  return kind === 'OPERATION' ? `/inventory/${resourceId}/operations` : `/inventory/${resourceId}`;
}

/** The reason in one line; empty without one. Pure. */
export function problemReason({ kind, description }: Pick<ProblemRest, 'kind' | 'description'>): string {
  if (kind === 'RESOURCE') return '';
  if (description === null) return texts.operationFailed;
  return kind === 'ALERT' ? firingReason(description) : description.split('\n', 1)[0]!;
}
