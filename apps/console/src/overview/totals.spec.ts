import { totalsOf } from './totals';

it('systems that do not comply, and that never reported, are counted for each policy', () => {
  const reports = [
    { reported_system_count: 5, compliant_system_count: 3, never_reported_system_count: 1 },
    { reported_system_count: 2, compliant_system_count: 2, never_reported_system_count: 4 },
  ];

  expect(totalsOf(reports)).toEqual({ below: 2, silent: 5 });
  expect(totalsOf([])).toEqual({ below: 0, silent: 0 });
});
