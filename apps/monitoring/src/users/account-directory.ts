import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { OWN_ISSUER } from '@wardstone/auth';
import { LOGGER, type Logger } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { JobTasks } from '@wardstone/jobs';
import { GatewayAccounts } from './gateway-accounts';
import { UserQueries } from './user.queries';

/** Minimum time between two reads caused by requests. */
const PAUSE_MS = 2_000;
/** Maximum time that a request waits for a read; then it continues with the accounts known so far. */
const PATIENCE_MS = 2_000;

/**
 * Synchronises the known people with the gateway's accounts, so that everyone with an account can be put on call before
 * the first request. Read each minute by one replica, and when a list of people is opened. See rule alerts-61.
 */
@Injectable()
export class AccountDirectory implements OnModuleInit {
  private readAtMs = -Infinity;
  private reading: Promise<void> | undefined;

  constructor(
    private readonly gateway: GatewayAccounts,
    private readonly queries: UserQueries,
    private readonly tasks: JobTasks,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    if (this.gateway.organisation === undefined) return;
    this.tasks.every({ name: 'users.accounts', schedule: '* * * * *' }, () => this.read());
  }

  /** Reads the accounts before people are chosen; if the gateway does not respond, the known ones are used. */
  async refresh(): Promise<void> {
    if (this.gateway.organisation === undefined || performance.now() - this.readAtMs < PAUSE_MS) return;
    this.reading ??= this.read()
      .catch((error: unknown) => this.logger.warn({ err: error }, 'the gateway does not list its accounts'))
      .finally(() => {
        this.readAtMs = performance.now();
        this.reading = undefined;
      });
    await Promise.race([this.reading, sleep(PATIENCE_MS, undefined, { ref: false })]);
  }

  /** Adds a person before the first login, by the login that an identity provider will state. Returns the id. */
  add(login: string): Promise<number> {
    return this.queries.add(login, this.clock.now());
  }

  /**
   * Reads and stores all accounts.
   * @throws service_unavailable
   */
  async read(): Promise<void> {
    const listedMs = this.clock.now();
    const accounts = await this.gateway.list();
    if (!accounts) return;
    const logins = accounts.map(({ username: login, subject, type, roles }) => ({ login, subject, type, roles }));
    const changed = await this.queries.listChanged(logins);
    for (const known of logins.filter(({ login }) => changed.has(login))) await this.queries.record(known, listedMs);
    await this.queries.rename(accounts.map(({ subject, name = null }) => ({ subject, name })));
    const issuer = `${OWN_ISSUER}|${this.gateway.organisation}|`;
    await this.queries.endOthers(
      logins.map(({ subject }) => subject),
      issuer,
      listedMs,
    );
  }
}
