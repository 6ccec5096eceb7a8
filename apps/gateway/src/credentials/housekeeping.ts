import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER, type Logger } from '@wardstone/bootstrap';
import { JoinTokenService } from './agents/join-token.service';
import { SessionService } from './sessions/session.service';
import { AccessTokenService } from './tokens/access-token.service';

const EVERY_MS = 10 * 60_000;
const BATCH = 1_000;

/**
 * Deletes what has ended: sessions at once, join tokens and tokens of programs when they were listed for long enough. All
 * replicas do, and skip the rows that another one is about to delete.
 */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private working: Promise<void> | undefined;
  private isStopping = false;

  constructor(
    private readonly sessions: SessionService,
    private readonly tokens: AccessTokenService,
    private readonly joinTokens: JoinTokenService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.work(), EVERY_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.timer);
    await this.working;
  }

  /** One round; who asks while one is under way waits for that. */
  work(): Promise<void> {
    this.working ??= this.removeEnded()
      .catch((error: unknown) => this.logger.warn({ err: error }, 'deleting expired sessions and tokens failed'))
      .finally(() => (this.working = undefined));
    return this.working;
  }

  private async removeEnded(): Promise<void> {
    await this.inBatches((limit) => this.sessions.removeEnded(limit));
    await this.inBatches((limit) => this.tokens.removeEnded(limit));
    await this.inBatches((limit) => this.joinTokens.removeExpired(limit));
  }

  private async inBatches(remove: (limit: number) => Promise<number>): Promise<void> {
    while (!this.isStopping && (await remove(BATCH)) === BATCH);
  }
}
