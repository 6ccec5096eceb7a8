import { Injectable } from '@nestjs/common';
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
import { AvailabilityTimeline } from '../../availability/availability-timeline';
import { EventStore } from '../../events/event-store';
import type { PointBatch } from '../../metrics/storage/log-segment';
import { MetricWriter } from '../../metrics/storage/metric-writer';
import { TraitReports } from '../../metrics/traits/trait-reports';
import { ancestryBelow } from '../../resources/domain/ancestry';
import { InventoryService } from '../../resources/inventory.service';
import { fieldReader, type Read } from '../reports/field-reader';
import { readItems } from '../reports/report-items';
import { type SentReport, validFields } from '../reports/report-reader';
import { type AgentPlatform, ComplianceFactsQueries, type PolicyResource } from './compliance-facts.queries';

type Fact = Omit<Read<ComplianceFact>, 'events'> & { readonly events: readonly Read<ComplianceEvent>[] };
type PolicyFact = Fact & { readonly policyId: string };

const readFact = fieldReader(ComplianceFact);
const readEvent = fieldReader(ComplianceEvent);

const DAY_MS = 24 * 60 * 60 * 1000;
/** Of values, as in rule metrics-9. */
const OLDEST_MS = 7 * DAY_MS;
const NUMBERS = ['score', 'scoreWithExceptions', 'failedRules'] as const;
const TRAITS = ['verdict', 'verdictWithExceptions'] as const;
const EVENT_LOCATION = 'compliance';

const LATER = 'later';

/** Another request stores the same. */
class TakenMeanwhile extends Error {}

/** What the compliance service reports of machines, each fact stored once. See rule metrics-19. */
@Injectable()
export class ComplianceFacts {
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
    const { reportId, facts } = validFields(sent);
    const { items, rejections } = readItems(facts, readOne);
    const platforms = await this.queries.listPlatforms([...new Set(items.map(({ agent }) => agent))]);
    const known = new Map(platforms.map((platform) => [platform.agent, platform]));
    const waiting: number[] = [];
    // What follows of a system that waits would overtake it.
    const late = new Set<string>();
    const linked = new Map<string, number>();
    for (const { index, ...fact } of items) {
      const platform = known.get(fact.agent);
      const isOwn = platform !== undefined && isSame(fact.subject, platform.owner_subject);
      const problem = isOwn && !late.has(fact.systemId) ? await this.takeOf(platform, fact, linked) : LATER;
      if (problem === LATER) {
        late.add(fact.systemId);
        waiting.push(index);
      } else if (problem !== undefined) rejections.add(index, problem);
    }
    const rejected = rejections.inOrder();
    return {
      reportId,
      accepted: facts.length - waiting.length - rejected.length,
      waiting,
      rejected,
      platforms: [...linked].map(([systemId, resourceId]) => ({ systemId, resourceId })),
    };
  }

  /** Undefined when the fact is stored, else LATER or what is wrong with it. */
  private async takeOf(platform: AgentPlatform, fact: Fact, linked: Map<string, number>): Promise<string | undefined> {
    if (linked.get(fact.systemId) !== platform.id) await this.queries.linkSystem(platform.id, fact.systemId);
    linked.set(fact.systemId, platform.id);
    if (fact.policyId === undefined) return undefined;
    try {
      return await this.take(platform, { ...fact, policyId: fact.policyId });
    } catch (error) {
      if (error instanceof TakenMeanwhile) return LATER;
      // What the statement says of this fact must not hold up the others.
      if (error instanceof ApiError && error.status < 500) return error.message;
      throw error;
    }
  }

  private async take(platform: AgentPlatform, fact: PolicyFact): Promise<string | undefined> {
    const { policyId, moment } = fact;
    const name = fact.policy ?? policyId;
    const found = await this.queries.findPolicy(platform.id, policyId);
    if (fact.removed) {
      if (found && found.events_through < moment) await this.remove(found.id);
      return undefined;
    }
    const policy = found ?? (await this.add(platform, policyId, name));
    if (!policy) return `no resource of the policy can be made below platform ${platform.id}`;
    if (policy.name !== name) await this.queries.rename(policy.id, name, this.clock.now());
    if (policy.values_through < moment) await this.storeValues(policy, fact);
    if (policy.events_through < moment) await this.db.transaction((tx) => this.storeRest(tx, policy, fact));
    return undefined;
  }

  private async add(platform: AgentPlatform, policyId: string, name: string): Promise<PolicyResource | undefined> {
    const ancestry = ancestryBelow({ ...platform, typeId: platform.resource_type_id });
    await this.db.transaction(async (tx) => {
      const nowMs = this.clock.now();
      const id = await this.queries.addPolicy(tx, { id: platform.id, ancestry }, policyId, name, nowMs);
      if (id !== undefined) await this.inventory.enter(tx, [id], nowMs);
    });
    return this.queries.findPolicy(platform.id, policyId);
  }

  private async remove(id: number): Promise<void> {
    await this.db.transaction((tx) => this.inventory.uninventory(tx, [id], this.clock.now()));
  }

  /** In the commit that takes note of it: what evaluates values sees each once. @throws TakenMeanwhile */
  private async storeValues({ id, schedules }: PolicyResource, fact: PolicyFact): Promise<void> {
    const timeMs = fact.time ?? 0;
    if (timeMs < this.clock.now() - OLDEST_MS) return;
    const points = NUMBERS.flatMap((name) => {
      const [value, scheduleId] = [fact[name], schedules[name]];
      return value === undefined || scheduleId === undefined ? [] : [{ scheduleId, value }];
    });
    if (points.length === 0) return;
    const batch: PointBatch = {
      scheduleIds: Int32Array.from(points, ({ scheduleId }) => scheduleId),
      times: Float64Array.from(points, () => timeMs),
      values: Float64Array.from(points, ({ value }) => value),
    };
    await this.writer.writeWith(batch, async (tx) => {
      if (!(await this.queries.takeValues(tx, id, fact.moment))) throw new TakenMeanwhile();
    });
  }

  private async storeRest(tx: Transaction, policy: PolicyResource, fact: PolicyFact): Promise<void> {
    const { id, schedules, event_definition_id: definitionId } = policy;
    if (!(await this.queries.takeEvents(tx, id, fact.moment))) return;
    const timeMs = Math.floor(fact.moment / 1000);
    if (fact.fresh !== undefined && policy.availability !== 'DISABLED') {
      const type = fact.fresh ? 'UP' : 'UNKNOWN';
      if (policy.availability !== type) {
        await this.timeline.take(tx, id, { type, sinceMs: timeMs }, this.clock.now());
      }
    }
    const traits = TRAITS.flatMap((name) => {
      const [value, scheduleId] = [fact[name], schedules[name]];
      return value === undefined || scheduleId === undefined ? [] : [{ scheduleId, timeMs, value }];
    });
    await this.traits.store(tx, traits);
    if (fact.events.length === 0 || definitionId === null) return;
    const place = { resource_id: id, event_definition_id: definitionId, location: EVENT_LOCATION };
    const [source] = await this.events.requireSources(tx, [place]);
    if (!source) return;
    await this.events.append(
      tx,
      fact.events.map(({ severity, detail }) => ({ sourceId: source.id, severity, detail, timeMs })),
    );
  }
}

/** The login that reported the machine to compliance is the one whose machine it is here, or was before it was made again. */
function isSame(subject: string, owner: string | null): boolean {
  return owner !== null && (subject === owner || isSuccessor(subject, owner));
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
