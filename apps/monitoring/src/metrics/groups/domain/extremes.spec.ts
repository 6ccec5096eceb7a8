import { findExtremes } from './extremes';

describe('the extremes of a group', () => {
  const members = [7, 3, 9, 1, 5, 2].map((value, at) => ({
    resourceId: at + 1,
    resourceName: `host ${at + 1}`,
    scheduleId: 100 + at,
    value,
  }));
  const newest = new Map(members.map(({ scheduleId, value }) => [scheduleId, { value }]));

  it('are its five highest and five lowest values', () => {
    const { measuredCount, highest, lowest } = findExtremes(members, newest);
    expect(measuredCount).toBe(6);
    expect(highest.map(({ value }) => value)).toEqual([9, 7, 5, 3, 2]);
    expect(lowest.map(({ value }) => value)).toEqual([1, 2, 3, 5, 7]);
    expect(highest[0]).toEqual({ resourceId: 3, resourceName: 'host 3', value: 9 });
  });

  it('exclude members without a value', () => {
    expect(findExtremes(members, new Map([[103, { value: 4 }]]))).toMatchObject({
      measuredCount: 1,
      highest: [{ resourceId: 4 }],
      lowest: [{ resourceId: 4 }],
    });
    expect(findExtremes([], newest)).toEqual({ measuredCount: 0, highest: [], lowest: [] });
  });
});
