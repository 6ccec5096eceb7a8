import { type KnownRule, moveTailoring, type NewProfile } from './moved-tailoring';

const rule = (key: string, version: string): KnownRule => ({ id: `${version}-${key}`, key, ref_id: key });
const rules = (keys: string, version: string) => [...keys].map((key) => rule(key, version));
const to: NewProfile = {
  rules: rules('abcx', 'new'),
  values: { v1: '2', v2: 'two' },
  guideRules: new Map(rules('abcdxyz', 'new').map((one) => [one.key, one])),
  guideValues: new Map([
    ['v1', 'id1'],
    ['v2', 'id2'],
  ]),
};

describe('a tailoring that moves to another version of its guide', () => {
  it('follows the profile where nobody changed it', () => {
    const values = { v1: '1' };
    const tailoring = { rules: rules('abd', 'old'), profileRules: rules('abd', 'old'), values, profileValues: values };

    expect(moveTailoring(tailoring, to)).toEqual({
      ruleIds: ['new-a', 'new-b', 'new-c', 'new-x'],
      values: { id1: '2', id2: 'two' },
      addedRuleCount: 2,
      removedRuleCount: 1,
      lostRules: [],
      lostValues: [],
    });
  });

  it('keeps added and removed rules and set values, and names lost ones', () => {
    const moved = moveTailoring(
      {
        rules: rules('bzq', 'old'),
        profileRules: rules('ab', 'old'),
        values: { v1: '7', gone: 'x' },
        profileValues: { v1: '1' },
      },
      to,
    );

    expect(moved).toMatchObject({
      ruleIds: ['new-b', 'new-c', 'new-x', 'new-z'],
      values: { id1: '7', id2: 'two' },
      lostRules: ['q'],
      lostValues: ['gone'],
    });
  });
});
