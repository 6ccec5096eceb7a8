import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { Database } from '@wardstone/database';
import type {
  AlertConditionRest,
  AlertDefinitionRest,
  AlertNotificationRest,
  DryRun,
  DryRunQuery,
  DryRunScope,
} from '@wardstone/dto/monitoring';
import { type Parsed, type Sent } from '@wardstone/media-types';
import { invalidContent, invalidParameter } from '../../api/invalid-parameter';
import { DAY_MS, type TimeWindow } from '../../metrics/domain/time-window';
import { AuthorizationService } from '../../authorization/authorization.service';
import type { Viewer } from '../../authorization/viewer';
import { ConditionReader } from '../definitions/part-readers';
import { AlertDefinitionQueries } from '../definitions/alert-definition.queries';
import { definitionNotFound, refuseProblem } from '../definitions/alert-definition.service';
import type { Condition } from '../domain/condition';
import { conditionTest } from '../domain/condition-test';
import { checkNewDefinition, type NewDefinition } from '../domain/definition-rules';
import { describeCondition, describeValue } from '../domain/description';
import type { EngineDefinition } from '../domain/evaluate';
import { summarise } from '../domain/explain';
import { boundNote } from '../domain/bound-note';
import { type Rehearsed, rehearse } from '../domain/rehearse';
import { Replay } from '../domain/replay';
import type { Firing } from '../domain/resource-alerts';
import { EngineQueries } from '../engine/engine.queries';
import { groupingOf } from '../engine/notice-decisions';
import { NoticeQueries } from '../engine/notice.queries';
import { findSender } from '../senders/sender-catalogue';
import { MonitoringConfig } from '../../monitoring.config';
import { readyDefinition } from '../engine/alert-engine';
import { FactHistoryReader, type History } from './fact-history-reader';
import { FactHistoryQueries, type Scope } from './fact-history.queries';

/** How long the resources of a group or type are evaluated, one after another. */
const SCOPE_MS = 5_000;
const MOST_RESOURCES = 2_000;
const MOST_FIRED = 20;

/** Of which all values are kept. */
const DEFAULT_WINDOW_MS = 6 * DAY_MS;
const LONGEST_WINDOW_MS = 366 * DAY_MS;
const MOST_SHOWN = 1000;
/** Facts per turn of the event loop, so that other requests are served. */
const FACTS_AT_ONCE = 2_000;
/** What is tried out has no ids yet; stored definitions and conditions have lower ones. */
const FIRST_ID = 2_000_000_000;

/** Tells when a definition would have fired, by the engine that fires alerts, over what is stored. */
@Injectable()
export class DryRunService {
  constructor(
    private readonly history: FactHistoryReader,
    private readonly conditions: ConditionReader,
    private readonly queries: EngineQueries,
    private readonly definitions: AlertDefinitionQueries,
    private readonly authorization: AuthorizationService,
    private readonly watched: FactHistoryQueries,
    private readonly notices: NoticeQueries,
    @Inject(MonitoringConfig) private readonly config: Readonly<MonitoringConfig>,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws invalid_query, resource_not_found, resource_forbidden, invalid_content, metric_definition_not_found,
   *   alert_definition_not_found
   */
  async run(query: DryRunQuery, body: Parsed<Sent<AlertDefinitionRest>>, viewer: Viewer): Promise<DryRun> {
    const nowMs = this.clock.now();
    const { resourceId } = query;
    const window = windowOf(query, nowMs);
    const scope = scopeOf(query);
    await this.authorization.requireResource(viewer, resourceId);
    const sent = body.read();
    const settings = refuseProblem(checkNewDefinition({ ...sent, name: sent.name ?? 'dry run' }));
    const conditions = await this.readConditions(sent, resourceId);
    const recovered = await this.findRecovered(settings.recoveryId, resourceId, viewer);
    const tried = definitionOf(settings, conditions, recovered !== undefined);
    const all = [...conditions, ...(recovered?.conditions ?? []).map(({ condition }) => condition)];
    const history = await this.history.read(resourceId, all, window, nowMs);
    const firings = await replay(recovered ? [recovered, tried] : [tried], history, window.end);
    const own = firings.filter(({ definitionId }) => definitionId === FIRST_ID);
    const notices = await this.rehearse(own, sent, resourceId, window);
    const spread = scope && (await this.evaluateAll(scope, tried, conditions, window, viewer));
    return {
      scope: spread,
      resourceId,
      startTime: window.start,
      endTime: window.end,
      facts: history.facts.length,
      alertCount: own.length,
      alerts: own.slice(0, MOST_SHOWN).map((firing, at) => ({
        ...describe(firing, settings, conditions),
        notices: notices[at]!.map(({ atMs: time, ...notice }) => ({ ...notice, time })),
      })),
      notes: notesOn(settings, conditions, history, recovered !== undefined),
    };
  }

  /** Counts what would have fired on each resource of a group or type; as many as the time allows. */
  private async evaluateAll(
    scope: Scope,
    tried: EngineDefinition,
    conditions: readonly Condition[],
    window: TimeWindow,
    viewer: Viewer,
  ): Promise<DryRunScope> {
    if ('groupId' in scope) await this.authorization.requireGroup(viewer, scope.groupId);
    const { ids, total } = await this.watched.listScope(scope, viewer, MOST_RESOURCES);
    const nowMs = this.clock.now();
    const endsAt = performance.now() + SCOPE_MS;
    const counts = new Map<number, number>();
    let evaluated = 0;
    for await (const [id, history] of this.history.readEach(ids, conditions, window, nowMs)) {
      const { length } = await replay([{ ...tried, recoveryId: 0 }], history, window.end);
      if (length > 0) counts.set(id, length);
      evaluated += 1;
      if (performance.now() > endsAt) break;
      await yieldToEventLoop();
    }
    const most = [...counts].sort(([, one], [, other]) => other - one).slice(0, MOST_FIRED);
    const named = await this.watched.name(most.map(([id]) => id));
    const fired = named.map(({ id, name, host }) => ({
      ...{ resourceId: id, resourceName: name, hostName: host },
      alertCount: counts.get(id) ?? 0,
    }));
    return { total, evaluated, firedCount: counts.size, fired };
  }

  /** Who would have been told, with the silences there are. See rule alerts-49. */
  private async rehearse(
    firings: readonly Firing[],
    { notifications = [] }: Sent<AlertDefinitionRest>,
    resourceId: number,
    { start, end }: TimeWindow,
  ): Promise<Rehearsed[][]> {
    const notices = (notifications as Sent<AlertNotificationRest>[]).flatMap(({ senderName = '' }) => {
      const sender = findSender(senderName);
      return sender ? [{ senderName, gathers: sender.gathers !== undefined }] : [];
    });
    const times = firings.slice(0, MOST_SHOWN).map(({ atMs }) => atMs);
    if (notices.length === 0 || times.length === 0) return times.map(() => []);
    const silences = await this.notices.listCoveringResource(this.db, resourceId, { startMs: start, endMs: end });
    return rehearse(times, notices, { silences, ...groupingOf(this.config) });
  }

  private async readConditions(sent: Sent<AlertDefinitionRest>, resourceId: number): Promise<Condition[]> {
    const owner = { resource_id: resourceId, resource_group_id: null, resource_type_id: null };
    const read = await this.conditions.check(this.db, (sent.conditions ?? []) as Sent<AlertConditionRest>[], owner);
    if (read.length === 0) throw invalidContent('Field conditions must contain at least one condition');
    return read.map((condition, index) => ({ ...condition, id: FIRST_ID + index }));
  }

  /** The definition that it would enable again, if that is of the same resource. */
  private async findRecovered(id: number, resourceId: number, viewer: Viewer): Promise<EngineDefinition | undefined> {
    if (id === 0) return undefined;
    const row = (await this.queries.listDefinitions(this.db, [resourceId])).find((definition) => definition.id === id);
    if (!row) {
      if (!(await this.definitions.isSeen(id, viewer))) throw definitionNotFound(id);
      return undefined;
    }
    return { ...readyDefinition(row, await this.definitions.listConditions([id])), isEnabled: true };
  }
}

async function replay(
  definitions: readonly EngineDefinition[],
  { facts, memory, availability }: History,
  endMs: number,
): Promise<Firing[]> {
  const run = new Replay({ definitions, states: new Map(), memory, elsewhere: new Map() }, availability);
  const firings: Firing[] = [];
  for (const [index, fact] of facts.entries()) {
    firings.push(...run.evaluate(fact));
    if (index % FACTS_AT_ONCE === FACTS_AT_ONCE - 1) await yieldToEventLoop();
  }
  return [...firings, ...run.runTimers(endMs - 1)];
}

function definitionOf(
  { mode, dampening, recoveryId }: NewDefinition,
  conditions: readonly Condition[],
  knowsRecovered: boolean,
): EngineDefinition {
  return {
    id: FIRST_ID,
    isEnabled: true,
    recoveryId: knowsRecovered ? recoveryId : 0,
    mode,
    dampening,
    conditions: conditions.map(conditionTest),
  };
}

function describe(
  { atMs, matches, occurrences }: Firing,
  settings: NewDefinition,
  conditions: readonly Condition[],
): Omit<DryRun['alerts'][number], 'notices'> {
  return {
    time: atMs,
    summary: summarise(settings, matches.length, conditions.length, occurrences.length),
    matches: matches.map(({ conditionId, value, atMs: dataTime }) => ({
      condition: conditionId - FIRST_ID + 1,
      description: describeCondition(conditions[conditionId - FIRST_ID]!, value),
      value,
      valueText: describeValue(conditions[conditionId - FIRST_ID]!, value),
      dataTime,
    })),
  };
}

function notesOn(
  { recoveryId }: NewDefinition,
  conditions: readonly Condition[],
  { averagesBeforeMs }: History,
  knowsRecovered: boolean,
): string[] {
  const notes: string[] = [];
  if (averagesBeforeMs > 0) {
    notes.push(`Before ${new Date(averagesBeforeMs).toISOString()} only averages are stored`);
  }
  if (conditions.some(({ category }) => category === 'BASELINE')) notes.push('Current baselines are used');
  if (recoveryId !== 0 && !knowsRecovered) {
    notes.push('The definition to recover belongs to another resource; it is treated as disabled');
  }
  for (const [index, condition] of conditions.entries()) {
    const note = boundNote(condition);
    if (note !== undefined) notes.push(`Condition ${index + 1}: ${note}`);
  }
  return notes;
}

/** @throws invalid_query */
function windowOf(query: DryRunQuery, nowMs: number): TimeWindow {
  const end = Math.min(query.end ?? nowMs + 1, nowMs + 1);
  const start = query.start ?? end - DEFAULT_WINDOW_MS;
  if (start < 0) throw invalidParameter('Parameter start must not be negative');
  if (start >= end) throw invalidParameter('Parameter start must be before end');
  if (end - start > LONGEST_WINDOW_MS) throw invalidParameter('Parameters start and end must be within 366 days');
  return { start, end };
}

/** The group or type that is looked at as well. @throws invalid_query for both */
function scopeOf({ groupId, resourceTypeId }: DryRunQuery): Scope | undefined {
  if (groupId !== undefined && resourceTypeId !== undefined) {
    throw invalidParameter('At most one of the parameters groupId and resourceTypeId may be given');
  }
  if (groupId !== undefined) return { groupId };
  return resourceTypeId === undefined ? undefined : { resourceTypeId };
}
