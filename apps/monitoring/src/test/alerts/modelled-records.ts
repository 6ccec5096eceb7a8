import type { AlertState, DefinitionGrouping, IncidentState, Priority, ProblemKind } from '@wardstone/dto/monitoring';

export interface ModelResource {
  readonly id: number;
  readonly name: string;
  readonly typeId: number;
  readonly parent?: ModelResource;
  readonly dependsOn: ModelResource[];
  availability: 'UP' | 'DOWN';
  value: number;
}

export interface ModelGroup {
  readonly id: number;
  readonly members: Set<ModelResource>;
}

export interface ModelPolicy {
  readonly steps: readonly { afterMinutes: number; address: string }[];
}

export interface ModelDefinition {
  /** Id of the template. */
  readonly id: number;
  readonly name: string;
  readonly priority: Priority;
  readonly owner: { typeId: number } | ModelGroup;
  /** A resource that goes DOWN, or a value above 10. */
  readonly watches: 'AVAILABILITY' | 'VALUE';
  /** Whether it fires at each value that is above, or once until one is not. */
  readonly repeats: boolean;
  readonly address: string;
  readonly policy?: ModelPolicy;
  grouping: DefinitionGrouping;
  isEnabled: boolean;
  isDeleted: boolean;
}

/** Settings of a new definition. */
export interface DefinitionOptions {
  name: string;
  owner: ModelDefinition['owner'];
  watches: ModelDefinition['watches'];
  priority?: Priority;
  repeats?: boolean;
  grouping?: DefinitionGrouping;
  policy?: ModelPolicy;
}

export type ModelScope =
  | { kind: 'RESOURCE'; id: number; descendants: boolean }
  | { kind: 'GROUP' | 'TYPE' | 'DEFINITION'; id: number };

export interface ModelSilence {
  readonly id: number;
  readonly scope: ModelScope;
  endMs: number;
}

/** Whether people can end a silence: that of a deleted definition is not shown any more. Pure. */
export function canEnd({ scope, endMs }: ModelSilence, all: readonly ModelDefinition[], nowMs: number): boolean {
  if (endMs <= nowMs) return false;
  return scope.kind !== 'DEFINITION' || !all.some(({ id, isDeleted }) => id === scope.id && isDeleted);
}

export interface ModelIncident {
  readonly key: string;
  readonly alerts: ModelAlert[];
  /** When an alert last joined it. */
  lastMs: number;
  /** Whether everyone who was notified was notified of the resolution; only silenced alerts may be left. */
  hasEnded: boolean;
  /** Recipients, with the alerts that they were notified of, including by escalation steps and as suppressed. */
  readonly notified: Map<string, Set<ModelAlert>>;
  /** Recipients who were notified that a resource suppresses alerts. */
  readonly heldFor: Set<string>;
}

export interface ModelAlert {
  readonly number: number;
  readonly definition: ModelDefinition;
  readonly resource: ModelResource;
  readonly firedMs: number;
  incident: ModelIncident;
  /** Whether it was silenced or suppressed when it fired, or suppressed when the silence was over. */
  heldBy: 'SILENCED' | 'SUPPRESSED' | undefined;
  /** The resource that suppressed it then; null for none. */
  causeId: number | null;
  acknowledgedBy: string | null;
  endMs: number | null;
  /** How it ended; undefined while it lasts. */
  ending: 'RECOVERED' | 'RESOLVED' | 'CLOSED' | undefined;
  notifiedMs: number | null;
  /** Number of the template's child definition; a resource that leaves a group and returns gets a new child. */
  readonly child: number;
  /** Whether its definition was deleted. */
  isOrphan: boolean;
  /** Number of escalation steps that were sent for it. */
  steps: number;
}

export interface ModelStatus {
  state: AlertState;
  acknowledgedBy: string | null;
  silenceId: number | null;
  causeId: number | null;
}

export interface ModelProblem extends ModelStatus {
  kind: ProblemKind;
  severity: Priority;
  name: string;
  definitionId: number | null;
  resourceId: number;
  hostId: number;
  count: number;
  suppresses: number;
}

export interface ModelMessage {
  kind: 'FIRED' | 'HELD' | 'STEP' | 'END';
  to: string;
  incident: ModelIncident;
  /** Alerts by state, e.g. `2 firing, 3 recovered`; empty for a single alert, undefined if they are not compared. */
  counts: string | undefined;
}

/** The platform that a resource is part of, or is itself. */
export function findHost(resource: ModelResource): ModelResource {
  return resource.parent ? findHost(resource.parent) : resource;
}

export function toPlace(resource: ModelResource): Pick<ModelProblem, 'resourceId' | 'hostId'> {
  return { resourceId: resource.id, hostId: findHost(resource).id };
}

type FiredAlert = Pick<
  ModelAlert,
  'number' | 'definition' | 'resource' | 'incident' | 'heldBy' | 'causeId' | 'firedMs' | 'child'
>;

/** An alert that nobody was notified of yet. */
export function newAlert(fired: FiredAlert): ModelAlert {
  return {
    ...fired,
    acknowledgedBy: null,
    endMs: null,
    ending: undefined,
    notifiedMs: null,
    isOrphan: false,
    steps: 0,
  };
}

/** A person ends an alert. */
export function resolveAlert(alert: ModelAlert, by: string, nowMs: number): void {
  alert.acknowledgedBy ??= by;
  alert.endMs = nowMs;
  alert.ending ??= 'RESOLVED';
}

/** An incident that no alert has joined yet. */
export function newIncident(key: string): ModelIncident {
  return { key, alerts: [], lastMs: 0, hasEnded: false, notified: new Map(), heldFor: new Set() };
}

/** Whether it reports that a resource is DOWN, and was notified or acknowledged. */
export function isKnownDown({ definition, endMs, notifiedMs, acknowledgedBy }: ModelAlert): boolean {
  return definition.watches === 'AVAILABILITY' && endMs === null && (notifiedMs !== null || acknowledgedBy !== null);
}

/** The direct dependencies of a resource. */
export function listDependencies({ parent, dependsOn }: ModelResource): ModelResource[] {
  return parent ? [parent, ...dependsOn] : dependsOn;
}

/** The most distant dependency that is DOWN. */
export function findCause(resource: ModelResource): ModelResource | undefined {
  let cause: ModelResource | undefined;
  for (let ring = listDependencies(resource); ring.length > 0; ring = ring.flatMap(listDependencies)) {
    const down = ring.filter(({ availability }) => availability === 'DOWN').sort((one, other) => one.id - other.id);
    cause = down[0] ?? cause;
  }
  return cause;
}

/** The key by which alerts are grouped where they have no common cause. */
export function groupingKey({ id, grouping }: ModelDefinition, resource: ModelResource): string {
  if (grouping === 'DEFINITION') return `definition ${id}`;
  return grouping === 'HOST' ? `host ${findHost(resource).id}` : `problem ${id} ${resource.id}`;
}

/** Records who was notified of an incident. */
export function note({ notified }: ModelIncident, to: string, alerts: readonly ModelAlert[]): void {
  notified.set(to, new Set([...(notified.get(to) ?? []), ...alerts]));
}

/** Counts of an incident's alerts by state. */
export function countStates(states: readonly string[]) {
  const count = (wanted: string): number => states.filter((state) => state === wanted).length;
  return {
    alertCount: states.length,
    firingCount: count('FIRING'),
    acknowledgedCount: count('ACKNOWLEDGED'),
    suppressedCount: count('SUPPRESSED'),
    silencedCount: count('SILENCED'),
    recoveredCount: count('RECOVERED'),
    resolvedCount: count('RESOLVED'),
    closedCount: count('CLOSED'),
  };
}

/** The state of an incident, by its open alerts. */
export function incidentState(
  counts: Record<'firingCount' | 'acknowledgedCount' | 'suppressedCount' | 'silencedCount', number>,
): IncidentState {
  if (counts.firingCount + counts.suppressedCount > 0) return 'OPEN';
  if (counts.acknowledgedCount > 0) return 'ACKNOWLEDGED';
  return counts.silencedCount > 0 ? 'SILENCED' : 'ENDED';
}
