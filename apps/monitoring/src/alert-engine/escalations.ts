import { Injectable } from '@nestjs/common';
import {
  findCause,
  type IncidentSteps,
  planIncidentSteps,
  planNotices,
  type Receiver,
  type FutureStep,
  type StepPlan,
  predictSteps,
  UNHELD,
} from '@wardstone/alerting';
import { Clock } from '@wardstone/clock';
import { Database, type Queryable, type Transaction } from '@wardstone/database';
import { addJobs, defineTask } from '@wardstone/jobs';
import { type EscalatedAlert, EscalationQueries, type EscalatingPolicy } from './escalation.queries';
import { NoticeQueries } from './notice.queries';
import { PresentHoldsService } from '../alert-state/present-holds.service';
import { DELIVER } from './tasks';

/** A step of an incident is due. */
export const ESCALATE = defineTask<{ incidentId: number }>('alert.escalate');

/** The policy of an incident, with its remaining steps. */
export interface EscalationAhead {
  name: string;
  steps: readonly (FutureStep & { receivers: readonly Receiver[] })[];
}

const MINUTE_MS = 60_000;
/** Number of alerts of an incident whose holds are read first, and growth factor of the following reads. */
const FIRST_READ = 20;
/** Maximum time from the first notification to the last step, and between repeats. */
const MAX_POLICY_MS = 7 * 24 * 60 * MINUTE_MS;

/**
 * Sends the steps of escalation policies. Progress is derived from sent notifications; the time of the next step is in
 * the incident's row, whose lock is held while steps are sent, so that a repeated or concurrent job sends nothing.
 */
@Injectable()
export class Escalations {
  constructor(
    private readonly queries: EscalationQueries,
    private readonly holds: PresentHoldsService,
    private readonly notices: NoticeQueries,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** Incidents, locked by the caller, whose alerts have just been notified, acknowledged, or ended. */
  async begin(tx: Transaction, incidentIds: readonly number[], nowMs: number): Promise<void> {
    const planned = await this.plan(tx, await this.queries.list(tx, incidentIds), nowMs);
    const begun = [...planned].flatMap(
      ([
        incidentId,
        {
          stepMs: knownMs,
          steps: { due, nextMs },
        },
      ]) => {
        const stepMs = due.length > 0 ? nowMs : nextMs;
        const isLater = stepMs === undefined || (knownMs !== null && knownMs <= stepMs);
        return isLater ? [] : [{ incidentId, stepMs }];
      },
    );
    await this.schedule(tx, begun);
  }

  /** These alerts were acknowledged or have ended, so others of their incidents decide about the steps. */
  async leave(tx: Transaction, alertIds: readonly number[]): Promise<void> {
    await this.begin(tx, await this.queries.lockIncidents(tx, alertIds), this.clock.now());
  }

  /** Records that a notification finally failed for everyone: the next escalation step is due. See rule alerts-56. */
  async noteUnreached(tx: Transaction, incidentId: number, note: () => Promise<void>): Promise<void> {
    const isOpen = await this.queries.lock(tx, incidentId);
    await note();
    if (isOpen) await this.begin(tx, [incidentId], this.clock.now());
  }

  /** Sends the due steps. */
  async escalate(incidentId: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      const nowMs = this.clock.now();
      const isDue = await this.queries.lockDue(tx, incidentId, nowMs);
      if (!isDue) return;
      const alerts = await this.queries.list(tx, [incidentId]);
      const planned = (await this.plan(tx, alerts, nowMs)).get(incidentId);
      if (planned?.decider && planned.steps.due.length > 0) {
        await this.notifyDue(tx, alerts, planned.decider, planned.steps, nowMs);
      }
      // Another alert may decide about the next step, if the policy of this one is exhausted.
      const next = (await this.plan(tx, await this.queries.list(tx, [incidentId]), nowMs)).get(incidentId);
      const stepMs = next && next.steps.due.length > 0 ? nowMs : next?.steps.nextMs;
      await this.schedule(tx, [{ incidentId, stepMs }]);
    });
  }

  /**
   * Predicts the steps for the incident of an alert if nobody acknowledges it and it lasts; undefined without a policy.
   */
  async findAhead(incidentId: number, alertId: number): Promise<EscalationAhead | undefined> {
    const nowMs = this.clock.now();
    const alerts = await this.queries.list(this.db, [incidentId]);
    const own = alerts.find((alert) => alert.alertId === alertId);
    if (!own) return undefined;
    // A held alert's own steps wait; otherwise its steps are those of the incident.
    const isHeld = (await this.listUnheld(this.db, [own], nowMs)).length === 0;
    const planned = isHeld ? undefined : (await this.plan(this.db, alerts, nowMs)).get(incidentId);
    const decider = planned?.decider ?? own;
    const policies = await this.queries.listPolicies(this.db, [decider.escalationId]);
    const { name, steps } = policies.get(decider.escalationId)!;
    const { resourceId, definitionId } = decider;
    const window = { startMs: nowMs, endMs: nowMs + MAX_POLICY_MS };
    const silences = await this.notices.listCoveringResource(this.db, { resourceId, definitionId }, window);
    const causeId = findCause(resourceId, await this.holds.listUpstream(this.db, [resourceId]));
    const situation = getSituation(decider, policies.get(decider.escalationId)!, nowMs);
    const ahead = predictSteps({ ...UNHELD, ...situation, silences, causeId });
    return { name, steps: ahead.map(({ place, atMs }) => ({ place, atMs, receivers: steps[place]!.receivers })) };
  }

  /**
   * Notifies of the deciding alert, and of all others of the incident that are not held and at the same step of the
   * same policy.
   */
  private async notifyDue(
    tx: Transaction,
    alerts: readonly EscalatedAlert[],
    decider: EscalatedAlert,
    plan: StepPlan,
    nowMs: number,
  ): Promise<void> {
    const { incidentId, escalationId, notifiedSteps } = decider;
    const { steps } = (await this.queries.listPolicies(tx, [escalationId])).get(escalationId)!;
    const along = alerts.filter(
      (alert) => alert.escalationId === escalationId && alert.notifiedSteps === notifiedSteps,
    );
    const unheld = (await this.listUnheld(tx, along, nowMs)).filter((alertId) => alertId !== decider.alertId);
    const logIds = await this.queries.storeSteps(
      tx,
      { incidentId, alertIds: [decider.alertId, ...unheld], steps },
      plan,
      nowMs,
    );
    await addJobs(
      tx,
      DELIVER,
      logIds.map((logId) => ({ logId })),
    );
  }

  /** Plans the steps of each incident; reads only its first alerts at first, because usually nothing holds them. */
  private async plan(
    from: Queryable,
    alerts: readonly EscalatedAlert[],
    nowMs: number,
  ): Promise<Map<number, IncidentSteps<EscalatedAlert> & { stepMs: number | null }>> {
    const policies = await this.queries.listPolicies(from, [
      ...new Set(alerts.map(({ escalationId }) => escalationId)),
    ]);
    const planned = new Map<number, IncidentSteps<EscalatedAlert> & { stepMs: number | null }>();
    const open = Map.groupBy(alerts, ({ incidentId }) => incidentId);
    for (let most = FIRST_READ; open.size > 0; most *= FIRST_READ) {
      const some = [...open.values()].flatMap((own) => own.slice(0, most));
      const holdsOf = await this.readHolds(from, some, nowMs);
      for (const [incidentId, own] of open) {
        const plan = planIncidentSteps(
          own.slice(0, most).map((alert) => {
            const situation = { ...getSituation(alert, policies.get(alert.escalationId)!, nowMs), ...holdsOf(alert) };
            return { alert, situation: { ...UNHELD, ...situation } };
          }),
        );
        if (!plan.decider && own.length > most) continue;
        planned.set(incidentId, { ...plan, stepMs: own[0]!.stepMs });
        open.delete(incidentId);
      }
    }
    return planned;
  }

  private async listUnheld(from: Queryable, alerts: readonly EscalatedAlert[], nowMs: number): Promise<number[]> {
    const holdsOf = await this.readHolds(from, alerts, nowMs);
    return alerts.flatMap((alert) => {
      const { hold } = planNotices({ ...UNHELD, sinceMs: nowMs, nowMs, ...holdsOf(alert) }, []);
      return hold ? [] : [alert.alertId];
    });
  }

  /** Reads silences and causes that may hold these alerts now. */
  private async readHolds(from: Queryable, alerts: readonly EscalatedAlert[], nowMs: number) {
    const silences = await this.notices.listCovering(
      from,
      alerts.map(({ alertId }) => alertId),
      nowMs,
    );
    const upstream = await this.holds.listUpstream(from, [...new Set(alerts.map(({ resourceId }) => resourceId))]);
    return ({ alertId, resourceId }: EscalatedAlert) => ({
      silences: silences.get(alertId) ?? [],
      causeId: findCause(resourceId, upstream),
    });
  }

  private async schedule(
    tx: Transaction,
    next: readonly { incidentId: number; stepMs: number | undefined }[],
  ): Promise<void> {
    if (next.length === 0) return;
    await this.queries.setNext(tx, next);
    const timed = next.flatMap(({ incidentId, stepMs }) => (stepMs === undefined ? [] : [{ incidentId, stepMs }]));
    for (const [stepMs, some] of Map.groupBy(timed, (one) => one.stepMs)) {
      const jobs = some.map(({ incidentId }) => ({ incidentId }));
      await addJobs(tx, ESCALATE, jobs, { runAt: new Date(stepMs) });
    }
  }
}

function getSituation(
  { sinceMs, notifiedSteps, isUnreached }: EscalatedAlert,
  { steps, repeatMs, repeatTimes }: EscalatingPolicy,
  nowMs: number,
) {
  const afterMs = steps.map(({ afterMinutes }) => afterMinutes * MINUTE_MS);
  return {
    sinceMs,
    nowMs,
    escalation: { afterMs, repeatMs, repeatTimes, notifiedSteps, unreachedAt: isUnreached ? notifiedSteps : undefined },
  };
}

/** Queues notifications at their times. */
export async function enqueue(
  tx: Transaction,
  due: readonly { logId: number; dueMs: number }[],
  nowMs: number,
): Promise<void> {
  for (const [dueMs, some] of Map.groupBy(due, (one) => one.dueMs)) {
    const jobs = some.map(({ logId }) => ({ logId }));
    await addJobs(tx, DELIVER, jobs, dueMs <= nowMs ? {} : { runAt: new Date(dueMs) });
  }
}
