import fc from 'fast-check';
import { NO_SYSTEMS, reportNumbers } from './report-numbers';

describe('reportNumbers', () => {
  it('returns 0 percent without assigned systems', () => {
    expect(reportNumbers(NO_SYSTEMS, 0)).toEqual({
      all_systems_exposed: true,
      percent_compliant: 0,
      assigned_system_count: 0,
      compliant_system_count: 0,
      unsupported_system_count: 0,
      reported_system_count: 0,
      never_reported_system_count: 0,
      not_applicable_system_count: 0,
      stale_system_count: 0,
      stale_compliant_system_count: 0,
      percent_compliant_with_exceptions: 0,
      compliant_with_exceptions_system_count: 0,
      stale_compliant_with_exceptions_system_count: 0,
    });
  });

  it.each([
    [1, 3, 33],
    [2, 3, 66],
    [3, 3, 100],
    [199, 200, 99],
    [29, 29, 100],
    [0, 7, 0],
  ])('rounds %i of %i down to %i percent', (compliant, assigned, percent) => {
    const counts = { ...NO_SYSTEMS, assigned, reported: compliant, compliant };

    expect(reportNumbers(counts, assigned).percent_compliant).toBe(percent);
  });

  it('states that some systems are hidden', () => {
    expect(reportNumbers({ ...NO_SYSTEMS, assigned: 2 }, 3).all_systems_exposed).toBe(false);
  });

  it('agrees with integer arithmetic, and 100 means all', () => {
    const counts = fc
      .integer({ min: 1, max: 1_000_000 })
      .chain((assigned) => fc.tuple(fc.constant(assigned), fc.integer({ min: 0, max: assigned })));
    fc.assert(
      fc.property(counts, ([assigned, compliant]) => {
        const { percent_compliant } = reportNumbers({ ...NO_SYSTEMS, assigned, compliant }, assigned);
        expect(BigInt(percent_compliant)).toBe((100n * BigInt(compliant)) / BigInt(assigned));
        expect(percent_compliant === 100).toBe(compliant === assigned);
      }),
      { seed: 6, numRuns: 300 },
    );
  });
});
