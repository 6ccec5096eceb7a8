import { Injectable } from '@nestjs/common';
import { Database, type Queryable } from '@wardstone/database';
import { contactKind } from '../notifications/contacts/contact-kinds';
import { type PersonRow, ReachQueries } from './reach.queries';

/** Whether notifications reach a person, and how. */
export interface Reach extends Pick<PersonRow, 'userId' | 'login' | 'name'> {
  /** Kinds of the contact methods that are in use, as people read them. */
  methods: readonly string[];
  /** Why nothing reaches the person, as a sentence; undefined for one who is reached. */
  problem: string | undefined;
  /** Whether a rotation or policy may name the user from now on. */
  isChoosable: boolean;
  /** The account was removed or disabled. */
  isEnded: boolean;
}

/** Says who can be reached: the one place that decides it. See rule alerts-62. */
@Injectable()
export class ReachService {
  constructor(
    private readonly queries: ReachQueries,
    private readonly db: Database,
  ) {}

  /** Returns the reach of users by id; unknown ids are left out. */
  async find(ids: readonly number[], from: Queryable = this.db): Promise<Map<number, Reach>> {
    const rows = ids.length === 0 ? [] : await this.queries.list(from, ids);
    return new Map(rows.map((row) => [row.userId, getReach(row)]));
  }

  /** Returns the reach of everyone who can be chosen, by login. */
  async listChoosable(): Promise<Reach[]> {
    return (await this.queries.listChoosable()).map(getReach);
  }
}

function getReach({ userId, login, name, type, isEnded, isAgent, isReachable, kinds }: PersonRow): Reach {
  const isChoosable = !isEnded && !isAgent && (type === null || type === 'User');
  const used = kinds.length > 0 ? kinds : (['EMAIL'] as const);
  const methods = isChoosable && isReachable ? used.map((kind) => contactKind(kind).label) : [];
  const problem = isEnded
    ? PROBLEMS.ended
    : !isChoosable
      ? PROBLEMS.program
      : isReachable
        ? undefined
        : PROBLEMS.unreachable;
  return { userId, login, name, methods, problem, isChoosable, isEnded };
}

const PROBLEMS = {
  ended: 'The account was removed or disabled.',
  program: 'It is the account of a program, not of a person.',
  unreachable: 'No contact method is verified.',
} as const;
