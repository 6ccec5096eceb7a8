import { type AssignableSystem, planAssignment } from './assignment-plan';

const POLICY = {
  osMajorVersion: 8,
  guideRefId: 'xccdf_org.ssgproject.content_benchmark_RHEL-8',
  supportedMinors: new Set([4, 5]),
};
const aSystem = (over: Partial<AssignableSystem> = {}): AssignableSystem => ({
  id: 's',
  os_name: null,
  os_major_version: 8,
  os_minor_version: 4,
  is_assigned: false,
  has_sibling: false,
  ...over,
});
const NOTHING = { added: [], removed: [], minors: [] };

describe('planAssignment', () => {
  it('adds requested systems that fit, with each of their minors once', () => {
    const systems = [aSystem({ id: 'a' }), aSystem({ id: 'b', os_minor_version: 5 }), aSystem({ id: 'c' })];

    expect(planAssignment(systems, ['a', 'b', 'c'], POLICY)).toEqual({
      added: ['a', 'b', 'c'],
      removed: [],
      minors: [4, 5],
    });
  });

  it.each([
    ['another major version', { os_major_version: 9 }],
    ['a minor version that is not supported', { os_minor_version: 6 }],
    ['another family of operating systems', { os_name: 'Debian' }],
    ['a policy of the same type', { has_sibling: true }],
  ])('leaves out a system with %s', (_reason, over) => {
    expect(planAssignment([aSystem(over)], ['s'], POLICY)).toEqual(NOTHING);
    // but never takes out one that was assigned before
    expect(planAssignment([aSystem({ ...over, is_assigned: true })], ['s'], POLICY)).toEqual(NOTHING);
  });

  it('removes assigned systems that are no longer requested', () => {
    const systems = [aSystem({ id: 'a', is_assigned: true }), aSystem({ id: 'b', is_assigned: true })];

    expect(planAssignment(systems, ['b'], POLICY)).toEqual({ added: [], removed: ['a'], minors: [] });
    expect(planAssignment(systems, [], POLICY).removed).toEqual(['a', 'b']);
  });
});
