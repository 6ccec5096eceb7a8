import type { NoticePlan } from '@wardstone/alerting';
import type { AlertContext, PlannedNotice } from './incident.queries';
import type { DecidedAlert } from './notice.queries';

/** A notification that says why alerts are held. */
export interface AddedNotice {
  logId: number;
  channel: string | null;
  dueMs: number;
}

/** A decided alert, and what was decided about its notifications. */
interface Decided {
  alertId: number;
  incidentId: number;
  context: Pick<AlertContext, 'isRecovery'>;
  plan: NoticePlan<{ readonly logId: number }>;
  added: readonly AddedNotice[];
}

/** Until an alert that is not held is checked again. */
const MINUTE_MS = 60_000;

/** Rows to store for the decided plans. */
export class NoticeOutcome {
  readonly alerts: DecidedAlert[] = [];
  readonly notices: PlannedNotice[] = [];
  readonly dropped: number[] = [];
  readonly due: { logId: number; dueMs: number }[] = [];
  /** Decisions for the metrics, one for each alert. */
  readonly decisions: string[] = [];

  constructor(private readonly nowMs: number) {}

  take({ alertId, incidentId, plan, added, context }: Decided): void {
    const { sent, joined, dropped } = plan;
    this.alerts.push({ alertId, incidentId, ...this.toState(plan, context) });
    this.decisions.push(getDecision(plan));
    for (const { notice, atMs: dueMs } of sent) {
      this.notices.push({ logId: notice.logId, incidentId, dueMs, carrierId: null });
      this.due.push({ logId: notice.logId, dueMs });
    }
    for (const { notice, leaderId: carrierId } of joined) {
      this.notices.push({ logId: notice.logId, incidentId, dueMs: null, carrierId });
    }
    this.dropped.push(...dropped.map(({ logId }) => logId));
    this.due.push(...added);
  }

  /** Incidents with an alert that is notified now. */
  get notifiedIncidents(): number[] {
    return [
      ...new Set(this.alerts.flatMap(({ notifiedMs, incidentId }) => (notifiedMs === null ? [] : (incidentId ?? [])))),
    ];
  }

  private toState(
    { hold, sent, joined, dropped }: Decided['plan'],
    { isRecovery }: Decided['context'],
  ): Omit<DecidedAlert, 'alertId' | 'incidentId'> {
    const { nowMs } = this;
    if (hold) {
      const { reason, silenceId = null, causeId = null, untilMs } = hold;
      return { isHeld: true, reason, silenceId, causeId, untilMs, notifiedMs: null, endedMs: null };
    }
    const isDropped = sent.length + joined.length === 0 && dropped.length > 0;
    return {
      isHeld: false,
      reason: null,
      silenceId: null,
      causeId: null,
      untilMs: nowMs + MINUTE_MS,
      notifiedMs: isDropped ? null : nowMs,
      // A recovery ends at once.
      endedMs: isRecovery ? nowMs : null,
    };
  }
}

function getDecision({ hold, sent, joined, dropped }: Decided['plan']): string {
  if (hold) return hold.reason.toLowerCase();
  if (sent.length > 0) return 'told';
  return joined.length > 0 ? 'joined' : dropped.length > 0 ? 'dropped' : 'none';
}
