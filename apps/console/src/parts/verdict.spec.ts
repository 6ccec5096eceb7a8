import { sharesOf } from './verdict';

describe('the shares of a report', () => {
  it('count each system once', () => {
    const shares = sharesOf({
      assigned_system_count: 10,
      reported_system_count: 7,
      compliant_system_count: 3,
      unsupported_system_count: 1,
      not_applicable_system_count: 1,
      never_reported_system_count: 3,
    });

    expect(shares.map(({ part, count }) => [part, count])).toEqual([
      ['compliant', 3],
      ['not_compliant', 2],
      ['not_applicable', 1],
      ['unsupported', 1],
      ['never', 3],
    ]);
  });
});
