import { Injectable } from '@nestjs/common';
import { type CalendarEvent, renderCalendar, shiftsBetween } from '@wardstone/alerting';
import {
  type Attempt,
  AttemptLimiter,
  GUESS_LIMITS,
  type CallerIdentity,
  digestSecret,
  isRoleName,
  isSecret,
  newSecret,
  listPermissions,
  permits,
  tooManyAttempts,
} from '@wardstone/auth';
import { type AuditNote, changeFacts } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { Database } from '@wardstone/database';
import type { CalendarFeedChange, CalendarFeedRest } from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { HandlerResponse, type SentBody } from '@wardstone/media-types';
import { DAY_MS } from '@wardstone/metric-points';
import { Addresses } from '../api/addresses';
import { toStorableId } from '../api/path-id';
import { requirePermission } from '../authorization/authorization.service';
import { CalendarFeedQueries, type FeedRow, type OpenFeed } from './calendar-feed.queries';
import { rotationNotFound } from './on-call-checks';
import { OnCallQueries } from './on-call.queries';
import type { RotationRow } from './rotation.sql';

const PREFIX = 'wsc_';
const DAYS_AHEAD = 90;
/** Maximum number of events in a calendar; later shifts are omitted. */
const MAX_EVENTS = 2_000;
const MAX_ROTATIONS = 50;
const HOUR_MS = 3_600_000;

/** Calendar feeds of shifts for programs that cannot sign in. See rule alerts-63. */
@Injectable()
export class CalendarFeedService {
  /** Limits guessing of addresses, over all feeds together. */
  private readonly limiter: AttemptLimiter;

  constructor(
    private readonly queries: CalendarFeedQueries,
    private readonly onCall: OnCallQueries,
    private readonly addresses: Addresses,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {
    this.limiter = new AttemptLimiter(clock, GUESS_LIMITS);
  }

  async list({ subject }: CallerIdentity): Promise<CalendarFeedRest[]> {
    return (await this.queries.list(subject)).map((row) => toRecord(row));
  }

  /**
   * Creates an address; the previous one for the same shifts stops working.
   * @throws rotation_not_found, insufficient_scope
   */
  async create(
    body: SentBody<CalendarFeedChange>,
    caller: CallerIdentity,
    note: AuditNote,
  ): Promise<HandlerResponse<CalendarFeedRest>> {
    const { rotationId: sent } = body.read();
    const token = newSecret(PREFIX);
    const { username: login, subject } = caller;
    if (sent !== undefined) requirePermission(caller, 'MANAGE_ALERTS');
    const id = await this.db.transaction(async (tx) => {
      const rotationId = sent === undefined ? null : toStorableId(sent);
      if (rotationId !== null && !(await this.onCall.find('rotation', rotationId, tx)))
        throw rotationNotFound(rotationId);
      return this.queries.save(tx, {
        login,
        subject,
        rotationId,
        digest: digestSecret(token),
        nowMs: this.clock.now(),
      });
    });
    const row = (await this.queries.list(subject)).find((each) => each.id === id)!;
    note(toFacts(row, caller));
    const address = this.addresses.of(`/on-call/calendar?token=${token}`);
    return new HandlerResponse(toRecord(row, address), { status: 201 });
  }

  /** @throws calendar_feed_not_found */
  async remove(id: number, caller: CallerIdentity, note: AuditNote): Promise<void> {
    const row = (await this.queries.list(caller.subject)).find((each) => each.id === id);
    if (!row || !(await this.queries.remove(caller.subject, id))) {
      throw new ApiError(MonitoringError.calendar_feed_not_found, `You have no calendar feed with id ${id}`);
    }
    note(toFacts(row, caller));
  }

  /**
   * The calendar of a feed. Every refusal looks the same.
   * @throws calendar_feed_not_found, too_many_attempts
   */
  async read(token: string, address: string): Promise<string> {
    const feed = await this.require(token, address);
    const nowMs = this.clock.now();
    if (nowMs - (feed.usedMs ?? 0) >= HOUR_MS) await this.queries.noteUse(feed.id, nowMs);
    const { rotationId, userId, login } = feed;
    const rotations =
      rotationId === null
        ? await this.queries.listRotationsByMember(userId, MAX_ROTATIONS)
        : await this.onCall.listRotations([rotationId]);
    const shifts = rotations.flatMap((rotation) =>
      shiftsBetween(rotation, nowMs, nowMs + DAYS_AHEAD * DAY_MS).map((shift) => ({ rotation, ...shift })),
    );
    const shown = shifts.filter((shift) => rotationId !== null || shift.userId === userId).slice(0, MAX_EVENTS);
    const logins = await this.onCall.listLogins([...new Set(shown.map((shift) => shift.userId))]);
    const events = shown.map(({ rotation, userId: who, startMs, endMs }): CalendarEvent => ({
      uid: `${rotation.id}-${startMs}-${who}@${this.host}`,
      startMs,
      endMs,
      summary:
        rotationId === null ? `On call: ${rotation.name}` : `${logins.get(who) ?? who} on call: ${rotation.name}`,
    }));
    return renderCalendar({ name: nameOfCalendar(feed, rotations, login), nowMs, events });
  }

  private get host(): string {
    return new URL(this.addresses.of('/')).hostname;
  }

  private async find(token: string, attempt: Attempt): Promise<OpenFeed | undefined> {
    try {
      return await this.queries.find(digestSecret(token));
    } catch (error) {
      attempt.abandoned();
      throw error;
    }
  }

  private async require(token: string, address: string): Promise<OpenFeed> {
    const attempt = this.limiter.begin('', address);
    if ('retryAfterMs' in attempt) throw tooManyAttempts(attempt.retryAfterMs);
    const feed = isSecret(token, PREFIX) ? await this.find(token, attempt) : undefined;
    if (!feed || !mayRead(feed)) {
      attempt.failed();
      throw new ApiError(MonitoringError.calendar_feed_not_found, 'There is no such calendar feed');
    }
    attempt.abandoned();
    return feed;
  }
}

/** Everyone may read their own shifts; those of a rotation require MANAGE_ALERTS at the time of reading. */
function mayRead({ rotationId, roles }: OpenFeed): boolean {
  return rotationId === null || permits(listPermissions(roles.filter(isRoleName)), 'MANAGE_ALERTS');
}

function toFacts({ id, rotationId, rotationName }: FeedRow, { username }: CallerIdentity): object {
  const thing =
    rotationId === null
      ? ({ kind: 'account', id: username, name: username } as const)
      : ({ kind: 'rotation', id: rotationId, name: rotationName ?? '' } as const);
  return { ...changeFacts(thing), calendarFeed: id };
}

function nameOfCalendar({ rotationId }: OpenFeed, rotations: readonly RotationRow[], login: string): string {
  return rotationId === null ? `On call: ${login}` : `On call: ${rotations[0]?.name ?? ''}`;
}

function toRecord({ id, rotationId, rotationName, createdMs, usedMs }: FeedRow, address?: string): CalendarFeedRest {
  return {
    id,
    rotationId: rotationId ?? undefined,
    rotationName: rotationName ?? undefined,
    createdTime: createdMs,
    usedTime: usedMs ?? undefined,
    address,
  };
}
