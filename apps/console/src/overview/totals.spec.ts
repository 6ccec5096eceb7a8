import { allSilentAddress, sumReports } from './totals';

it('non-compliant systems, and those that never reported, are counted for each policy', () => {
  const reports = [
    {
      reported_system_count: 6,
      compliant_system_count: 3,
      not_applicable_system_count: 1,
      never_reported_system_count: 1,
    },
    {
      reported_system_count: 2,
      compliant_system_count: 2,
      not_applicable_system_count: 0,
      never_reported_system_count: 4,
    },
  ];

  expect(sumReports(reports)).toEqual({ below: 2, silent: 5 });
  expect(sumReports([])).toEqual({ below: 0, silent: 0 });
});

describe('policies', () => {
  const report = (id: string, reported: number, silent: number) => ({
    id,
    reported_system_count: reported,
    compliant_system_count: 0,
    not_applicable_system_count: 0,
    never_reported_system_count: silent,
  });

  it('lead to their systems without a report, to all such policies where there are several', () => {
    const own = '/compliance/policies/b?tab=systems&reported=never_reported';
    expect(allSilentAddress([report('a', 1, 0), report('b', 1, 3)])).toBe(own);
    expect(allSilentAddress([report('a', 1, 2), report('b', 1, 3)])).toBe('/problems/compliance');
    expect(allSilentAddress([])).toBe('/problems/compliance');
  });
});
