import { readBody } from '../../api/domain/given-body';
import { readPolicyChange, readPolicyDraft } from './policy-input';

const thresholdOf = (value: unknown): number | undefined =>
  readPolicyChange(readBody({ compliance_threshold: value }, '')).complianceThreshold;

describe('readPolicyChange', () => {
  it.each([
    [0, 0],
    [33.3, 33.3],
    [1e300, 1e300],
    ['7', 7],
    [' -7\n', -7],
    ['33.30', 33.3],
    ['-0.5', -0.5],
    ['99999999999999999999', 1e20],
  ])('reads the threshold %j', (value, threshold) => expect(thresholdOf(value)).toBe(threshold));

  it.each([null, true, {}, [], '', 'abc', '5e1', '1.', '.5', '+5', ' 33.3', '1 2', '0x5', '٣'])(
    'refuses the threshold %j',
    (value) => {
      expect(() => thresholdOf(value)).toThrow('Invalid parameter: compliance_threshold must be an integer');
    },
  );

  it('leaves what is absent', () => {
    expect(readPolicyChange(readBody({}, ''))).toEqual({});
  });
});

describe('readPolicyDraft', () => {
  it('takes every key', () => {
    const body = { profile_id: 'p', compliance_threshold: 1, business_objective: 'b', description: 'd', title: 't' };

    expect(readPolicyDraft(readBody(body, 'format=json'))).toEqual({
      title: 't',
      description: 'd',
      businessObjective: 'b',
      complianceThreshold: 1,
      profileId: 'p',
    });
  });

  it('reads a whole number as an id that cannot exist', () => {
    expect(readPolicyDraft(readBody({ profile_id: 5 }, '')).profileId).toBeUndefined();
  });

  it('keeps keys that mean something to JavaScript apart from its own', () => {
    const body = JSON.parse('{"__proto__": {"title": "x"}, "constructor": 1}') as object;

    expect(() => readPolicyDraft(readBody(body, ''))).toThrow('found unpermitted parameters: :__proto__, :constructor');
  });
});
