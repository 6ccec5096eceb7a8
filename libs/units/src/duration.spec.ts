import { durationSeconds } from './duration';

describe('a duration of Prometheus', () => {
  it.each([
    ['1h30m', 5_400],
    ['500ms', 0.5],
    ['1w', 604_800],
    ['0', 0],
  ])('%s has %d seconds', (text, seconds) => expect(durationSeconds(text)).toBe(seconds));

  it.each(['', '5', '1.5h', '-1m', '1 h', '1x', `${'9'.repeat(16)}s`])('is not %j', (text) =>
    expect(durationSeconds(text)).toBeUndefined(),
  );
});
