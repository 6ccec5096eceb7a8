import type { IncidentGrouping, IncidentState } from '@wardstone/terms';
import type { HoldReason } from './notice-plan';

/** Facts that decide which incident an alert joins. */
export interface IncidentSubject {
  readonly definitionId: number;
  readonly resourceId: number;
  /** Template of the definition, or the definition itself. */
  readonly templateId: number;
  /** Group or type of the template; undefined for a definition of a single resource. */
  readonly groupId: number | undefined;
  readonly typeId: number | undefined;
  /** The platform that the resource is part of, or is itself. */
  readonly hostId: number;
  /** The resource that is DOWN and suppresses it. */
  readonly causeId: number | undefined;
  readonly isFlapping: boolean;
  /** Id of the alert in another system that it reports; 0 for none. */
  readonly externalId?: number;
  /** A silence in force covers it. */
  readonly isSilenced: boolean;
}

/** Ways to group alerts into incidents. */
export const GROUPINGS = ['problem', 'definition', 'group', 'host'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** Alerts with the same key are notified together. See rule alerts-36. */
export function incidentKey(subject: IncidentSubject, grouping: Grouping): string {
  const { causeId, definitionId, resourceId, templateId, groupId, typeId, hostId, externalId = 0 } = subject;
  if (causeId !== undefined) return causeKey(causeId);
  if (grouping === 'problem') return `problem ${definitionId} ${resourceId}${externalId === 0 ? '' : ` ${externalId}`}`;
  if (grouping === 'host') return `host ${hostId}`;
  if (grouping === 'group' && groupId !== undefined) return `group ${groupId}`;
  if (grouping === 'group' && typeId !== undefined) return `type ${typeId}`;
  return `definition ${templateId}`;
}

export interface HeldIncident {
  readonly id: number;
  /** Whether everyone who was notified of the problem was also notified of its resolution. */
  readonly hasEnded: boolean;
  readonly reason: HoldReason;
  readonly causeId: number | undefined;
}

/** Open incidents that an alert may belong to. */
export interface KnownIncidents {
  /**
   * The present incident of a held alert, and the reason for the hold; the alert stays in it while the reason lasts.
   */
  readonly ofHold: HeldIncident | undefined;
  /** Incident of the problem that this alert recovers. */
  readonly ofRecovered: number | undefined;
  /** Incident of the alert on the suppressing resource. */
  readonly ofCause: number | undefined;
  /** Keys of open incidents. */
  readonly keys: ReadonlySet<string>;
}

/** The chosen incident: an existing one, or the one with a key, which is created if needed. */
export type IncidentChoice =
  | { readonly id: number; readonly stays?: boolean }
  | { readonly key: string; readonly causeId?: number | undefined };

/** Chooses the incident so that a failure and its consequences share one. See rule alerts-36. */
export function chooseIncident(subject: IncidentSubject, known: KnownIncidents, grouping: Grouping): IncidentChoice {
  const { causeId, resourceId } = subject;
  if (known.ofHold && staysIn(known.ofHold, subject)) return { id: known.ofHold.id, stays: true };
  if (known.ofRecovered !== undefined) return { id: known.ofRecovered };
  if (causeId !== undefined && known.ofCause !== undefined) return { id: known.ofCause };
  // The suppressed alerts were notified before the alert of the cause fired.
  const ownKey = causeKey(resourceId);
  if (causeId === undefined && known.keys.has(ownKey)) return { key: ownKey };
  return { key: incidentKey(subject, grouping), causeId };
}

/** Whether an alert stays in its incident. After a silence it does, unless something else suppresses it or the incident has ended. */
function staysIn(
  { reason, causeId, hasEnded }: HeldIncident,
  subject: Pick<IncidentSubject, 'causeId' | 'isFlapping' | 'isSilenced'>,
): boolean {
  if (reason === 'SUPPRESSED') return causeId !== undefined && causeId === subject.causeId;
  if (reason === 'SILENCED') return subject.isSilenced || (subject.causeId === undefined && !hasEnded);
  return reason === 'FLAPPING' && subject.causeId === undefined && subject.isFlapping;
}

/** Reads from the key of an incident what its alerts are grouped by. */
export function groupingOfKey(key: string): IncidentGrouping {
  const [word = ''] = key.split(' ', 1);
  return word === 'type' ? 'GROUP' : (word.toUpperCase() as IncidentGrouping);
}

/** Key of the incident of a DOWN resource without an alert of its own. */
export function causeKey(resourceId: number): string {
  return `cause ${resourceId}`;
}

/** A resource and what it depends on: its parent, and resources that are named as its dependencies. */
export interface Upstream {
  readonly isPresent: boolean;
  readonly isDown: boolean;
  readonly dependsOn: readonly number[];
}

/**
 * The resource that is DOWN and explains why others are: the topmost DOWN one among direct and indirect dependencies,
 * then the one with the lowest id. Tolerates cycles. See rule alerts-35.
 */
export function findCause(resourceId: number, resources: ReadonlyMap<number, Upstream>): number | undefined {
  const seen = new Set([resourceId]);
  let level = [resourceId];
  let cause: number | undefined;
  while (level.length > 0) {
    const next = new Set(level.flatMap((id) => resources.get(id)?.dependsOn ?? []).filter((id) => !seen.has(id)));
    for (const id of next) seen.add(id);
    level = [...next];
    const down = level.filter((id) => resources.get(id)?.isDown);
    if (down.length > 0) cause = Math.min(...down);
  }
  return cause;
}

/** Whether one resource depends on another, directly or not. */
export function dependsOn(resourceId: number, otherId: number, resources: ReadonlyMap<number, Upstream>): boolean {
  const seen = new Set<number>();
  const open = [resourceId];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const next of resources.get(id)?.dependsOn ?? []) {
      if (next === otherId) return true;
      if (!seen.has(next)) open.push(next);
      seen.add(next);
    }
  }
  return false;
}

export interface FlappingRule {
  /** Ended alerts of a definition on a resource that count as flapping; 0 disables it. */
  readonly count: number;
  readonly periodMs: number;
}

/**
 * End of flapping of a definition on a resource, if enough of its alerts have fired within the period and ended;
 * otherwise undefined. See rule alerts-38.
 * @param firedMs times at which ended alerts fired, in any order
 */
export function flapsUntil(
  firedMs: readonly number[],
  { count, periodMs }: FlappingRule,
  nowMs: number,
): number | undefined {
  if (count === 0) return undefined;
  const recent = firedMs.filter((ms) => ms > nowMs - periodMs).sort((a, b) => b - a);
  const decisive = recent[count - 1];
  return decisive === undefined ? undefined : decisive + periodMs;
}

/** Number of visible alerts of an incident, by state. */
export interface IncidentCounts {
  readonly firing: number;
  readonly acknowledged: number;
  readonly suppressed: number;
  readonly silenced: number;
}

export function incidentState({ firing, acknowledged, suppressed, silenced }: IncidentCounts): IncidentState {
  if (firing + suppressed > 0) return 'OPEN';
  if (acknowledged > 0) return 'ACKNOWLEDGED';
  return silenced > 0 ? 'SILENCED' : 'ENDED';
}
