import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER, type Logger } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { ENDING_TABLES, HousekeepingQueries } from './housekeeping.queries';

const EVERY_MS = 10 * 60_000;
const BATCH = 1_000;

/**
 * Deletes ended credentials: sessions at once, join tokens and access tokens after they were listed for a while. Runs
 * on all replicas, which skip locked rows.
 */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private working: Promise<void> | undefined;
  private isStopping = false;

  constructor(
    private readonly queries: HousekeepingQueries,
    private readonly clock: Clock,
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

  /** One round; a call during a round waits for it. */
  work(): Promise<void> {
    this.working ??= this.removeEnded()
      .catch((error: unknown) => this.logger.warn({ err: error }, 'deleting expired sessions and tokens failed'))
      .finally(() => (this.working = undefined));
    return this.working;
  }

  private async removeEnded(): Promise<void> {
    for (const table of ENDING_TABLES) {
      const removeSome = () => this.queries.removeEnded(table, new Date(this.clock.now()), BATCH);
      while (!this.isStopping && (await removeSome()) === BATCH);
    }
  }
}
