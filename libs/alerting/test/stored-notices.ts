import { findCause, flapsUntil } from '../src/incident';
import { type Hold, type NoticeKind, type Thread, UNHELD } from '../src/notice-plan';
import type { HeldAlert } from '../src/still-holds';
import { aCondition, METRIC, MINUTE_MS } from './engine-fixture';
import { type History, type PlainRecipient, RESOURCES } from './notice-history';

export interface Row {
  readonly id: number;
  readonly kind: NoticeKind;
  readonly alert: Alert;
  readonly to: PlainRecipient;
  readonly step: number | undefined;
  incident: number | undefined;
  dueMs: number | undefined;
  notifiedMs: number | undefined;
  /** Attempts in quiet hours. */
  failures: number;
  failedMs: number | undefined;
  carrier: Row | undefined;
  isSettled: boolean;
  isDigest: boolean;
}

export interface Alert {
  readonly id: number;
  readonly resource: number;
  readonly firedMs: number;
  incident: number | undefined;
  hold: Pick<Hold, 'reason' | 'causeId'> | undefined;
  isHeld: boolean;
  /** By the last decision. */
  isNotified: boolean;
  untilMs: number;
  notifiedMs: number | undefined;
  endedMs: number | undefined;
  isRecovered: boolean;
  ackMs: number | undefined;
}

export interface Incident {
  readonly id: number;
  key: string | undefined;
  lastMs: number;
  isEnded: boolean;
  stepMs: number | undefined;
}

/** Stored notifications, as lists in place of tables. */
export class StoredNotices {
  protected readonly alerts: Alert[] = [];
  protected readonly rows: Row[] = [];
  protected readonly incidents: Incident[] = [];
  protected readonly values = new Map<number, number>();
  protected readonly down = new Set<number>();
  protected nowMs = 0;

  constructor(protected readonly history: History) {}

  protected add(given: Pick<Row, 'kind' | 'alert' | 'to'> & Partial<Row>): Row {
    const row: Row = {
      id: this.rows.length + 1,
      step: undefined,
      incident: undefined,
      dueMs: undefined,
      notifiedMs: undefined,
      failures: 0,
      failedMs: undefined,
      carrier: undefined,
      isSettled: false,
      isDigest: false,
      ...given,
    };
    this.rows.push(row);
    return row;
  }
  /** The escalated alerts of an incident, the oldest first, with what decides about each. */
  protected escalating({ id, isEnded }: Incident) {
    if (isEnded) return [];
    const own = this.alerts.filter((a) => a.incident === id);
    const isSeen = ({ resource, firedMs }: Alert): boolean =>
      own.some((a) => a.resource === resource && (a.ackMs ?? -1) >= firedMs);
    const unseen = own.filter((a) => a.notifiedMs !== undefined && a.ackMs === undefined && !isSeen(a));
    const found = unseen.flatMap((alert) => {
      const policy = this.history.policies[alert.resource - 1];
      if (!policy || alert.isHeld || alert.endedMs !== undefined) return [];
      const problem = unseen.filter(({ resource }) => resource === alert.resource);
      const sinceMs = Math.min(...problem.map(({ notifiedMs }) => notifiedMs!));
      const steps = this.rows.flatMap((row) =>
        row.step !== undefined && problem.includes(row.alert) ? row.step + 1 : [],
      );
      const lastStep = Math.max(0, ...steps);
      if (lastStep >= policy.after.length + policy.times) return [];
      const escalation = {
        afterMs: policy.after.map((after) => after * MINUTE_MS),
        repeatMs: policy.repeat * MINUTE_MS,
        repeatTimes: policy.times,
        notifiedSteps: lastStep,
      };
      const held = { silences: this.listSilences(alert), causeId: this.findCause(alert.resource) };
      return [
        {
          alert: { alert, policy, told: lastStep },
          situation: { ...UNHELD, sinceMs, nowMs: this.nowMs, ...held, escalation },
        },
      ];
    });
    return found.sort((a, b) => a.situation.sinceMs - b.situation.sinceMs || a.alert.alert.id - b.alert.alert.id);
  }

  protected nextDue(): Row | undefined {
    const due = this.rows.filter((row) => !row.isSettled && (row.dueMs ?? Infinity) <= this.nowMs);
    const open = due.filter(({ kind, alert }) => kind !== 'ALERT' || !alert.isHeld);
    return open.sort((a, b) => a.dueMs! - b.dueMs! || a.id - b.id)[0];
  }
  protected listOpen(alert: Alert): Row[] {
    return this.rows.filter((row) => row.alert === alert && row.kind === 'ALERT' && !row.isSettled);
  }

  protected findThread(incident: number, to: PlainRecipient): Thread {
    const rows = this.rows.filter((row) => row.incident === incident && row.to === to && !row.carrier);
    const leader = rows.findLast(({ notifiedMs, dueMs }) => notifiedMs === undefined && dueMs !== undefined);
    const times = rows.flatMap(({ notifiedMs }) => notifiedMs ?? []);
    return { leaderId: leader?.id, notifiedMs: times.length === 0 ? undefined : Math.max(...times) };
  }

  protected limitFor(row: Row): Thread['limit'] {
    const { most, period } = this.history.limit;
    if (most === 0) return undefined;
    const sinceMs = this.nowMs - period * MINUTE_MS;
    const own = this.rows.filter(({ to, carrier }) => to === row.to && !carrier);
    const times = own.flatMap(({ notifiedMs }) =>
      notifiedMs !== undefined && notifiedMs > sinceMs ? [notifiedMs] : [],
    );
    const decisive = times.sort((a, b) => b - a)[most - 1];
    if (decisive === undefined) return undefined;
    const digest = own.find((r) => r !== row && r.isDigest && r.notifiedMs === undefined && r.dueMs !== undefined);
    return { untilMs: decisive + period * MINUTE_MS, leaderId: digest?.id };
  }

  protected findRow(id: number): Row {
    return this.rows[id - 1]!;
  }

  protected findCause(resource: number): number | undefined {
    const upstream = RESOURCES.map((id) => {
      const dependsOn = this.history.dependencies.filter(([from]) => from === id).map(([, to]) => to);
      return [id, { isPresent: true, isDown: this.down.has(id), dependsOn }] as const;
    });
    return findCause(resource, new Map(upstream));
  }

  protected listSilences({ resource }: Alert) {
    const own = this.history.silences.filter((silence) => silence.resource === resource);
    return own.map(({ id, start, end }) => ({
      id,
      startMs: start * MINUTE_MS,
      endMs: end * MINUTE_MS,
      overMs: end * MINUTE_MS,
      rule: null,
      timeZone: null,
    }));
  }

  protected flapsUntil({ resource }: Alert): number | undefined {
    const { count, period } = this.history.flapping;
    const fired = this.alerts.filter((a) => a.resource === resource && a.isRecovered).map(({ firedMs }) => firedMs);
    return flapsUntil(fired, { count, periodMs: period * MINUTE_MS }, this.nowMs);
  }

  protected toHeldAlert({ id, resource, ackMs }: Alert): HeldAlert {
    return {
      mode: 'ANY',
      conditions: [aCondition()],
      isAcknowledged: ackMs !== undefined,
      gone: undefined,
      isRecovered: false,
      hasRecoverer: false,
      hasSuccessor: this.alerts.some((a) => a.resource === resource && a.id > id),
      endsNotifiedProblem: undefined,
    };
  }

  protected getPresent({ resource }: Alert) {
    return {
      availability: 'UP' as const,
      values: new Map([[METRIC, this.values.get(resource)!]]),
      baselines: new Map(),
    };
  }
}
