import type { WaiverRecord } from '@wardstone/client/compliance';
import { listWaiverEvents } from './waiver-events';

const WAIVER = {
  requested_at: '2026-01-01T00:00:00.000Z',
  requested_by: 'ann',
  expires_at: '2026-03-01T00:00:00.000Z',
  decided_at: null,
  decided_by: null,
  withdrawn_at: null,
  withdrawn_by: null,
} as WaiverRecord;
const DECIDED = { decided_at: '2026-01-02T00:00:00.000Z', decided_by: 'bob' };
const WITHDRAWN = { withdrawn_at: '2026-01-03T00:00:00.000Z', withdrawn_by: 'ann' };

describe('what happened to a waiver', () => {
  it.each([
    ['requested', {}, ['requested ann', 'expires null']],
    ['approved', DECIDED, ['requested ann', 'approved bob', 'expires null']],
    ['rejected', DECIDED, ['requested ann', 'rejected bob']],
    ['withdrawn', WITHDRAWN, ['requested ann', 'withdrawn ann']],
    ['withdrawn', { ...DECIDED, ...WITHDRAWN }, ['requested ann', 'approved bob', 'withdrawn ann']],
    ['expired', DECIDED, ['requested ann', 'approved bob', 'expired null']],
    ['expired', {}, ['requested ann', 'expired null']],
    ['planned', {}, ['requested ann', 'due null']],
    ['overdue', {}, ['requested ann', 'due null']],
  ] as const)('is derived from a waiver that is %s, case %#', (state, over, expected) => {
    const events = listWaiverEvents({ ...WAIVER, state, ...over });
    expect(events.map(({ what, by }) => `${what} ${by}`)).toEqual(expected);
  });
});
