import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  beforeAttempt,
  dueMessages,
  isOpen,
  MAX_UNCUT_PROBLEMS,
  mergeOutcomes,
  type OpenProblems,
  outdatedText,
  presentShifts,
  shiftAt,
  type TargetOutcome,
  textOfMessage,
  toAttempt,
  USERS_SENDER,
} from '@wardstone/alerting';
import { isRoleName, listPermissions } from '@wardstone/auth';
import { Clock } from '@wardstone/clock';
import { Database } from '@wardstone/database';
import type { OnCallMessageRest } from '@wardstone/dto/monitoring';
import { addJob, addJobs, defineTask, deleteInBatches, type JobRun, JobTasks } from '@wardstone/jobs';
import { DAY_MS } from '@wardstone/metric-points';
import { Addresses } from '../api/addresses';
import { ProblemService } from '../problems/problem.service';
import { Delivery } from '../notifications/delivery/delivery.service';
import type { Notice, SettledTargets } from '../notifications/delivery/notice';
import { describeValues } from '../notifications/delivery/notice-text';
import { rotationNotFound } from './on-call-checks';
import { type DueMessage, OnCallMessageQueries } from './on-call-message.queries';
import { OnCallQueries } from './on-call.queries';
import type { RotationRow } from './rotation.sql';

const SEND = defineTask<{ messageId: number }>('on-call.message');
const KEPT_MS = 92 * DAY_MS;
const PURGED_AT_ONCE = 1_000;
const MAX_LISTED = 100;

/**
 * Sends messages at the start and end of shifts, and weekly tests. Checked each minute; due messages are queued under
 * the lock of the rotation, once for all replicas. See rule alerts-64.
 */
@Injectable()
export class OnCallMessages implements OnModuleInit {
  constructor(
    private readonly queries: OnCallMessageQueries,
    private readonly onCall: OnCallQueries,
    private readonly delivery: Delivery,
    private readonly problems: ProblemService,
    private readonly addresses: Addresses,
    private readonly tasks: JobTasks,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.tasks.every({ name: 'on-call.handovers', schedule: '* * * * *' }, () => this.look());
    this.tasks.every({ name: 'on-call.messages', schedule: '40 * * * *' }, (run) => this.purge(run));
    this.tasks.handle(SEND, ({ messageId }) => this.send(messageId));
  }

  /**
   * The newest messages of a rotation.
   * @throws rotation_not_found
   */
  async list(rotationId: number): Promise<OnCallMessageRest[]> {
    if (!(await this.onCall.find('rotation', rotationId))) throw rotationNotFound(rotationId);
    const rows = await this.queries.list(rotationId, MAX_LISTED);
    return rows.map(({ madeMs: time, state, message, isSettled: settled, ...row }) => ({
      ...row,
      time,
      settled,
      state: state ?? undefined,
      message: message ?? undefined,
    }));
  }

  /** Records and queues due messages. */
  async look(): Promise<void> {
    for (const rotation of await this.queries.listWatched()) {
      if (!dueMessages(rotation, this.clock.now())) continue;
      await this.db.transaction(async (tx) => {
        const locked = await this.queries.lockWatched(tx, rotation.id);
        const nowMs = this.clock.now();
        const due = locked && dueMessages(locked, nowMs);
        if (!due) return;
        const ids = await this.queries.add(tx, rotation.id, due, nowMs);
        await addJobs(
          tx,
          SEND,
          ids.map((messageId) => ({ messageId })),
        );
      });
    }
  }

  /** Attempts to deliver a message, unless it is complete. */
  async send(messageId: number): Promise<void> {
    const due = await this.queries.findDue(messageId);
    const rotation = due && (await this.onCall.find('rotation', due.rotationId));
    if (!rotation) return;
    const before = beforeAttempt(due.outcomes);
    const ended = due.outcomes.filter((outcome) => !isOpen(outcome));
    const settled = new Map(ended.map(({ target, outcome }) => [target, outcome]));
    const outcomes = mergeOutcomes(
      before,
      this.refuseOutdated(due, rotation) ?? (await this.attempt(due, rotation, settled)),
    );
    const { attempts, madeMs: sinceMs } = due;
    const { made, nextMs } = toAttempt(outcomes, { attempts, sinceMs }, this.clock.now());
    await this.db.transaction(async (tx) => {
      if (!(await this.queries.record(tx, messageId, attempts, made)) || nextMs === undefined) return;
      await addJob(tx, SEND, { messageId }, { runAt: new Date(nextMs) });
    });
  }

  /** A delayed message about a shift that has begun or ended since is not sent. */
  private refuseOutdated(
    { userId, login, kind, outcomes }: DueMessage,
    rotation: RotationRow,
  ): TargetOutcome[] | undefined {
    const text = outdatedText(kind, shiftAt(rotation, this.clock.now()).userId === userId);
    if (text === undefined) return undefined;
    const refused = { outcome: 'refused', text: `${login} ${text}` } as const;
    const open = outcomes.filter(isOpen).map(({ target }) => ({ ...refused, target }));
    return open.length > 0 ? open : [{ ...refused, target: login }];
  }

  private async attempt(
    due: DueMessage,
    rotation: RotationRow,
    settled: SettledTargets,
  ): Promise<readonly TargetOutcome[]> {
    const config = { subjectId: `|${due.userId}|` };
    // Members are notified like users of a definition, by their contact methods.
    return this.delivery.tryOut(USERS_SENDER, await this.toNotice(due, rotation), config, settled);
  }

  private async purge({ signal }: Pick<JobRun, 'signal'>): Promise<void> {
    await deleteInBatches(signal, PURGED_AT_ONCE, (most) => this.queries.purge(this.clock.now() - KEPT_MS, most));
  }

  /** Open problems that a person with these roles may see. */
  private async readProblems(roles: readonly string[]): Promise<OpenProblems> {
    const known = roles.filter(isRoleName);
    const viewer = { roles: known, permissions: listPermissions(known) };
    const window = { page: 0, size: MAX_UNCUT_PROBLEMS, offset: 0, limit: MAX_UNCUT_PROBLEMS };
    const [{ silenced, suppressed, ...counts }, { items, total }] = await Promise.all([
      this.problems.summarize(viewer),
      this.problems.list({ sort: { field: 'state', descends: false }, window }, viewer),
    ]);
    const [persons, values] = await Promise.all([
      this.onCall.listPersonsByLogin(items.flatMap(({ acknowledgedBy }) => acknowledgedBy ?? [])),
      this.delivery.findValues(items.flatMap(({ alertId }) => alertId ?? [])),
    ]);
    const worst = items.map(
      ({ alertId, hostId, hostName, resourceId, resourceName, acknowledgedBy, firstTime, ...problem }) => ({
        ...problem,
        values: describeValues(values.get(alertId ?? 0) ?? { conditions: [] }, problem.name),
        place: hostId === resourceId ? hostName : `${hostName} / ${resourceName}`,
        acknowledgedBy: acknowledgedBy === null ? null : (persons.get(acknowledgedBy) ?? acknowledgedBy),
        sinceMs: firstTime,
      }),
    );
    return { ...counts, held: silenced + suppressed, total, worst };
  }

  private async toNotice({ id, kind, roles, madeMs }: DueMessage, rotation: RotationRow): Promise<Notice> {
    const nowMs = this.clock.now();
    const { current, next } = presentShifts(rotation, nowMs);
    const persons = await this.onCall.listPersons([current.userId, ...(next ? [next.userId] : [])]);
    const message = textOfMessage({
      kind,
      rotation: rotation.name,
      timeZone: rotation.timeZone,
      current: { person: persons.get(current.userId) ?? '', endMs: current.endMs },
      next: next && { person: persons.get(next.userId) ?? '' },
      problems: await this.readProblems(roles),
    });
    return {
      id: `on-call-message-${id}`,
      alertId: 0,
      firedMs: madeMs,
      sinceMs: madeMs,
      notifiedMs: madeMs,
      state: 'FIRING',
      conditions: [],
      message: { ...message, type: 'on-call.handover' },
      url: this.addresses.inConsole({ page: '/problems', name: '' }),
      // A test should arrive in the same way as an urgent alert.
      definition: { id: 0, name: message.subject, priority: kind === 'TEST' ? 'HIGH' : 'LOW' },
      resource: { id: 0, name: rotation.name, lineage: [rotation.name] },
      description: [
        ...message.lines,
        ...message.list.map(({ place, text }) => `${place}: ${text}`),
        ...(message.more === '' ? [] : [message.more]),
      ].join('\n'),
      isTest: kind === 'TEST',
    };
  }
}
