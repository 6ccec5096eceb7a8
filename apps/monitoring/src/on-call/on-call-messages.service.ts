import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  beforeAttempt,
  dueMessages,
  isOpen,
  mergeOutcomes,
  presentShifts,
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
import type { Notice } from '../notifications/delivery/notice';
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
    const config = { subjectId: `|${due.userId}|` };
    // Members are notified like users of a definition, by their contact methods.
    const sent = await this.delivery.tryOut(USERS_SENDER, await this.toNotice(due, rotation), config, settled);
    const outcomes = mergeOutcomes(before, sent);
    const { attempts, madeMs: sinceMs } = due;
    const { made, nextMs } = toAttempt(outcomes, { attempts, sinceMs }, this.clock.now());
    await this.db.transaction(async (tx) => {
      if (!(await this.queries.record(tx, messageId, attempts, made)) || nextMs === undefined) return;
      await addJob(tx, SEND, { messageId }, { runAt: new Date(nextMs) });
    });
  }

  private async purge({ signal }: Pick<JobRun, 'signal'>): Promise<void> {
    await deleteInBatches(signal, PURGED_AT_ONCE, (most) => this.queries.purge(this.clock.now() - KEPT_MS, most));
  }

  private async toNotice({ id, kind, roles, madeMs }: DueMessage, rotation: RotationRow): Promise<Notice> {
    const nowMs = this.clock.now();
    const { current, next } = presentShifts(rotation, nowMs);
    const persons = await this.onCall.listPersons([current.userId, ...(next ? [next.userId] : [])]);
    const known = roles.filter(isRoleName);
    const summary = await this.problems.summarize({ roles: known, permissions: listPermissions(known) });
    const message = textOfMessage({
      kind,
      rotation: rotation.name,
      timeZone: rotation.timeZone,
      current: { person: persons.get(current.userId) ?? '', endMs: current.endMs },
      next: next && { person: persons.get(next.userId) ?? '' },
      problems: { ...summary, held: summary.silenced + summary.suppressed },
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
      description: message.lines.join('\n'),
      isTest: kind === 'TEST',
    };
  }
}
