import { Injectable } from '@nestjs/common';
import {
  checkMessages,
  checkRotation,
  ON_CALL_SENDER,
  type RotationTimes,
  type Shift,
  shiftAt,
  shiftsBetween,
} from '@wardstone/alerting';
import { type AuditNote, changeFacts } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { Database, type Queryable, type Transaction } from '@wardstone/database';
import {
  type CalendarQuery,
  type OnCallListQuery,
  type RotationChange,
  type RotationMember,
  type RotationOverrideRest,
  RotationRest,
  type ShiftRest,
} from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { HandlerResponse, type ListPage, type Precondition, type Sent, type SentBody } from '@wardstone/media-types';
import { DAY_MS } from '@wardstone/metric-points';
import { Addresses } from '../api/addresses';
import { invalidParameter, refuseProblem } from '../api/invalid-parameter';
import { toStorableId } from '../api/path-id';
import { checkName, requirePeople, rotationNotFound } from './on-call-checks';
import { OnCallQueries } from './on-call.queries';
import { ReachService } from './reach';
import type { RotationRow } from './rotation.sql';

const CALENDAR_DAYS = 28;
const MAX_MS = 10 * 366 * DAY_MS;

/** See rule alerts-40. */
@Injectable()
export class RotationService {
  constructor(
    private readonly queries: OnCallQueries,
    private readonly reach: ReachService,
    private readonly addresses: Addresses,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async list(query: OnCallListQuery): Promise<ListPage<RotationRest>> {
    const { rows, total } = await this.queries.list('rotation', query);
    return { items: await this.records(rows), total, window: query.window };
  }

  /** @throws rotation_not_found */
  async read(id: number): Promise<RotationRest> {
    return this.record(await this.require(id));
  }

  /** @throws invalid_content, user_not_found, user_is_a_program */
  async create(body: SentBody<RotationChange>, note: AuditNote): Promise<HandlerResponse<RotationRest>> {
    const sent = body.read();
    const record = await this.db.transaction(async (tx) => this.save(tx, sent));
    note(changeFacts({ kind: 'rotation', id: record.id, name: record.name }, {}, toFacts(record)));
    const headers = { Location: this.addresses.of(`/on-call/rotation/${record.id}`) };
    return new HandlerResponse(record, { status: 201, headers });
  }

  /** @throws rotation_not_found, precondition_failed, invalid_content, user_not_found, user_is_a_program */
  async change(
    id: number,
    body: SentBody<RotationChange>,
    precondition: Precondition,
    note: AuditNote,
  ): Promise<RotationRest> {
    const current = async (tx?: Transaction): Promise<{ row: RotationRow; known: RotationRest }> => {
      const row = await this.require(id, tx);
      const known = await this.record(row, tx);
      if (precondition.isGiven) precondition.require(RotationRest, known);
      return { row, known };
    };
    await current();
    const sent = body.read();
    const [before, after] = await this.db.transaction(async (tx) => {
      const { row, known } = await current(tx);
      return [known, await this.save(tx, sent, row)];
    });
    note(changeFacts({ kind: 'rotation', id, name: after.name }, toFacts(before), toFacts(after)));
    return after;
  }

  /** @throws rotation_not_found, rotation_in_use */
  async remove(id: number, note: AuditNote): Promise<void> {
    const { name } = await this.db.transaction(async (tx) => {
      const found = await this.require(id, tx);
      if (await this.queries.isRotationUsed(tx, id, ON_CALL_SENDER)) {
        throw new ApiError(
          MonitoringError.rotation_in_use,
          `The rotation with id ${id} is a receiver of an escalation policy or of an alert definition`,
        );
      }
      await this.queries.remove(tx, 'rotation', id);
      return found;
    });
    note(changeFacts({ kind: 'rotation', id, name }));
  }

  /** @throws rotation_not_found */
  async readNow(id: number): Promise<ShiftRest> {
    const [shift] = await this.shifts([shiftAt(await this.require(id), this.clock.now())]);
    return shift!;
  }

  /** @throws rotation_not_found, invalid_query */
  async readCalendar(id: number, { startTime, days = CALENDAR_DAYS }: CalendarQuery): Promise<ShiftRest[]> {
    const nowMs = this.clock.now();
    const startMs = startTime ?? nowMs;
    if (Math.abs(startMs - nowMs) > MAX_MS) throw invalidParameter('Parameter startTime must be within ten years');
    return this.shifts(shiftsBetween(await this.require(id), startMs, startMs + days * DAY_MS));
  }

  private async save(tx: Transaction, sent: Sent<RotationChange>, known?: RotationRow): Promise<RotationRest> {
    const members = ((sent.members ?? []) as Partial<RotationMember>[]).map(({ userId = 0 }) => toStorableId(userId));
    const overrides = ((sent.overrides ?? []) as Partial<RotationOverrideRest>[]).map(
      ({ userId = 0, startTime = 0, endTime = 0 }) => ({
        userId: toStorableId(userId),
        startMs: startTime,
        endMs: endTime,
      }),
    );
    const times = refuseProblem(checkRotation({ ...sent, members, overrides }, this.clock.now()));
    const messages = refuseProblem(checkMessages(sent));
    const name = checkName(sent.name);
    await requirePeople(this.reach, tx, usersIn(times), known && usersIn(known));
    const saved = await this.queries.saveRotation(tx, name, { ...times, ...messages }, this.clock.now(), known?.id);
    return this.record({ id: saved, name, ...times, ...messages }, tx);
  }

  private async require(id: number, tx?: Transaction): Promise<RotationRow> {
    const row = await this.queries.find('rotation', id, tx);
    if (!row) throw rotationNotFound(id);
    return row;
  }

  private async record(row: RotationRow, from?: Queryable): Promise<RotationRest> {
    const [record] = await this.records([row], from);
    return record!;
  }

  private async records(rows: readonly RotationRow[], from?: Queryable): Promise<RotationRest[]> {
    const logins = await this.queries.listLogins([...new Set(rows.flatMap(usersIn))], from);
    return rows.map(({ members, overrides, testDay, testTime, ...row }) => ({
      ...row,
      testDay: testDay ?? undefined,
      testTime: testTime ?? undefined,
      members: members.map((userId) => ({ userId, login: logins.get(userId) })),
      overrides: overrides.map(({ userId, startMs, endMs }) => ({
        userId,
        login: logins.get(userId),
        startTime: startMs,
        endTime: endMs,
      })),
      links: ['self', 'now', 'calendar'].map((rel) =>
        this.addresses.link(rel, `/on-call/rotation/${row.id}${rel === 'self' ? '' : `/${rel}`}`),
      ),
    }));
  }

  private async shifts(shifts: readonly Shift[]): Promise<ShiftRest[]> {
    const logins = await this.queries.listLogins([...new Set(shifts.map(({ userId }) => userId))]);
    return shifts.map(({ userId, startMs, endMs, isOverride }) => ({
      userId,
      login: logins.get(userId) ?? '',
      startTime: startMs,
      endTime: endMs,
      override: isOverride,
    }));
  }
}

function usersIn({ members, overrides }: Pick<RotationTimes, 'members' | 'overrides'>): number[] {
  return [...members, ...overrides.map(({ userId }) => userId)];
}

/** Names people by id, because logins may change. */
function toFacts({ members, overrides = [], id: _id, links: _links, ...settings }: RotationRest): object {
  const shown = overrides.map(({ userId, startTime, endTime }) => ({ userId, startTime, endTime }));
  return {
    ...settings,
    members: members.map(({ userId }) => userId),
    overrides: shown,
  };
}
