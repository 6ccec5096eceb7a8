import { Injectable, Logger } from '@nestjs/common';
import { isSuccessor } from '@wardstone/auth';
import { Clock } from '@wardstone/clock';
import { Database, type Transaction } from '@wardstone/database';
import {
  ComplianceEvent,
  ComplianceFact,
  type ComplianceReport,
  type ComplianceResult,
} from '@wardstone/dto/monitoring';
import { ApiError } from '@wardstone/errors';
import { AvailabilityTimeline, type ResourceReport } from '../../availability/availability-timeline';
import { EventStore } from '../../events/event-store';
import type { PointBatch } from '../../metrics/storage/log-segment';
import { MetricWriter } from '../../metrics/storage/metric-writer';
import { TraitReports, type TraitValue } from '../../metrics/traits/trait-reports';
import { InventoryService } from '../../resources/inventory.service';
import { fieldReader, type Read } from '../reports/field-reader';
import { readItems } from '../reports/report-items';
import { type SentReport, requireFields } from '../reports/report-reader';
import {
  type AgentPlatform,
  ComplianceFactsQueries,
  type Mark,
  placeKey,
  type PolicyPlace,
  type PolicyResource,
} from './compliance-facts.queries';

type Fact = Omit<Read<ComplianceFact>, 'events'> & { readonly events: readonly Read<ComplianceEvent>[] };
/** A fact of a policy on a machine, and its place in the report. */
type PolicyFact = Fact & PolicyPlace & { readonly index: number };
/** A fact with its resource. */
type Known = PolicyFact & { readonly policy: string; readonly resource: PolicyResource };

const readFact = fieldReader(ComplianceFact);
const readEvent = fieldReader(ComplianceEvent);

const DAY_MS = 24 * 60 * 60 * 1000;
/** Maximum age of values, as in rule metrics-9. */
const OLDEST_MS = 7 * DAY_MS;
const NUMBERS = ['score', 'scoreWithExceptions', 'failedRules'] as const;
const TRAITS = ['verdict', 'verdictWithExceptions'] as const;
const EVENT_LOCATION = 'compliance';

const FACTS_AT_ONCE = 200;

const LATER = 'later';
/** Problem or LATER of each fact, by index. */
type Problems = Map<number, string>;

/** Another request is storing the same facts. */
class TakenMeanwhile extends Error {}

/** Stores each fact of the compliance service about machines once. See rule metrics-19. */
@Injectable()
export class ComplianceFacts {
  private readonly logger = new Logger(ComplianceFacts.name);

  constructor(
    private readonly queries: ComplianceFactsQueries,
    private readonly inventory: InventoryService,
    private readonly writer: MetricWriter,
    private readonly traits: TraitReports,
    private readonly events: EventStore,
    private readonly timeline: AvailabilityTimeline,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws invalid_content, payload_too_large */
  async report(sent: SentReport<ComplianceReport>): Promise<ComplianceResult> {
    const { reportId, facts } = requireFields(sent);
    const { items, rejections } = readItems(facts, readOne);
    const platforms = await this.queries.listPlatforms([...new Set(items.map(({ agent }) => agent))]);
    const known = new Map(platforms.map((platform) => [platform.agent, platform]));
    const waiting: number[] = [];
    const linked = new Map<string, number>();
    const taken: (Fact & { platform: AgentPlatform; index: number })[] = [];
    for (const fact of items) {
      const platform = known.get(fact.agent);
      if (platform === undefined || !isSame(fact.subject, platform.owner_subject)) waiting.push(fact.index);
      else {
        taken.push({ ...fact, platform });
        linked.set(fact.systemId, platform.id);
      }
    }
    await this.queries.linkSystems([
      ...new Map([...linked].map(([systemId, platformId]) => [platformId, { platformId, systemId }])).values(),
    ]);
    const problems: Problems = new Map();
    for (const some of inTurns(taken.filter(isOfPolicy))) {
      // Later facts must not overtake those of a waiting system.
      const late = new Set(taken.filter(({ index }) => problems.get(index) === LATER).map(({ systemId }) => systemId));
      for (const { index, systemId } of some) if (late.has(systemId)) problems.set(index, LATER);
      await this.takeAll(
        some.filter(({ systemId }) => !late.has(systemId)),
        problems,
      );
    }
    for (const [index, problem] of problems) {
      if (problem === LATER) waiting.push(index);
      else rejections.add(index, problem);
    }
    const rejected = rejections.inOrder();
    return {
      reportId,
      accepted: facts.length - waiting.length - rejected.length,
      waiting: waiting.sort((first, second) => first - second),
      rejected,
      platforms: [...linked].map(([systemId, resourceId]) => ({ systemId, resourceId })),
    };
  }

  /** Stores facts together, and in halves after a failure, so that one bad fact does not hold up the others. */
  private async takeAll(facts: readonly PolicyFact[], problems: Problems): Promise<void> {
    if (facts.length === 0) return;
    try {
      await this.takeTogether(facts, problems);
    } catch (error) {
      if (error instanceof ApiError && error.status >= 500) throw error;
      if (facts.length === 1) {
        problems.set(facts[0]!.index, this.describeProblem(error));
        return;
      }
      const half = Math.ceil(facts.length / 2);
      await this.takeAll(facts.slice(0, half), problems);
      await this.takeAll(facts.slice(half), problems);
    }
  }

  private describeProblem(error: unknown): string {
    if (error instanceof ApiError) return error.message;
    if (!(error instanceof TakenMeanwhile)) this.logger.error({ err: error }, 'a fact of compliance cannot be stored');
    return LATER;
  }

  /** Stores facts of different policies and machines. @throws TakenMeanwhile */
  private async takeTogether(facts: readonly PolicyFact[], problems: Problems): Promise<void> {
    const found = await this.queries.findPolicies(facts);
    await this.remove(
      facts.flatMap((fact) => {
        const resource = found.get(placeKey(fact));
        return fact.removed && resource && resource.events_through < fact.moment ? [resource.id] : [];
      }),
    );
    const present = facts
      .filter(({ removed }) => !removed)
      .map((fact) => ({ ...fact, policy: fact.policy ?? fact.policyId }));
    const added = await this.add(present.filter((fact) => !found.has(placeKey(fact))));
    const known = present.flatMap((fact): Known[] => {
      const resource = found.get(placeKey(fact)) ?? added.get(placeKey(fact));
      if (resource) return [{ ...fact, resource }];
      problems.set(fact.index, `no resource of the policy can be made below platform ${fact.platform.id}`);
      return [];
    });
    await this.queries.rename(
      known
        .filter(({ resource, policy }) => resource.name !== policy)
        .map(({ resource: { id }, policy: name }) => ({ id, name })),
      this.clock.now(),
    );
    await this.storeValues(known.filter(({ resource, moment }) => resource.values_through < moment));
    const rest = known.filter(({ resource, moment }) => resource.events_through < moment);
    if (rest.length > 0) await this.db.transaction((tx) => this.storeRest(tx, rest));
  }

  private async add(facts: readonly (PolicyFact & { policy: string })[]): Promise<Map<string, PolicyResource>> {
    if (facts.length === 0) return new Map();
    await this.db.transaction(async (tx) => {
      const nowMs = this.clock.now();
      const places = facts.map(({ platform, policyId, policy: name }) => ({ platform, policyId, name }));
      const ids = await this.queries.addPolicies(tx, places, nowMs);
      if (ids.length > 0) await this.inventory.enter(tx, ids, nowMs);
    });
    return this.queries.findPolicies(facts);
  }

  private async remove(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    await this.db.transaction((tx) => this.inventory.uninventory(tx, ids, this.clock.now()));
  }

  /**
   * Commits the values together with their marks, so that rules evaluate each value once.
   * @throws TakenMeanwhile
   */
  private async storeValues(facts: readonly Known[]): Promise<void> {
    const oldestMs = this.clock.now() - OLDEST_MS;
    const measured = facts
      .filter(({ time = 0 }) => time >= oldestMs)
      .map((fact) => ({ fact, points: toPoints(fact) }))
      .filter(({ points }) => points.length > 0);
    const points = measured.flatMap(({ points: some }) => some);
    if (points.length === 0) return;
    const batch: PointBatch = {
      scheduleIds: Int32Array.from(points, ({ scheduleId }) => scheduleId),
      times: Float64Array.from(points, ({ timeMs }) => timeMs),
      values: Float64Array.from(points, ({ value }) => value),
    };
    const marks = measured.map(({ fact }) => toMark(fact));
    await this.writer.writeWith(batch, async (tx) => {
      if ((await this.queries.takeValues(tx, marks)).length < marks.length) throw new TakenMeanwhile();
    });
  }

  private async storeRest(tx: Transaction, facts: readonly Known[]): Promise<void> {
    const open = new Set(await this.queries.takeEvents(tx, facts.map(toMark)));
    const taken = facts.filter(({ resource: { id } }) => open.has(id));
    await this.timeline.take(tx, taken.flatMap(getAvailability), this.clock.now());
    await this.traits.store(tx, taken.flatMap(getTraits));
    await this.storeEvents(
      tx,
      taken.filter(({ events, resource }) => events.length > 0 && resource.event_definition_id !== null),
    );
  }

  private async storeEvents(tx: Transaction, facts: readonly Known[]): Promise<void> {
    const places = facts.map(({ resource: { id, event_definition_id } }) => ({
      resource_id: id,
      event_definition_id: event_definition_id!,
      location: EVENT_LOCATION,
    }));
    const sources = new Map((await this.events.requireSources(tx, places)).map((one) => [one.resource_id, one.id]));
    await this.events.append(
      tx,
      facts.flatMap(({ resource, moment, events }) => {
        const sourceId = sources.get(resource.id);
        if (sourceId === undefined) return [];
        return events.map(({ severity, detail }) => ({ sourceId, severity, detail, timeMs: toMs(moment) }));
      }),
    );
  }
}

const isOfPolicy = <T extends Fact>(fact: T): fact is T & { readonly policyId: string } => fact.policyId !== undefined;

const toMark = ({ resource: { id }, moment }: Known): Mark => ({ id, moment });

const toMs = (moment: number): number => Math.floor(moment / 1000);

function toPoints(fact: Known): { scheduleId: number; timeMs: number; value: number }[] {
  return NUMBERS.flatMap((name) => {
    const [value, scheduleId] = [fact[name], fact.resource.schedules[name]];
    return value === undefined || scheduleId === undefined ? [] : [{ scheduleId, timeMs: fact.time ?? 0, value }];
  });
}

/** Undefined if the availability is unchanged. */
function getAvailability({ resource: { id, availability }, fresh, moment }: Known): ResourceReport[] {
  const type = fresh ? 'UP' : 'UNKNOWN';
  if (fresh === undefined || [type, 'DISABLED'].includes(availability)) return [];
  return [{ resourceId: id, type, sinceMs: toMs(moment) }];
}

function getTraits(fact: Known): TraitValue[] {
  return TRAITS.flatMap((name) => {
    const [value, scheduleId] = [fact[name], fact.resource.schedules[name]];
    return value === undefined || scheduleId === undefined ? [] : [{ scheduleId, timeMs: toMs(fact.moment), value }];
  });
}

/** Splits facts so that each part has at most one fact for a policy on a machine, in order. */
function inTurns(facts: readonly PolicyFact[]): PolicyFact[][] {
  const turns: PolicyFact[][] = [];
  const counts = new Map<string, number>();
  for (const fact of facts) {
    const turn = counts.get(placeKey(fact)) ?? 0;
    counts.set(placeKey(fact), turn + 1);
    (turns[turn] ??= []).push(fact);
  }
  return turns.flatMap((turn) =>
    Array.from({ length: Math.ceil(turn.length / FACTS_AT_ONCE) }, (_none, n) =>
      turn.slice(n * FACTS_AT_ONCE, (n + 1) * FACTS_AT_ONCE),
    ),
  );
}

/**
 * Whether the account that reported the machine to compliance is the agent's owner, or a predecessor of that account.
 */
function isSame(subject: string, owner: string): boolean {
  return subject === owner || isSuccessor(subject, owner);
}

function readOne(item: unknown): Fact | string {
  const { fields, refusal } = readFact(item);
  if (refusal !== undefined) return refusal;
  const events: Read<ComplianceEvent>[] = [];
  for (const sent of fields.events ?? []) {
    const event = readEvent(sent);
    if (event.refusal !== undefined) return event.refusal;
    events.push(event.fields);
  }
  return { ...fields, events };
}
