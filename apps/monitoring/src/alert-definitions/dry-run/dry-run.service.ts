import { Injectable } from '@nestjs/common';
import {
  boundNote,
  checkExpression,
  checkNewDefinition,
  type Condition,
  conditionTest,
  configProblem,
  describeCondition,
  describeValue,
  type EngineDefinition,
  type ExpressionSettings,
  expressionUseProblem,
  findSender,
  type Firing,
  type NewDefinition,
  type Receiver,
  type Recovered,
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
} from '@wardstone/dto/monitoring';
import { type Sent, type SentBody } from '@wardstone/media-types';
import { DAY_MS, type TimeWindow } from '@wardstone/metric-points';
import {
  DryRuns,
  type EscalatingPolicy,
  type ExpressionHistory,
  MAX_SHOWN,
  type Scope,
} from '../../alert-engine/dry-run/dry-runs';
import { invalidContent, invalidParameter, refuseProblem } from '../../api/invalid-parameter';
import { AuthorizationService, requirePermission } from '../../authorization/authorization.service';
import type { Viewer } from '../../authorization/viewer';
import { addresseesAt, Recipients, toAddressee } from '../../notifications/delivery/recipients';
import { AlertDefinitionQueries } from '../alert-definition.queries';
import { definitionNotFound, escalationNotFound } from '../alert-definition.service';
import { ConditionReader } from '../part-readers';

/** Period for which all values are stored. */
const DEFAULT_WINDOW_MS = 6 * DAY_MS;
const MAX_WINDOW_MS = 366 * DAY_MS;
const MAX_ADDRESSEES = 20;
/** Ids of unsaved parts; ids of stored definitions and conditions are lower. */
const FIRST_ID = 2_000_000_000;

/** Computes when a given definition would have fired, and who would have been notified. */
@Injectable()
export class DryRunService {
  constructor(
    private readonly runs: DryRuns,
    private readonly conditions: ConditionReader,
    private readonly definitions: AlertDefinitionQueries,
    private readonly authorization: AuthorizationService,
    private readonly recipients: Recipients,
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
    const window = getWindow(query, nowMs);
    const scope = getScope(query);
    await this.authorization.requireResource(viewer, resourceId);
    const sent = body.read();
    const settings = refuseProblem(checkNewDefinition({ ...sent, name: sent.name ?? 'dry run' }));
    const conditions = await this.readConditions(sent, resourceId);
    const recovered = await this.findRecovered(settings.recoveryId, resourceId, viewer);
    const tried = getDefinition(settings, conditions, recovered !== undefined);
    const all = [...conditions, ...(recovered?.conditions ?? []).map(({ condition }) => condition)];
    await this.heavyWork.begin(client);
    const { signal } = client;
    const expression = getEvaluation(sent, conditions, settings);
    const { own, flapped, ...replayed } = expression
      ? await this.runs.runExpression({ ...expression, resourceId, window, viewer, signal })
      : await this.replayFacts({ resourceId, tried, recovered, conditions: all, window, signal });
    const notices = await this.rehearse(own, {
      sent,
      query,
      settings,
      window,
      viewer,
      flapped,
    });
    // Evaluation for each resource of a group or type takes long.
    const spread = expression
      ? undefined
      : scope && (await this.runs.runAll(scope, { tried, conditions, window, viewer, signal }));
    return {
      scope: spread,
      result: replayed.result,
      resourceId,
      startTime: window.start,
      endTime: window.end,
      facts: replayed.evaluations,
      alertCount: own.length,
      alerts: own.slice(0, MAX_SHOWN).map((firing, at) => ({
        ...describe(firing, settings, conditions),
        notices: notices[at]!,
      })),
      notes: [...notesOn(settings, conditions, replayed, recovered !== undefined), ...senderNotes(sent.notifications)],
    };
  }

  private async replayFacts(run: Parameters<DryRuns['run']>[0]): Promise<Replayed> {
    const { history, own, flapped } = await this.runs.run(run);
    return { own, flapped, evaluations: history.facts.length, notes: [], averagesBeforeMs: history.averagesBeforeMs };
  }

  /**
   * Notifications that would have been sent, with the present silences, rotations, quiet hours and policy. See rule
   * alerts-49.
   */
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
    const times = firings.slice(0, MAX_SHOWN).map(({ atMs }) => atMs);
    if (times.length === 0) return [];
    const rehearsed = await this.runs.rehearse(times, notices, {
      resourceId,
      window,
      flapped,
      isRecovery: recoveryId !== 0,
      policy,
    });
    const receivers = [...notices, ...(policy?.steps ?? []).flatMap((step) => step.receivers)];
    const mayManage = permits(viewer.permissions, 'MANAGE_ALERTS');
    const recipientsOf = mayManage ? await this.recipients.load(receivers) : undefined;
    const addressees = (receiver: Receiver, atMs: number): Addressee[] => {
      const some = recipientsOf?.(receiver, atMs)?.slice(0, MAX_ADDRESSEES);
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
  private async findPolicy({ escalationId }: DryRunQuery, viewer: Viewer): Promise<EscalatingPolicy | undefined> {
    if (escalationId === undefined) return undefined;
    requirePermission(viewer, 'MANAGE_ALERTS');
    const policy = await this.runs.findPolicy(escalationId);
    if (!policy) throw escalationNotFound(escalationId);
    return policy;
  }

  private async readConditions(sent: Sent<AlertDefinitionRest>, resourceId: number): Promise<Condition[]> {
    const owner = { resource_id: resourceId, resource_group_id: null, resource_type_id: null };
    const read = await this.conditions.check(this.db, (sent.conditions ?? []) as Sent<AlertConditionRest>[], owner);
    if (read.length === 0) throw invalidContent('Field conditions must contain at least one condition');
    return read.map((condition, index) => ({ ...condition, id: FIRST_ID + index }));
  }

  /** The definition that it would enable again, if both are on the same resource. */
  private async findRecovered(id: number, resourceId: number, viewer: Viewer): Promise<EngineDefinition | undefined> {
    if (id === 0) return undefined;
    const recovered = await this.runs.findDefinition(id, resourceId);
    if (!recovered && !(await this.definitions.isSeen(id, viewer))) throw definitionNotFound(id);
    return recovered;
  }
}

interface Replayed extends ExpressionHistory {
  /** Only averages are stored before this time. */
  readonly averagesBeforeMs?: number;
}

/**
 * The expression under test, if there is one.
 * @throws invalid_content
 */
function getEvaluation(
  sent: Sent<AlertDefinitionRest>,
  conditions: readonly Condition[],
  { dampening, recoveryId }: NewDefinition,
): { condition: Condition; settings: ExpressionSettings } | undefined {
  const hasSettings = sent.expression !== undefined;
  const categories = conditions.map(({ category }) => category);
  const problem = expressionUseProblem({
    categories,
    dampening: dampening.category,
    recoveryId,
    hasSettings,
    // A recording rule fires nothing.
    isRecording: false,
    isGrouped: false,
    isInstallation: false,
  });
  if (problem !== undefined) throw invalidContent(problem);
  const condition = conditions.find(({ category }) => category === 'EXPRESSION');
  return condition && { condition, settings: refuseProblem(checkExpression(sent.expression ?? {})) };
}

interface Rehearsing {
  readonly sent: Sent<AlertDefinitionRest>;
  readonly query: DryRunQuery;
  readonly settings: NewDefinition;
  readonly window: TimeWindow;
  readonly viewer: Viewer;
  readonly flapped: readonly Recovered[];
}

function getDefinition(
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
  { averagesBeforeMs = 0, notes: given }: Pick<Replayed, 'averagesBeforeMs' | 'notes'>,
  knowsRecovered: boolean,
): string[] {
  const notes = [...given];
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

/** Notifications that would fail, because configurations of the contract's senders are stored unchecked. */
function senderNotes(notifications: readonly Sent<AlertNotificationRest>[] = []): string[] {
  return notifications.flatMap(({ senderName = '', config = {} }, at) => {
    const sender = findSender(senderName);
    const problem = sender && configProblem(sender.properties, storeConfig(sender, config), { judgesEntries: true });
    return problem ? [`Notification ${at + 1} (${senderLabel(senderName)}): ${problem.text}`] : [];
  });
}

/** @throws invalid_query */
function getWindow(query: DryRunQuery, nowMs: number): TimeWindow {
  const end = Math.min(query.end ?? nowMs + 1, nowMs + 1);
  const start = query.start ?? end - DEFAULT_WINDOW_MS;
  if (start < 0) throw invalidParameter('Parameter start must not be negative');
  if (start >= end) throw invalidParameter('Parameter start must be before end');
  if (end - start > MAX_WINDOW_MS) throw invalidParameter('Parameters start and end must be within 366 days');
  return { start, end };
}

/**
 * Group or type whose resources are evaluated as well.
 * @throws invalid_query for both
 */
function getScope({ groupId, resourceTypeId }: DryRunQuery): Scope | undefined {
  if (groupId !== undefined && resourceTypeId !== undefined) {
    throw invalidParameter('At most one of the parameters groupId and resourceTypeId may be given');
  }
  if (groupId !== undefined) return { groupId };
  return resourceTypeId === undefined ? undefined : { resourceTypeId };
}
