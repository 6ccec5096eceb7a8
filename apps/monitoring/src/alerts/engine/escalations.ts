import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { Database, type Transaction } from '@wardstone/database';
import { addJobs, defineTask } from '@wardstone/jobs';
import { causeOf } from '../domain/incident';
import { planNotices, type StepPlan, UNHELD } from '../domain/notice-plan';
import { type StepAhead, stepsAhead } from '../domain/steps-ahead';
import type { Receiver } from '../on-call/on-call.queries';
import { DELIVER } from './engine.queries';
import { EscalationQueries, type EscalatingRow } from './escalation.queries';
import { IncidentQueries } from './incident.queries';
import { NoticeQueries } from './notice.queries';

/** The time of a step of an incident has come. */
export const ESCALATE = defineTask<{ incidentId: number }>('alert.escalate');

/** The policy of an incident, and its steps that are left. */
export interface EscalationAhead {
  name: string;
  steps: readonly (StepAhead & { receivers: readonly Receiver[] })[];
}

const MINUTE_MS = 60_000;
/** Steps are a week after the first notification at most, and so are repeats after each other. */
const LONGEST_POLICY_MS = 7 * 24 * 60 * MINUTE_MS;

/**
 * Tells the steps of escalation policies. How far an incident has come is read from what was told; when its next step is,
 * stands in its row, under whose lock steps are told: a job that comes twice, or to two replicas, tells nothing more.
 */
@Injectable()
export class Escalations {
  constructor(
    private readonly queries: EscalationQueries,
    private readonly incidents: IncidentQueries,
    private readonly notices: NoticeQueries,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** Incidents, locked by the caller, of which alerts have just been told. */
  async begin(tx: Transaction, incidentIds: readonly number[], nowMs: number): Promise<void> {
    const begun = (await this.queries.list(tx, incidentIds)).flatMap((row) => {
      const { due, nextMs } = planNotices({ ...UNHELD, ...situationOf(row, nowMs) }, []).steps;
      const stepMs = due.length > 0 ? nowMs : nextMs;
      const isLater = stepMs === undefined || (row.stepMs !== null && row.stepMs <= stepMs);
      return isLater ? [] : [{ incidentId: row.incidentId, stepMs }];
    });
    await this.schedule(tx, begun);
  }

  /** Tells what is due. */
  async escalate(incidentId: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      const nowMs = this.clock.now();
      const isDue = await this.queries.lockDue(tx, incidentId, nowMs);
      if (!isDue) return;
      const [row] = await this.queries.list(tx, [incidentId]);
      const steps = row ? await this.plan(tx, row, nowMs) : undefined;
      if (row && steps) {
        const logIds = await this.queries.tell(tx, row, steps, nowMs);
        await addJobs(
          tx,
          DELIVER,
          logIds.map((logId) => ({ logId })),
        );
      }
      await this.schedule(tx, [{ incidentId, stepMs: steps?.nextMs }]);
    });
  }

  /** What is yet to come of an incident if nobody acknowledges and it lasts; undefined where no policy counts. */
  async findAhead(incidentId: number): Promise<EscalationAhead | undefined> {
    const [row] = await this.queries.list(this.db, [incidentId]);
    if (!row) return undefined;
    const nowMs = this.clock.now();
    const { name, steps, resourceId, definitionId } = row;
    const window = { startMs: nowMs, endMs: nowMs + LONGEST_POLICY_MS };
    const silences = await this.notices.listCoveringResource(this.db, { resourceId, definitionId }, window);
    const causeId = causeOf(resourceId, await this.incidents.listUpstream(this.db, [resourceId]));
    const ahead = stepsAhead({ ...UNHELD, ...situationOf(row, nowMs), silences, causeId });
    return { name, steps: ahead.map(({ place, atMs }) => ({ place, atMs, receivers: steps[place]!.receivers })) };
  }

  private async plan(tx: Transaction, row: EscalatingRow, nowMs: number): Promise<StepPlan> {
    const { alertId, resourceId } = row;
    const silences = (await this.notices.listCovering(tx, [alertId], nowMs)).get(alertId) ?? [];
    const causeId = causeOf(resourceId, await this.incidents.listUpstream(tx, [resourceId]));
    return planNotices({ ...UNHELD, ...situationOf(row, nowMs), silences, causeId }, []).steps;
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

function situationOf({ sinceMs, steps, repeatMs, repeatTimes, told }: EscalatingRow, nowMs: number) {
  const afterMs = steps.map(({ afterMinutes }) => afterMinutes * MINUTE_MS);
  return { sinceMs, nowMs, escalation: { afterMs, repeatMs, repeatTimes, told } };
}

/** Queues notifications, each at its time. */
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
