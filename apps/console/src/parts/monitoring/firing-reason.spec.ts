import { firingReason } from './firing-reason';

describe('why an alert fired', () => {
  it.each([
    ['Condition 1: Load > 90 % at 2026-11-23T04:07:09.997Z, value 95 %', 'Load > 90\u00a0% (95\u00a0%)'],
    [
      'Condition 1: Free < 1 GiB at 2026-11-23T04:07:09.997Z, value 12 MiB\n' +
        'Condition 2: event of severity ERROR or above at 2026-11-23T04:07:10.001Z, value out of memory, killed',
      'Free < 1\u00a0GiB (12\u00a0MiB); event of severity ERROR or above (out of memory, killed)',
    ],
    ['Condition 1: availability goes DOWN at 2026-11-23T04:07:09.997Z, value DOWN', 'availability goes DOWN'],
    ['written by an older version', 'written by an older version'],
    ['', ''],
  ])('%j is shown as %j', (description, shown) => {
    expect(firingReason(description)).toBe(shown);
  });
});
