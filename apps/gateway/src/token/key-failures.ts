import type { Logger } from '@wardstone/bootstrap';

/** What went wrong with the signing keys: kept until there is a logger, each message once in a row. */
export class KeyFailures {
  private logger: Logger | undefined;
  private last: string | undefined;

  reportTo(logger: Logger): void {
    this.logger = logger;
    if (this.last !== undefined) this.write(this.last);
  }

  report({ message }: Error): void {
    if (message === this.last) return;
    this.last = message;
    this.write(message);
  }

  private write(message: string): void {
    this.logger?.warn({ reason: message }, 'the signing key could not be read or rotated');
  }
}
