import { getUpState } from './up-state';

describe('the state of a target by `up`', () => {
  it.each([
    ['one read', [[1, 1]], 'UP', 1],
    ['one that failed', [[1, 0]], 'DOWN', 1],
    [
      'a series that ended',
      [
        [1, 1],
        [2, NaN],
      ],
      'UNKNOWN',
      2,
    ],
    [
      'the first of those that are alike',
      [
        [1, 1],
        [2, 0],
        [3, 0],
      ],
      'DOWN',
      2,
    ],
    [
      'all alike',
      [
        [1, 1],
        [2, 1],
      ],
      'UP',
      1,
    ],
    [
      'samples in any order',
      [
        [3, 0],
        [1, 1],
        [2, 0],
      ],
      'DOWN',
      2,
    ],
    [
      'the last of several at one time',
      [
        [1, 1],
        [2, 0],
        [2, 1],
      ],
      'UP',
      2,
    ],
    [
      'up, down and up again',
      [
        [1, 1],
        [2, 0],
        [3, 1],
      ],
      'UP',
      3,
    ],
  ] as const)('is derived from %s', (_what, samples, type, sinceMs) => {
    const given = { times: samples.map(([time]) => time), values: samples.map(([, value]) => value) };
    expect(getUpState(given)).toEqual({ type, sinceMs });
  });
});
