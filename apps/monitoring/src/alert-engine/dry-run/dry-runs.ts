import { Inject, Injectable } from '@nestjs/common';
import {
  type AvailabilityStretch,
  findCause,
  type Condition,
  type EngineDefinition,
  type EscalationSteps,
  type ExpressionSettings,
  type Firing,
  type Recovered,
  recoveredAlerts,
  rehearse,
  type RehearsalRules,
  Replay,
} from '@wardstone/alerting';
import { Clock } from '@wardstone/clock';
import { Database } from '@wardstone/database';
import type { DryRunScope, ExpressionResult } from '@wardstone/dto/monitoring';
import type { TimeWindow } from '@wardstone/metric-points';
import { Pace } from '@wardstone/turns';
import { PresentHoldsService } from '../../alert-state/present-holds.service';
import { AuthorizationService } from '../../authorization/authorization.service';
import type { Viewer } from '../../authorization/viewer';
import { MonitoringConfig } from '../../monitoring.config';
import { readyDefinition } from '../alert-engine';
import { EngineQueries } from '../engine.queries';
import { type EscalatingPolicy, EscalationQueries } from '../escalation.queries';
import { getFlappingRule, getGrouping, getRecipientLimit } from '../notice-settings';
import { NoticeQueries } from '../notice.queries';
import { FactHistoryReader, type History } from './fact-history-reader';
import { FactHistoryQueries, type Scope } from './fact-history.queries';

export type { EscalatingPolicy, History, Scope };

/** Maximum number of alerts in the result of a dry run. */
export const MAX_SHOWN = 1000;
/** Time limit for evaluating the resources of a group or type, one by one. */
const SCOPE_MS = 5_000;
const MAX_RESOURCES = 2_000;
const MAX_FIRED = 20;

interface Run {
  readonly resourceId: number;
  readonly tried: EngineDefinition;
  /** The definition on the same resource that it recovers. */
  readonly recovered: EngineDefinition | undefined;
  /** Conditions of both definitions. */
  readonly conditions: readonly Condition[];
  readonly window: TimeWindow;
  readonly signal: AbortSignal;
}

/** A dry run of a definition with an expression on a resource. */
export interface TriedExpression extends Pick<Run, 'resourceId' | 'window' | 'signal'> {
  readonly condition: Condition;
  readonly settings: ExpressionSettings;
  readonly viewer: Viewer;
}

/** Alerts that an expression would have fired. */
export interface ExpressionHistory {
  /** Firings of all series, in order of time. */
  readonly own: readonly Firing[];
  readonly flapped: readonly Recovered[];
  readonly evaluations: number;
  readonly notes: readonly string[];
  /** Result of the expression; absent where it cannot be shown. */
  readonly result?: ExpressionResult | undefined;
}

interface Rehearsal extends Pick<Run, 'resourceId' | 'window'> {
  readonly flapped: readonly Recovered[];
  readonly isRecovery: boolean;
  readonly policy: EscalationSteps | undefined;
}

/** Evaluates definitions that are not stored, over stored data, with the engine that fires alerts. */
@Injectable()
export class DryRuns {
  private replayExpression: ((tried: TriedExpression) => Promise<ExpressionHistory>) | undefined;

  constructor(
    private readonly history: FactHistoryReader,
    private readonly queries: EngineQueries,
    private readonly escalations: EscalationQueries,
    private readonly authorization: AuthorizationService,
    private readonly watched: FactHistoryQueries,
    private readonly notices: NoticeQueries,
    private readonly holds: PresentHoldsService,
    @Inject(MonitoringConfig) private readonly config: Readonly<MonitoringConfig>,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** Sets the function that evaluates expressions, which another feature provides. */
  handleExpressions(replay: (tried: TriedExpression) => Promise<ExpressionHistory>): void {
    this.replayExpression = replay;
  }

  runExpression(tried: TriedExpression): Promise<ExpressionHistory> {
    return this.replayExpression!(tried);
  }

  /** The stored definition, enabled, if it is on this resource. */
  async findDefinition(id: number, resourceId: number): Promise<EngineDefinition | undefined> {
    const row = (await this.queries.listDefinitions(this.db, [resourceId])).find((definition) => definition.id === id);
    return row && { ...readyDefinition(row, await this.queries.listConditions(this.db, [id])), isEnabled: true };
  }

  async findPolicy(id: number): Promise<EscalatingPolicy | undefined> {
    return (await this.escalations.listPolicies(this.db, [id])).get(id);
  }

  /** Returns the alerts that would have fired on the resource, and those that count for flapping. */
  async run({ resourceId, tried, recovered, conditions, window, signal }: Run): Promise<{
    history: History;
    own: readonly Firing[];
    flapped: readonly Recovered[];
  }> {
    const history = await this.history.read(resourceId, conditions, window, this.clock.now(), signal);
    const firings = await replay(recovered ? [recovered, tried] : [tried], history, window.end, signal);
    const own = firings.filter(({ definitionId }) => definitionId === tried.id);
    return { history, own, flapped: this.flapped(firings, tried, recovered, history) };
  }

  /**
   * Decides who would have been notified of alerts at these times, with the present silences, dependencies and policy.
   */
  async rehearse<N extends Parameters<typeof rehearse>[1][number]>(
    times: readonly number[],
    notices: readonly N[],
    { resourceId, window, flapped, isRecovery, policy }: Rehearsal,
  ): Promise<ReturnType<typeof rehearse<N>>> {
    return rehearse(times, notices, {
      silences: await this.notices.listCoveringResource(
        this.db,
        { resourceId },
        { startMs: window.start, endMs: window.end },
      ),
      ...getGrouping(this.config),
      causeAt: await this.causes(resourceId, window.end),
      flapping: getFlappingRule(this.config),
      recoveredBy: (atMs) => flapped.flatMap(({ firedMs, recoveredMs }) => (recoveredMs <= atMs ? [firedMs] : [])),
      limit: getRecipientLimit(this.config),
      isRecovery,
      escalation: policy && getEscalation(policy),
    });
  }

  /**
   * Counts the alerts that would have fired on each resource of a group or type, as far as the time allows.
   * @throws group_not_found, group_forbidden
   */
  async runAll(
    scope: Scope,
    {
      tried,
      conditions,
      window,
      viewer,
      signal,
    }: Pick<Run, 'tried' | 'conditions' | 'window' | 'signal'> & { viewer: Viewer },
  ): Promise<DryRunScope> {
    if ('groupId' in scope) await this.authorization.requireGroup(viewer, scope.groupId);
    const { ids, total } = await this.watched.listScope(scope, viewer, MAX_RESOURCES);
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
    const most = [...counts].sort(([, one], [, other]) => other - one).slice(0, MAX_FIRED);
    const named = await this.watched.name(most.map(([id]) => id));
    const fired = named.map(({ id, name, host }) => ({
      resourceId: id,
      resourceName: name,
      hostName: host,
      alertCount: counts.get(id) ?? 0,
    }));
    return { total, evaluated, firedCount: counts.size, fired };
  }

  /**
   * Alerts that count for flapping: the definition's own that recovered, or those of the definition that it recovers.
   */
  private flapped(
    firings: readonly Firing[],
    tried: EngineDefinition,
    recovered: EngineDefinition | undefined,
    history: History,
  ): Recovered[] {
    const flapping = recovered ?? tried;
    const untilMs = firings.filter(({ definitionId }) => definitionId === tried.id)[MAX_SHOWN]?.atMs ?? Infinity;
    const of = ({ id }: EngineDefinition) =>
      firings.filter(({ definitionId, atMs }) => definitionId === id && atMs <= untilMs);
    const recoveries = recovered && of(tried).map(({ atMs }) => atMs);
    return recoveredAlerts(flapping, of(flapping), history, {
      withinMs: getFlappingRule(this.config).periodMs,
      recoveries,
    });
  }

  /** Causes that would have suppressed alerts of the resource, by stored availability of its present dependencies. */
  private async causes(resourceId: number, endMs: number): Promise<(atMs: number) => number | undefined> {
    const upstream = await this.holds.listUpstream(this.db, [resourceId]);
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
      return findCause(resourceId, new Map(then));
    };
  }
}

const MINUTE_MS = 60_000;

function getEscalation({ steps, repeatMs, repeatTimes }: EscalationSteps): RehearsalRules['escalation'] {
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
