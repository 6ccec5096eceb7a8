import type { Logger } from './logger';

/**
 * Ends the process on SIGTERM, on SIGINT, or when its parent has ended. Handlers are needed from the start: process 1
 * of a container has no default action for signals, and would be killed only after its grace period.
 */
export class ProcessStop {
  private isStopping = false;
  private finish = (): Promise<void> => Promise.resolve();

  constructor(private readonly logger: Logger) {
    process.on('SIGTERM', () => this.stop('SIGTERM'));
    process.on('SIGINT', () => this.stop('SIGINT'));
    // With an IPC channel, which closes when the parent dies, even by kill -9.
    process.on('disconnect', () => this.stop('parent gone'));
  }

  /** Sets the work to do before the process ends; until then there is none. */
  finishWith(finish: () => Promise<void>): void {
    this.finish = finish;
  }

  private stop(reason: string): void {
    if (this.isStopping) return;
    this.isStopping = true;
    this.logger.info({ reason }, 'stopping');
    void this.finish().then(
      () => process.exit(0),
      (error: unknown) => {
        this.logger.error({ error }, 'stopping failed');
        process.exit(1);
      },
    );
  }
}
