import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { WindowAllowance } from '../../api/window-allowance';

const MAX_IN_WINDOW = 10;

/** Limits test notifications of an account, because they reach people and machines outside. Counted per process. */
@Injectable()
export class TestAllowance {
  private readonly sent: WindowAllowance;

  constructor(clock: Clock) {
    this.sent = new WindowAllowance(clock, { most: MAX_IN_WINDOW, windowMs: 60_000, capacity: 1000 });
  }

  /** @throws too_many_tests */
  take(subject: string): void {
    const { granted, retryAfterSeconds } = this.sent.take(subject);
    if (granted === 1) return;
    throw new ApiError(
      MonitoringError.too_many_tests,
      `At most ${MAX_IN_WINDOW} test notifications a minute: try again in ${retryAfterSeconds} s`,
      { headers: { 'Retry-After': String(retryAfterSeconds) } },
    );
  }
}
