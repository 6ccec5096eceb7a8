import { Injectable } from '@nestjs/common';
import type { AuthenticatedRequest, CallerIdentity } from '@wardstone/auth';
import { Clock, upTo } from '@wardstone/clock';
import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { UserQueries } from './user.queries';

/** Number of subjects cached as recorded. */
const CAPACITY = 10_000;

/**
 * Records callers when first seen and when their roles change, because identities come from outside and users have an
 * id here.
 */
@Injectable()
export class KnownUsers {
  /** The values last recorded, by subject. */
  private readonly recorded = new LRUCache<string, { roles: string; person: string | undefined }>(upTo(CAPACITY));

  constructor(
    private readonly queries: UserQueries,
    private readonly clock: Clock,
  ) {}

  async record({
    username,
    subject,
    roles,
    type,
    person,
  }: Pick<CallerIdentity, 'username' | 'subject' | 'roles' | 'type' | 'person'>): Promise<void> {
    const known = this.recorded.get(subject);
    // A token may lack details of the person that a session of the same issuer has; those are kept.
    const held = { roles: roles.join(), person: JSON.stringify(person) ?? known?.person };
    if (known?.roles === held.roles && known.person === held.person) return;
    await this.queries.record({ login: username, subject, roles, type, ...person }, this.clock.now());
    this.recorded.set(subject, held);
  }
}

/** Runs after authentication; cheap for callers that were seen before. */
export function recordCaller(users: KnownUsers): RequestHandler {
  return (request, _response, next) => {
    const { caller } = request as AuthenticatedRequest;
    if (!caller) next();
    else users.record(caller).then(() => next(), next);
  };
}
