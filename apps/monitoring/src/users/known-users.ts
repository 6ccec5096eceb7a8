import { Injectable } from '@nestjs/common';
import type { AuthenticatedRequest, CallerIdentity } from '@wardstone/auth';
import { Clock, upTo } from '@wardstone/clock';
import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { UserQueries } from './user.queries';

/** Subjects that are remembered as recorded; beyond that they are looked up again. */
const CAPACITY = 10_000;

/** Records every caller, when first seen or with changed roles: identities come from outside, users have an id here. */
@Injectable()
export class KnownUsers {
  /** Subjects with their roles at the time. */
  private readonly recorded = new LRUCache<string, string>(upTo(CAPACITY));

  constructor(
    private readonly queries: UserQueries,
    private readonly clock: Clock,
  ) {}

  async record({ username, subject, roles }: Pick<CallerIdentity, 'username' | 'subject' | 'roles'>): Promise<void> {
    const held = roles.join();
    if (this.recorded.get(subject) === held) return;
    await this.queries.record({ login: username, subject, roles }, this.clock.now());
    await this.queries.adoptFavorites(username, subject);
    this.recorded.set(subject, held);
  }
}

/** Runs after authentication; costs nothing for those who have called before. */
export function recordCaller(users: KnownUsers): RequestHandler {
  return (request, _response, next) => {
    const { caller } = request as AuthenticatedRequest;
    if (!caller) next();
    else users.record(caller).then(() => next(), next);
  };
}
