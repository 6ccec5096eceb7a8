import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import {
  type AlertInstance,
  DEFAULT_EXPRESSION,
  type InstanceStep,
  isSendDue,
  stepInstances,
} from '@wardstone/alerting';
import { Clock } from '@wardstone/clock';
import { Database, type Transaction } from '@wardstone/database';
import { AlertNotices } from '../alert-engine/alert-notices';
import { FactSources } from '../alert-engine/fact-sources.service';
import type { Viewer } from '../authorization/viewer';
import { targetKey } from '../ingest/series-creation.service';
import { AlertmanagerFeed } from './alertmanager-feed';
import type { ExpressionSeries } from './expression-series';
import {
  type ExpressionDefinition,
  ExpressionQueries,
  type ResourceLabels,
  type SavedInstance,
  type StoredInstance,
  type TakenEvaluation,
} from './expression.queries';

/** An instance that fires again within this time is the same problem. */
const REMEMBERED_MS = 24 * 3_600_000;

type Labels = Readonly<Record<string, string>>;

/** The series that an expression returned, and their texts by digest. */
export interface DescribedSeries {
  readonly found: readonly ExpressionSeries[];
  readonly annotations: ReadonlyMap<string, Labels>;
}

export interface Timing {
  readonly atMs: number;
  readonly reliableMs: number;
  readonly durationMs: number;
}

/** An evaluation of an alerting rule, and its effects. */
export interface Outcome {
  readonly definition: ExpressionDefinition;
  readonly next: TakenEvaluation;
  readonly saved: readonly SavedInstance[];
  /** Ids of instances to delete. */
  readonly removed: readonly number[];
  readonly fired: readonly FiredInstance[];
  /** Ids of instances. */
  readonly resolved: readonly number[];
  /** Digests of instances whose state Alertmanagers are sent. */
  readonly sent: readonly string[];
}

interface FiredInstance extends Pick<AlertInstance, 'value' | 'activeMs'> {
  readonly annotations: Readonly<Record<string, string>>;
  readonly digest: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly resourceId: number;
}

/** Instances of definitions, and the alerts that they fire and resolve. See rules alerts-66, alerts-67. */
@Injectable()
export class ExpressionInstances {
  constructor(
    private readonly queries: ExpressionQueries,
    private readonly facts: FactSources,
    private readonly notices: AlertNotices,
    private readonly feed: AlertmanagerFeed,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Effects of the series that an expression returned.
   * @param annotations by the digest of the series
   */
  async step(
    definition: ExpressionDefinition,
    instances: readonly StoredInstance[],
    { found, annotations }: DescribedSeries,
    viewer: Viewer,
    { atMs, reliableMs, durationMs }: Timing,
  ): Promise<Outcome> {
    const { resourceId } = definition;
    const settings = definition.settings ?? DEFAULT_EXPRESSION;
    const stored = new Map(instances.map((one) => [one.digest, one]));
    const values = new Map(found.map(({ digest, values: [value] }) => [digest, value!]));
    const step = stepInstances(lasting(stored), settings, { atMs, reliableMs, values });
    const labels = new Map(found.map((one) => [one.digest, Object.fromEntries(one.labels.entries)]));
    const named = new Map(
      found.map(({ digest, namesResource }) => [digest, resourceLabels(labels.get(digest)!, namesResource)]),
    );
    const resources = await this.findPlaces(step, stored, named, viewer, resourceId);
    const changes = toChanges(step, stored, {
      labels,
      annotations,
      resources,
      atMs,
      resendMs: this.feed.resendMs,
    });
    return {
      definition,
      next: { atMs, reliableMs, series: found.length, evaluatedMs: this.clock.now(), durationMs },
      ...changes,
      fired: step.fired.map((digest) => {
        const { value, activeMs } = step.instances.get(digest)!;
        return {
          digest,
          value,
          activeMs,
          labels: labels.get(digest)!,
          annotations: annotations.get(digest) ?? {},
          resourceId: resources.get(digest) ?? resourceId,
        };
      }),
      resolved: step.resolved.map((digest) => stored.get(digest)!.id),
    };
  }

  /** Stores evaluations with their effects, all or nothing, except those that another process stored first. */
  async take(outcomes: readonly Outcome[]): Promise<void> {
    if (outcomes.some(isChange)) await this.db.transaction((tx) => this.takeChanged(tx, outcomes));
    else await this.queries.takeEvaluations(outcomes);
  }

  private async takeChanged(tx: Transaction, outcomes: readonly Outcome[]): Promise<void> {
    const versions = await this.queries.lockVersions(
      tx,
      outcomes.map(({ definition }) => definition.resourceId),
    );
    // Nothing is stored of a definition that has changed since it was read.
    const current = outcomes.filter(({ definition }) => versions.get(definition.resourceId) === definition.version);
    const takenIds = await this.queries.takeEvaluations(current, tx);
    const taken = current.filter(({ definition }) => takenIds.has(definition.id));
    const ids = await this.queries.saveInstances(
      tx,
      taken.flatMap(({ definition, saved }) => saved.map((one) => ({ ...one, definitionId: definition.id }))),
    );
    await this.queries.removeInstances(
      tx,
      taken.flatMap(({ removed }) => removed),
    );
    for (const { definition, next, fired, resolved } of taken) {
      await this.fire(tx, definition, fired, ids.get(definition.id));
      await this.resolve(tx, resolved, { reason: 'RECOVERED', atMs: next.atMs });
    }
    await this.feed.send(
      tx,
      taken.flatMap(({ definition, sent, next: { atMs } }) =>
        sent.map((digest) => ({ instanceId: ids.get(definition.id)!.get(digest)!, atMs })),
      ),
    );
  }

  /**
   * Ends the alerts of a definition, and forgets its instances and how far it was evaluated.
   * @param resourceId resource whose rule state to lock; undefined: does nothing if the definition is active
   */
  async end(resourceId: number | undefined, id: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      if (resourceId !== undefined) await this.queries.lockVersions(tx, [resourceId]);
      // Enabled again meanwhile.
      else if (await this.queries.isActive(tx, id)) return;
      await this.resolve(tx, await this.queries.forget(tx, id), {
        reason: 'DEFINITION_CHANGED',
        atMs: this.clock.now(),
      });
    });
  }

  private async fire(
    tx: Transaction,
    { conditionId, resourceId }: ExpressionDefinition,
    fired: readonly FiredInstance[],
    ids: ReadonlyMap<string, number> = new Map(),
  ): Promise<void> {
    if (fired.length === 0) return;
    const facts = fired.map(({ digest, ...instance }) => ({
      ...instance,
      kind: 'expression' as const,
      conditionId,
      instanceId: ids.get(digest)!,
      atMs: this.clock.now(),
    }));
    await this.facts.expressionsHeld(tx, resourceId, facts);
  }

  private async resolve(
    tx: Transaction,
    instanceIds: readonly number[],
    { reason, atMs }: { reason: 'RECOVERED' | 'DEFINITION_CHANGED'; atMs: number },
  ): Promise<void> {
    if (instanceIds.length === 0) return;
    const alertIds = await this.queries.listOpenAlerts(tx, instanceIds);
    if (alertIds.length > 0) await this.notices.resolve(tx, alertIds, atMs, { reason });
  }

  /** Resources of instances that are new, by digest: the one that the labels name, else that of the definition. */
  private async findPlaces(
    { instances }: InstanceStep,
    stored: ReadonlyMap<string, StoredInstance>,
    named: ReadonlyMap<string, ResourceLabels>,
    viewer: Viewer,
    resourceId: number,
  ): Promise<ReadonlyMap<string, number>> {
    const places = new Map([...stored].map(([digest, one]) => [digest, one.resourceId]));
    const added = [...instances.keys()].filter((digest) => !places.has(digest));
    const found = await this.queries.findResources(
      added.map((digest) => named.get(digest)!),
      viewer,
    );
    added.forEach((digest, at) => places.set(digest, found[at] ?? resourceId));
    return places;
  }
}

/** Whether it changes more than when the definition was evaluated. */
export function isChange({ saved, removed }: Outcome): boolean {
  return saved.length > 0 || removed.length > 0;
}

/** Labels, texts and resources of instances, by digest. */
interface Found {
  readonly labels: ReadonlyMap<string, Labels>;
  readonly annotations: ReadonlyMap<string, Labels>;
  readonly resources: ReadonlyMap<string, number>;
  readonly atMs: number;
  /** Undefined without Alertmanagers. */
  readonly resendMs: number | undefined;
}

function lasting(stored: ReadonlyMap<string, StoredInstance>): Map<string, AlertInstance> {
  const instances = new Map<string, AlertInstance>();
  for (const [digest, { state, activeMs, missingMs, value }] of stored)
    if (state !== 'RESOLVED') instances.set(digest, { state, activeMs, missingMs, value });
  return instances;
}

/** Instances to save, the ids of instances to delete, and those whose state is sent. */
function toChanges(
  { instances, resolved }: InstanceStep,
  stored: ReadonlyMap<string, StoredInstance>,
  { labels, annotations, resources, atMs, resendMs }: Found,
): { saved: SavedInstance[]; removed: number[]; sent: string[] } {
  const saved: SavedInstance[] = [];
  const removed: number[] = [];
  const sent: string[] = [];
  const keep = (next: SavedInstance): void => {
    const isSent = resendMs !== undefined && isSendDue(next, { atMs, resendMs });
    if (isSent) sent.push(next.digest);
    const known = stored.get(next.digest);
    if (isSent || !known || !isSame(known, next)) saved.push(isSent ? { ...next, sentMs: atMs } : next);
  };
  for (const [digest, instance] of instances) {
    const known = stored.get(digest);
    keep({
      ...instance,
      digest,
      labels: known?.labels ?? labels.get(digest)!,
      annotations: annotations.get(digest) ?? known?.annotations ?? {},
      resourceId: resources.get(digest)!,
      ...firedAndSent(instance.state, known, atMs),
      resolvedMs: null,
    });
  }
  for (const [digest, { id, ...known }] of stored) {
    if (instances.has(digest)) continue;
    if (resolved.includes(digest)) keep({ ...known, state: 'RESOLVED', missingMs: null, resolvedMs: atMs });
    else if (known.state === 'PENDING' || (known.resolvedMs ?? 0) < atMs - REMEMBERED_MS) removed.push(id);
    else keep(known);
  }
  return { saved, removed, sent };
}

/** For a pending instance, neither it nor its end is sent. */
function firedAndSent(
  state: AlertInstance['state'],
  known: StoredInstance | undefined,
  atMs: number,
): Pick<SavedInstance, 'firedMs' | 'sentMs'> {
  if (state === 'PENDING') return { firedMs: null, sentMs: null };
  const firedMs = known?.state === 'FIRING' ? known.firedMs : null;
  return { firedMs: firedMs ?? atMs, sentMs: known?.sentMs ?? null };
}

function isSame(known: StoredInstance, next: SavedInstance): boolean {
  return (
    known.state === next.state &&
    known.activeMs === next.activeMs &&
    known.missingMs === next.missingMs &&
    Object.is(known.value, next.value) &&
    known.firedMs === next.firedMs &&
    known.resolvedMs === next.resolvedMs &&
    known.sentMs === next.sentMs &&
    isDeepStrictEqual(known.annotations, next.annotations)
  );
}

const MAX_ID = 2 ** 31 - 1;

/** Reads the labels by which own and received series name their resource. */
function resourceLabels(labels: Readonly<Record<string, string>>, namesResource: boolean): ResourceLabels {
  const { resource_id: id = '', resource = null, job, instance, wardstone_agent: agent = '' } = labels;
  const isTarget = job !== undefined && instance !== undefined;
  return {
    id: /^[0-9]{1,10}$/.test(id) && Number(id) <= MAX_ID ? Number(id) : null,
    name: namesResource ? resource : null,
    prometheusKey: isTarget ? targetKey('Prometheus Target', { job, instance, agent }) : null,
    otlpKey: isTarget ? targetKey('OpenTelemetry Service', { job, instance, agent }) : null,
  };
}
