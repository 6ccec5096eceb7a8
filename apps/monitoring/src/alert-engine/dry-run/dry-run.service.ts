import { Inject, Injectable } from '@nestjs/common';
import {
  type AvailabilityStretch,
  boundNote,
  causeOf,
  checkNewDefinition,
  type Condition,
  conditionTest,
  configProblem,
  describeCondition,
  describeValue,
  type EngineDefinition,
  findSender,
  type Firing,
  type NewDefinition,
  type Receiver,
  type Recovered,
  recoveredAlerts,
  type RehearsalRules,
  rehearse,
  Replay,
  senderLabel,
  storeConfig,
  summarise,
} from '@wardstone/alerting';
import { permits } from '@wardstone/auth';
import { type Client, HeavyWork } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { Database } from '@wardstone/database';
import type {
  Addressee,
  AlertConditionRest,
  AlertDefinitionRest,
  AlertNotificationRest,
  DryRun,
  DryRunNotice,
  DryRunQuery,
  DryRunScope,
} from '@wardstone/dto/monitoring';
import { type Sent, type SentBody } from '@wardstone/media-types';
import { DAY_MS, type TimeWindow } from '@wardstone/metric-points';
import { Pace } from '@wardstone/turns';
import { invalidContent, invalidParameter } from '../../api/invalid-parameter';
import { AuthorizationService, requirePermission } from '../../authorization/authorization.service';
import type { Viewer } from '../../authorization/viewer';
import { ConditionReader } from '../../alert-definitions/part-readers';
import { AlertDefinitionQueries } from '../../alert-definitions/alert-definition.queries';
import { definitionNotFound, refuseProblem } from '../../alert-definitions/alert-definition.service';
import { EngineQueries } from '../engine.queries';
import { flappingOf, groupingOf, limitOf } from '../notice-decisions';
import { NoticeQueries } from '../notice.queries';
import { IncidentQueries } from '../incident.queries';
import { type EscalationRow, OnCallQueries } from '../../on-call/on-call.queries';
import { addresseesAt, Recipients, toAddressee } from '../../notifications/delivery/recipients';
import { escalationNotFound } from '../../on-call/on-call-checks';
import { MonitoringConfig } from '../../monitoring.config';
import { readyDefinition } from '../alert-engine';
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
const MOST_ADDRESSEES = 20;
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
    private readonly incidents: IncidentQueries,
    private readonly onCall: OnCallQueries,
    private readonly recipients: Recipients,
    @Inject(MonitoringConfig) private readonly config: Readonly<MonitoringConfig>,
    private readonly db: Database,
    private readonly heavyWork: HeavyWork,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws invalid_query, resource_not_found, resource_forbidden, invalid_content, metric_definition_not_found,
   *   alert_definition_not_found, escalation_not_found, insufficient_scope, too_many_heavy_requests
   */
  async run(query: DryRunQuery, body: SentBody<AlertDefinitionRest>, viewer: Viewer, client: Client): Promise<DryRun> {
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
    await this.heavyWork.begin(client);
    const { signal } = client;
    const history = await this.history.read(resourceId, all, window, nowMs, signal);
    const firings = await replay(recovered ? [recovered, tried] : [tried], history, window.end, signal);
    const own = firings.filter(({ definitionId }) => definitionId === FIRST_ID);
    const notices = await this.rehearse(own, {
      sent,
      query,
      settings,
      window,
      viewer,
      flapped: this.flapped(firings, tried, recovered, history),
    });
    const spread = scope && (await this.evaluateAll(scope, tried, conditions, window, viewer, signal));
    return {
      scope: spread,
      resourceId,
      startTime: window.start,
      endTime: window.end,
      facts: history.facts.length,
      alertCount: own.length,
      alerts: own.slice(0, MOST_SHOWN).map((firing, at) => ({
        ...describe(firing, settings, conditions),
        notices: notices[at]!,
      })),
      notes: [...notesOn(settings, conditions, history, recovered !== undefined), ...senderNotes(sent.notifications)],
    };
  }

  /** What would make the definition flap: its own alerts that recovered, or those of the definition that it recovers. */
  private flapped(
    firings: readonly Firing[],
    tried: EngineDefinition,
    recovered: EngineDefinition | undefined,
    history: History,
  ): Recovered[] {
    const flapping = recovered ?? tried;
    const untilMs = firings.filter(({ definitionId }) => definitionId === tried.id)[MOST_SHOWN]?.atMs ?? Infinity;
    const of = ({ id }: EngineDefinition) =>
      firings.filter(({ definitionId, atMs }) => definitionId === id && atMs <= untilMs);
    const recoveries = recovered && of(tried).map(({ atMs }) => atMs);
    return recoveredAlerts(flapping, of(flapping), history, { withinMs: flappingOf(this.config).periodMs, recoveries });
  }

  /** Counts what would have fired on each resource of a group or type; as many as the time allows. */
  private async evaluateAll(
    scope: Scope,
    tried: EngineDefinition,
    conditions: readonly Condition[],
    window: TimeWindow,
    viewer: Viewer,
    signal: AbortSignal,
  ): Promise<DryRunScope> {
    if ('groupId' in scope) await this.authorization.requireGroup(viewer, scope.groupId);
    const { ids, total } = await this.watched.listScope(scope, viewer, MOST_RESOURCES);
    const nowMs = this.clock.now();
    const endsAt = performance.now() + SCOPE_MS;
    const counts = new Map<number, number>();
    let evaluated = 0;
    const pace = new Pace();
    for await (const [id, history] of this.history.readEach(ids, conditions, window, nowMs, signal)) {
      const { length } = await replay([{ ...tried, recoveryId: 0 }], history, window.end, signal);
      if (length > 0) counts.set(id, length);
      evaluated += 1;
      if (performance.now() > endsAt) break;
      if (pace.isDue) await pace.rest(signal);
    }
    const most = [...counts].sort(([, one], [, other]) => other - one).slice(0, MOST_FIRED);
    const named = await this.watched.name(most.map(([id]) => id));
    const fired = named.map(({ id, name, host }) => ({
      resourceId: id,
      resourceName: name,
      hostName: host,
      alertCount: counts.get(id) ?? 0,
    }));
    return { total, evaluated, firedCount: counts.size, fired };
  }

  /** Who would have been told, with silences, rotations, quiet hours and policy as they are. See rule alerts-49. */
  private async rehearse(
    firings: readonly Firing[],
    { sent, query, settings: { priority, recoveryId }, window, viewer, flapped }: Rehearsing,
  ): Promise<DryRunNotice[][]> {
    const { resourceId } = query;
    const policy = await this.findPolicy(query, viewer);
    const notices = ((sent.notifications ?? []) as Sent<AlertNotificationRest>[]).flatMap(
      ({ senderName = '', config = {} }) => {
        const sender = findSender(senderName);
        if (!sender) return [];
        return [{ senderName, config: storeConfig(sender, config), gathers: sender.gathers }];
      },
    );
    const times = firings.slice(0, MOST_SHOWN).map(({ atMs }) => atMs);
    if (times.length === 0) return [];
    const rehearsed = rehearse(times, notices, {
      silences: await this.notices.listCoveringResource(
        this.db,
        { resourceId },
        { startMs: window.start, endMs: window.end },
      ),
      ...groupingOf(this.config),
      causeAt: await this.causes(resourceId, window.end),
      flapping: flappingOf(this.config),
      recoveredBy: (atMs) => flapped.flatMap(({ firedMs, recoveredMs }) => (recoveredMs <= atMs ? [firedMs] : [])),
      limit: limitOf(this.config),
      isRecovery: recoveryId !== 0,
      escalation: policy && escalationOf(policy),
    });
    const receivers = [...notices, ...(policy?.steps ?? []).flatMap((step) => step.receivers)];
    const mayManage = permits(viewer.permissions, 'MANAGE_ALERTS');
    const recipientsOf = mayManage ? await this.recipients.load(receivers) : undefined;
    const addressees = (receiver: Receiver, atMs: number): Addressee[] => {
      const some = recipientsOf?.(receiver, atMs)?.slice(0, MOST_ADDRESSEES);
      return (addresseesAt(some, priority, atMs) ?? []).map(toAddressee);
    };
    return rehearsed.map((alert) => [
      ...alert.notices.map(({ notice, kind, outcome, atMs: time }) => {
        return { senderName: notice.senderName, kind, outcome, time, addressees: addressees(notice, time) };
      }),
      ...alert.steps.flatMap(({ place, atMs: time }) =>
        policy!.steps[place]!.receivers.map((receiver) => ({
          senderName: receiver.senderName,
          kind: 'ALERT' as const,
          outcome: 'TOLD' as const,
          time,
          step: place + 1,
          addressees: addressees(receiver, time),
        })),
      ),
    ]);
  }

  /** @throws insufficient_scope, escalation_not_found */
  private async findPolicy({ escalationId }: DryRunQuery, viewer: Viewer): Promise<EscalationRow | undefined> {
    if (escalationId === undefined) return undefined;
    requirePermission(viewer, 'MANAGE_ALERTS');
    const policy = await this.onCall.find('escalation', escalationId);
    if (!policy) throw escalationNotFound(escalationId);
    return policy;
  }

  /** What would have suppressed alerts of the resource, by the availability that is stored of all that it depends on now. */
  private async causes(resourceId: number, endMs: number): Promise<(atMs: number) => number | undefined> {
    const upstream = await this.incidents.listUpstream(this.db, [resourceId]);
    const stretches = new Map<number, readonly AvailabilityStretch[]>();
    for (const id of upstream.keys()) {
      if (id !== resourceId) stretches.set(id, await this.watched.listAvailability(id, endMs));
    }
    return (atMs) => {
      const wasDown = ({ type, sinceMs, untilMs }: AvailabilityStretch): boolean =>
        type === 'DOWN' && sinceMs <= atMs && (untilMs === null || atMs < untilMs);
      const then = [...upstream].map(([id, resource]) => {
        const isDown = resource.isPresent && (stretches.get(id)?.some(wasDown) ?? false);
        return [id, { ...resource, isDown }] as const;
      });
      return causeOf(resourceId, new Map(then));
    };
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

interface Rehearsing {
  readonly sent: Sent<AlertDefinitionRest>;
  readonly query: DryRunQuery;
  readonly settings: NewDefinition;
  readonly window: TimeWindow;
  readonly viewer: Viewer;
  readonly flapped: readonly Recovered[];
}

const MINUTE_MS = 60_000;

function escalationOf({ steps, repeatMs, repeatTimes }: EscalationRow): RehearsalRules['escalation'] {
  return { afterMs: steps.map(({ afterMinutes }) => afterMinutes * MINUTE_MS), repeatMs, repeatTimes };
}

async function replay(
  definitions: readonly EngineDefinition[],
  { facts, memory, availability }: History,
  endMs: number,
  signal: AbortSignal,
): Promise<Firing[]> {
  const run = new Replay({ definitions, states: new Map(), memory, elsewhere: new Map() }, availability);
  const firings: Firing[] = [];
  const pace = new Pace();
  for (const fact of facts) {
    firings.push(...run.evaluate(fact));
    if (pace.isDue) await pace.rest(signal);
  }
  return [...firings, ...run.runTimers(endMs - 1)];
}

function definitionOf(
  { mode, dampening, recoveryId, onceUntilRecovered }: NewDefinition,
  conditions: readonly Condition[],
  knowsRecovered: boolean,
): EngineDefinition {
  return {
    id: FIRST_ID,
    isEnabled: true,
    recoveryId: knowsRecovered ? recoveryId : 0,
    onceUntilRecovered,
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

/** Notifications that would fail: configurations of the contract's senders are stored unchecked. */
function senderNotes(notifications: readonly Sent<AlertNotificationRest>[] = []): string[] {
  return notifications.flatMap(({ senderName = '', config = {} }, at) => {
    const sender = findSender(senderName);
    const problem = sender && configProblem(sender.properties, storeConfig(sender, config), { judgesEntries: true });
    return problem ? [`Notification ${at + 1} (${senderLabel(senderName)}): ${problem.text}`] : [];
  });
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
