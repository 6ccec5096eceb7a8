import { nextRetryMs } from './waiting';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const NOW = Date.UTC(2026, 0, 15, 12);

describe('the next retry for an unknown host', () => {
  it.each([
    ['has just begun to wait', 0, 30 * SECOND],
    ['waits for four minutes', 4 * MINUTE, 2 * MINUTE],
    ['waits for days', 72 * 60 * MINUTE, 5 * MINUTE],
    ['began to wait in the future of a clock that was set back', -MINUTE, 30 * SECOND],
  ])('comes later the longer it has waited: it %s', (_what, waitedMs, pauseMs) => {
    expect(nextRetryMs(NOW - waitedMs, NOW, 0) - NOW).toBe(pauseMs);
    expect(nextRetryMs(NOW - waitedMs, NOW, 1) - NOW).toBe(0.8 * pauseMs);
  });
});
