import { Inject, Injectable } from '@nestjs/common';
import {
  causeKey,
  findCause,
  chooseIncident,
  type CoveringSilence,
  EMPTY_THREAD,
  findSender,
  flapsUntil,
  type Grouping,
  type Hold,
  type NoticeKind,
  type NoticePlan,
  type NoticeSituation,
  planNotices,
  type Thread,
  UNHELD,
  windowAt,
} from '@wardstone/alerting';
import type { Transaction } from '@wardstone/database';
import { addJob, defineTask } from '@wardstone/jobs';
import { Counter } from 'prom-client';
import { ServiceMetrics } from '@wardstone/bootstrap';
import { MonitoringConfig } from '../monitoring.config';
import { enqueue, Escalations } from './escalations';
import { type AlertContext, IncidentQueries } from './incident.queries';
import { type AddedNotice, NoticeOutcome } from './notice-outcome';
import { NoticeQueries, type OpenNoticeRow, type WaitingNotice } from './notice.queries';
import { getFlappingRule, getGrouping, getRecipientLimit } from './notice-settings';
import { PresentHoldsService } from '../alert-state/present-holds.service';

/** Decides held alerts again and checks open ones. Runs every minute and whenever a hold may have expired. */
export const RELEASE = defineTask<object>('alert.release');

/** An alert whose notifications are to be decided. */
export interface Undecided {
  readonly alertId: number;
  readonly notices: readonly OpenNoticeRow[];
  /** Undefined if it has just fired. */
  readonly heldBy: Pick<Hold, 'reason' | 'causeId'> | undefined;
  readonly isOver: boolean;
  /** Its previous incident. */
  readonly incidentId?: number | null;
}

type Plan = NoticePlan<NonNullable<ReturnType<typeof openNotice>>>;

/** Applies the decisions of `planNotices`: if the transaction of an alert is rolled back, no notification was sent. */
@Injectable()
export class NoticeDecisions {
  private readonly decided: Counter<'decision'>;

  constructor(
    private readonly queries: NoticeQueries,
    private readonly incidents: IncidentQueries,
    private readonly escalations: Escalations,
    private readonly holds: PresentHoldsService,
    @Inject(MonitoringConfig) private readonly config: Readonly<MonitoringConfig>,
    { registry }: ServiceMetrics,
  ) {
    this.decided = new Counter({
      name: 'alerts_decided_total',
      help: 'Notification decisions about alerts: told (notification sent), joined (to another one), dropped, none, or the reason for holding it back',
      labelNames: ['decision'],
      registers: [registry],
    });
  }

  /**
   * Decides about alerts and queues due notifications. The caller holds locks of their rows in `alert_hold`, if any.
   * Returns the incidents that it locked.
   * @param also further incidents to lock
   */
  async decide(
    tx: Transaction,
    alerts: readonly Undecided[],
    nowMs: number,
    also: readonly number[] = [],
  ): Promise<number[]> {
    const ids = alerts.map(({ alertId }) => alertId);
    const covering = await this.queries.listCovering(tx, ids, nowMs);
    const flapping = getFlappingRule(this.config);
    const contexts = await this.incidents.listContexts(tx, ids, nowMs - flapping.periodMs);
    const causes = await this.listCauses(tx, [...contexts.values()]);
    const isSilenced = (alertId: number): boolean =>
      (covering.get(alertId) ?? []).some((silence) => windowAt(silence, nowMs) !== undefined);
    const incidentIds = await this.join(tx, alerts, { contexts, causes, isSilenced, also, nowMs });
    const threads = new Map<string, Thread>(
      (await this.incidents.listThreads(tx, [...new Set(incidentIds.values())])).map(
        ({ incidentId, channel, leaderId, notifiedMs }) =>
          [
            `${incidentId} ${channel}`,
            { leaderId: leaderId ?? undefined, notifiedMs: notifiedMs ?? undefined },
          ] as const,
      ),
    );
    const outcome = new NoticeOutcome(nowMs);
    for (const { alertId, notices, heldBy, isOver } of alerts) {
      const context = contexts.get(alertId);
      const incidentId = incidentIds.get(alertId);
      if (!context || incidentId === undefined) continue;
      const situation: NoticeSituation = {
        sinceMs: nowMs,
        nowMs,
        silences: covering.get(alertId) ?? [],
        causeId: causes.get(context.resourceId),
        flapsUntilMs: flapsUntil(context.endedMs, flapping, nowMs),
        grouping: getGrouping(this.config).grouping,
        isRecovery: context.isRecovery,
        heldBy,
        isFlappingNotified: context.isFlappingNotified,
        isOver: isOver || (context.isRecovery && !context.endsNotifiedProblem),
      };
      const open = notices.map((notice) =>
        openNotice(
          notice,
          notice.channel === null ? undefined : (threads.get(`${incidentId} ${notice.channel}`) ?? EMPTY_THREAD),
        ),
      );
      const plan = planNotices(situation, open);
      const added = await this.announce(tx, plan, incidentId);
      outcome.take({ alertId, incidentId, context, plan, added });
      for (const { channel, logId } of [...plan.sent.map(({ notice }) => notice), ...added]) {
        if (channel === null) continue;
        const key = `${incidentId} ${channel}`;
        threads.set(key, { ...(threads.get(key) ?? EMPTY_THREAD), leaderId: logId });
      }
    }
    await this.queries.save(tx, outcome.alerts);
    await this.incidents.plan(tx, outcome.notices);
    await this.queries.settle(tx, outcome.dropped);
    await enqueue(tx, outcome.due, nowMs);
    await this.escalations.begin(tx, outcome.notifiedIncidents, nowMs);
    tx.onCommit(() => outcome.decisions.forEach((decision) => this.decided.inc({ decision })));
    return [...new Set([...incidentIds.values(), ...also])];
  }

  /**
   * Decides a due notification again. Returns whether to send it now; otherwise it is held, carried by another, or
   * queued again, together with those it carries.
   */
  async take(tx: Transaction, logId: number, nowMs: number): Promise<boolean> {
    await this.queries.lockIncident(tx, logId);
    const row = await this.queries.findWaiting(tx, logId);
    if (!row) return this.giveBack(tx, [logId]);
    if (row.carrierId !== null || row.isSettled || (row.isHeld && row.kind === 'ALERT')) return false;
    const { situation, notice } = await this.readWaitingSituation(tx, { logId, ...row }, nowMs);
    const { sent, joined, dropped, hold } = planNotices(situation, [notice]);
    if (hold && row.kind === 'ALERT') return this.decideAgain(tx, row.alertId, nowMs);
    if (dropped.length > 0) {
      await this.queries.settle(tx, [logId]);
      return this.giveBack(tx, [logId]);
    }
    if (joined.length > 0) {
      await this.queries.hand(tx, { from: logId, to: joined[0]!.leaderId });
      return false;
    }
    const dueMs = hold?.untilMs ?? sent[0]!.atMs;
    if (!hold && dueMs <= nowMs) {
      await this.queries.markSent(tx, logId, nowMs);
      return true;
    }
    await this.queries.postpone(tx, { logId, dueMs, isDigest: notice.thread?.limit !== undefined });
    await enqueue(tx, [{ logId, dueMs }], nowMs);
    return false;
  }

  private async readWaitingSituation(tx: Transaction, row: WaitingNotice & { logId: number }, nowMs: number) {
    const { logId, resourceId, kind, channel, senderName, dueMs, notifiedMs, failures } = row;
    const isLimited = findSender(senderName)?.gathers === 'digest' && notifiedMs === null;
    const { most, periodMs } = getRecipientLimit(this.config);
    const limit =
      channel === null || most === 0 || !isLimited
        ? undefined
        : await this.queries.findLimit(tx, { logId, channel }, { most, nowMs, periodMs });
    const silences = await this.listHolding(tx, row, nowMs);
    const causes = kind === 'ALERT' ? await this.listCauses(tx, [row]) : new Map<number, number>();
    const situation = {
      ...UNHELD,
      sinceMs: dueMs ?? row.sinceMs,
      nowMs,
      silences,
      causeId: causes.get(resourceId),
      isOver: kind === 'HELD' && !row.holdsAny,
    };
    const thread = channel === null ? undefined : { ...EMPTY_THREAD, limit };
    const notice = { kind, failures, failedMs: row.failedMs ?? undefined, dueMs: dueMs ?? nowMs, thread };
    return { situation, notice };
  }

  /** Silences that may hold a notification; for a resolution only if they cover every alert sent before. */
  private async listHolding(
    tx: Transaction,
    { logId, alertId, kind }: { logId: number; alertId: number; kind: NoticeKind },
    nowMs: number,
  ): Promise<readonly CoveringSilence[]> {
    const recipients = kind === 'END' ? await this.incidents.listNotifiedBefore(tx, logId) : [];
    const covering = await this.queries.listCovering(tx, [alertId, ...recipients], nowMs);
    const isSilenced = (id: number): boolean => (covering.get(id) ?? []).some((silence) => windowAt(silence, nowMs));
    return recipients.every(isSilenced) ? (covering.get(alertId) ?? []) : [];
  }

  /** An alert that was about to be sent is now held. */
  private async decideAgain(tx: Transaction, alertId: number, nowMs: number): Promise<false> {
    const notices = await this.queries.reopen(tx, [alertId]);
    await this.decide(tx, [{ alertId, notices, heldBy: undefined, isOver: false }], nowMs);
    return this.giveBack(
      tx,
      notices.map(({ logId }) => logId),
    );
  }

  /** Decides again soon about carried notifications, and about other notifications of those alerts. */
  private async giveBack(tx: Transaction, logIds: readonly number[]): Promise<false> {
    for (let ids = logIds; ids.length > 0;) {
      const alertIds = await this.queries.releaseCarried(tx, ids);
      if (alertIds.length === 0) break;
      ids = (await this.queries.reopen(tx, alertIds)).map(({ logId }) => logId);
    }
    await addJob(tx, RELEASE, {}, { lossyKey: RELEASE.name });
    return false;
  }

  /** Causes that suppress alerts, by resource. See rule alerts-35. */
  private async listCauses(tx: Transaction, contexts: readonly { resourceId: number }[]): Promise<Map<number, number>> {
    const ids = [...new Set(contexts.map(({ resourceId }) => resourceId))];
    const upstream = await this.holds.listUpstream(tx, ids);
    return new Map(
      ids.flatMap((id) => {
        const causeId = findCause(id, upstream);
        return causeId === undefined ? [] : [[id, causeId] as const];
      }),
    );
  }

  private async join(
    tx: Transaction,
    alerts: readonly Undecided[],
    given: {
      contexts: Map<number, AlertContext>;
      causes: Map<number, number>;
      isSilenced: (alertId: number) => boolean;
      also: readonly number[];
      nowMs: number;
    },
  ): Promise<Map<number, number>> {
    const { contexts, causes, isSilenced, also, nowMs } = given;
    const flapping = getFlappingRule(this.config);
    const present = alerts.filter(({ alertId }) => contexts.has(alertId));
    const ofCauses = await this.incidents.listOpenOn(tx, [...new Set(causes.values())]);
    const keys = await this.incidents.listKeys(
      tx,
      present.map(({ alertId }) => causeKey(contexts.get(alertId)!.resourceId)),
    );
    const endedIds = await this.incidents.listEnded(
      tx,
      present.flatMap(({ incidentId }) => incidentId ?? []),
    );
    const choices = present.map(({ alertId, isOver, incidentId, heldBy }) => {
      if (isOver && incidentId) return { id: incidentId, stays: true };
      const { recoveredIncidentId, grouping, ...context } = contexts.get(alertId)!;
      const causeId = causes.get(context.resourceId);
      const ofCause = causeId === undefined ? undefined : ofCauses.get(causeId);
      const ofHold =
        incidentId && heldBy
          ? { id: incidentId, hasEnded: endedIds.has(incidentId), reason: heldBy.reason, causeId: heldBy.causeId }
          : undefined;
      const known = { ofHold, ofRecovered: recoveredIncidentId ?? undefined, ofCause, keys };
      const isFlapping = flapsUntil(context.endedMs, flapping, nowMs) !== undefined;
      return chooseIncident(
        { ...context, causeId, isFlapping, isSilenced: isSilenced(alertId) },
        known,
        grouping ?? (this.config.ALERT_GROUP_BY as Grouping),
      );
    });
    const sinceMs = nowMs - getGrouping(this.config).windowMs;
    const joined = await this.incidents.join(tx, choices, { also, nowMs, sinceMs });
    return new Map(present.map(({ alertId }, index) => [alertId, joined[index]!]));
  }

  /** Adds notifications that say why alerts are held. */
  private async announce(tx: Transaction, { announced }: Plan, incidentId: number): Promise<AddedNotice[]> {
    // A recipient in several lists is notified once.
    const news = [
      ...new Map(announced.map(({ notice, atMs }) => [notice.channel, { ...notice, dueMs: atMs }])).values(),
    ];
    const ids = await this.incidents.add(
      tx,
      'HELD',
      news.map(({ logId, dueMs }) => ({ logId, incidentId, dueMs, carrierId: null })),
    );
    return news.map(({ channel, dueMs }, index) => ({ logId: ids[index]!, channel, dueMs }));
  }
}

function openNotice({ failedMs, ...notice }: OpenNoticeRow, thread: Thread | undefined) {
  return { ...notice, failedMs: failedMs ?? undefined, thread };
}
