import { Injectable } from '@nestjs/common';
import { presentShifts, type Shift } from '@wardstone/alerting';
import { type AuditNote, changeFacts } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import type {
  NewOnCallPerson,
  OnCallListQuery,
  OnCallPersonQuery,
  OnCallPersonRest,
  OnCallRest,
  OnCallShiftRest,
} from '@wardstone/dto/monitoring';
import type { ListPage, SentBody } from '@wardstone/media-types';
import { AccountDirectory } from '../users/account-directory';
import { checkName, programOnCall } from './on-call-checks';
import { OnCallQueries } from './on-call.queries';
import { type Reach, ReachService } from './reach';

/** Lists the people on call and those who can be chosen, and adds people of identity providers. See rules alerts-61, alerts-62. */
@Injectable()
export class OnCallService {
  constructor(
    private readonly queries: OnCallQueries,
    private readonly reach: ReachService,
    private readonly directory: AccountDirectory,
    private readonly clock: Clock,
  ) {}

  /** Rotations by name, each with the person on call now and the next one. */
  async list(query: OnCallListQuery): Promise<ListPage<OnCallRest>> {
    const { rows, total } = await this.queries.list('rotation', query);
    const nowMs = this.clock.now();
    const shifts = rows.map((rotation) => ({ ...rotation, ...presentShifts(rotation, nowMs) }));
    const ids = shifts.flatMap(({ current, next }) => [current.userId, ...(next ? [next.userId] : [])]);
    const people = await this.reach.find([...new Set(ids)]);
    const items = shifts.map(({ id: rotationId, name: rotationName, current, next }) => ({
      rotationId,
      rotationName,
      current: toShift(current, people),
      next: next && toShift(next, people),
    }));
    return { items, total, window: query.window };
  }

  /**
   * Adds a person of an identity provider before the first login.
   * @throws invalid_content, user_is_a_program
   */
  async addPerson(body: SentBody<NewOnCallPerson>, note: AuditNote): Promise<OnCallPersonRest> {
    const login = checkName(body.read().login, 'login');
    const id = await this.directory.add(login);
    const person = (await this.reach.find([id])).get(id)!;
    if (!person.isChoosable && !person.isEnded) throw programOnCall(person.login);
    note(changeFacts({ kind: 'account', id: login, name: login }));
    return toPerson(person);
  }

  /** Everyone who can be on call, or these users. */
  async listPeople({ ids }: OnCallPersonQuery): Promise<OnCallPersonRest[]> {
    await this.directory.refresh();
    const people = ids ? [...(await this.reach.find([...new Set(ids)])).values()] : await this.reach.listChoosable();
    return people.map(toPerson).sort((a, b) => (a.login < b.login ? -1 : 1));
  }
}

function toPerson({ userId, login, name, methods, problem, isChoosable: choosable }: Reach): OnCallPersonRest {
  return { userId, login, name: name ?? undefined, reachable: problem === undefined, methods, problem, choosable };
}

function toShift({ userId, startMs, endMs, isOverride }: Shift, people: ReadonlyMap<number, Reach>): OnCallShiftRest {
  const person = people.get(userId) ?? UNKNOWN;
  return { ...toPerson({ ...person, userId }), startTime: startMs, endTime: endMs, override: isOverride };
}

/** Users are never deleted, so this only occurs for a rotation edited in the database. */
const UNKNOWN = {
  login: '',
  name: null,
  methods: [],
  problem: 'There is no such user.',
  isChoosable: false,
  isEnded: false,
};
