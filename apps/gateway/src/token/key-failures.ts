import { ReadOnlyKeyError } from '@wardstone/auth';
import type { Logger } from '@wardstone/bootstrap';

/** Failures of the signing keys, kept until there is a logger; repeated messages are logged once. */
export class KeyFailures {
  private logger: Pick<Logger, 'warn'> | undefined;
  private last: Error | undefined;

  reportTo(logger: Pick<Logger, 'warn'>): void {
    this.logger = logger;
    if (this.last !== undefined) this.write(this.last);
  }

  report(error: Error): void {
    if (error.message === this.last?.message) return;
    this.last = error;
    this.write(error);
  }

  private write(error: Error): void {
    if (error instanceof ReadOnlyKeyError) this.logger?.warn({}, error.message);
    else this.logger?.warn({ reason: error.message }, 'the signing key could not be read or rotated');
  }
}
