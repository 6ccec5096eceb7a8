import { Injectable } from '@nestjs/common';
import { Database, type Queryable } from '@wardstone/database';
import { contactKind } from '../notifications/contacts/contact-kinds';
import { type PersonRow, ReachQueries } from './reach.queries';

/** Whether notifications reach a person, and how. */
export interface Reach extends Pick<PersonRow, 'userId' | 'login' | 'name'> {
  /** Display names of the active contact methods. */
  methods: readonly string[];
  /** Why notifications cannot reach the person, as a sentence; undefined if something does. */
  problem: string | undefined;
  /** Whether rotations and policies may name the user. */
  isChoosable: boolean;
  /** Whether the account was removed or disabled. */
  isEnded: boolean;
}

/** Decides who can be reached; the only place that does. See rule alerts-62. */
@Injectable()
export class ReachService {
  constructor(
    private readonly queries: ReachQueries,
    private readonly db: Database,
  ) {}

  /** Reachability of users by id; unknown ids are missing. */
  async find(ids: readonly number[], from: Queryable = this.db): Promise<Map<number, Reach>> {
    const rows = ids.length === 0 ? [] : await this.queries.list(from, ids);
    return new Map(rows.map((row) => [row.userId, getReach(row)]));
  }

  /** Reachability of everyone who can be chosen, by login. */
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
