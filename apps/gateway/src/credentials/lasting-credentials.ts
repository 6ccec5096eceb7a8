import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import { Clock } from '@wardstone/clock';
import { ApiError, CommonError, GatewayError } from '@wardstone/errors';
import type { Request } from 'express';
import { SessionService } from './sessions/session.service';

const RECENT_MS = 10 * 60_000;

/**
 * Checks callers who create credentials that outlive their login: tokens, accounts, their passwords and roles, join
 * tokens. A token or stolen cookie could otherwise prolong itself, so the password is required, in the request or
 * shortly before in this session. See rule platform-2.
 */
@Injectable()
export class LastingCredentials {
  constructor(
    private readonly sessions: SessionService,
    private readonly clock: Clock,
  ) {}

  /** @throws insufficient_scope, reauthentication */
  async requirePassword({ method }: CallerIdentity, request: Request): Promise<void> {
    if (method === 'basic') return;
    if (method !== 'session') {
      throw new ApiError(
        CommonError.insufficient_scope,
        'A token cannot create tokens, accounts, passwords or join tokens: log in with the password.',
      );
    }
    const session = await this.sessions.look(request);
    if (!session || this.clock.now() - session.provenMs > RECENT_MS) {
      throw new ApiError(GatewayError.reauthentication);
    }
  }
}
