import { isBlank, policyViolations } from './policy-violations';

const DRAFT = { title: 'x', profile_id: 'p' };
const FREE = { hasProfile: true, isTitleTaken: false };

describe('policyViolations', () => {
  it.each([0, 100, 99.999, -0])('accepts a threshold of %d', (compliance_threshold) => {
    expect(policyViolations({ ...DRAFT, compliance_threshold }, FREE)).toEqual([]);
  });

  it.each([-0.0001, -Infinity, 100.0001, Infinity])('refuses a threshold of %d', (compliance_threshold) => {
    expect(policyViolations({ ...DRAFT, compliance_threshold }, FREE)).toHaveLength(1);
  });

  it('counts characters, not UTF-16 units', () => {
    expect(policyViolations({ ...DRAFT, title: '𝄞'.repeat(1000) }, FREE)).toEqual([]);
    expect(policyViolations({ ...DRAFT, title: '𝄞'.repeat(1001) }, FREE)).toEqual([
      'V2::Policy title is too long (maximum is 1000 characters)',
    ]);
  });
});

describe('isBlank', () => {
  it.each([
    [undefined, true],
    ['', true],
    [' \t\n\u00a0\u0085\u2003', true],
    ['\ufeff', false],
    ['\u200b', false],
    [' . ', false],
  ])('of %j is %s', (text, expected) => expect(isBlank(text)).toBe(expected));
});
