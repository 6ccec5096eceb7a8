import {
  NO_CHANGES,
  hasChanges,
  hasWrongValue,
  selectedRules,
  tailoredRules,
  tailoredValues,
  withRule,
  withValue,
} from './tailoring-draft';

const known = (id: string) => ({ id, ref_id: `ref-${id}`, value_checks: [], value_type: 'number' });

describe('what a new policy changes about its profile', () => {
  const profile = new Set(['a', 'b']);

  it('is nothing after a rule is switched and switched back', () => {
    const off = withRule(NO_CHANGES, profile, known('a'), false);
    expect(hasChanges(off)).toBe(true);
    expect(withRule(off, profile, known('a'), true)).toEqual(NO_CHANGES);
    const set = withValue(NO_CHANGES, known('v'), '1');
    expect(hasChanges(set)).toBe(true);
    expect(withValue(set, known('v'), undefined)).toEqual(NO_CHANGES);
  });

  it('adds rules to those of the profile and takes others away', () => {
    const draft = withRule(withRule(NO_CHANGES, profile, known('a'), false), profile, known('c'), true);
    expect([...selectedRules(profile, draft)]).toEqual(['b', 'c']);
    expect(tailoredRules(['ref-a', 'ref-b', 'ref-x'], draft)).toEqual(['ref-b', 'ref-x', 'ref-c']);
    expect(tailoredRules(['ref-c'], draft)).toEqual(['ref-c']);
  });

  it('keeps the other values of a tailoring, and names those that its guide does not have', () => {
    const draft = withValue(withValue(NO_CHANGES, known('v'), '5'), known('w'), '6');
    const ids = new Map([['ref-v', 'v-of-another-version']]);
    expect(tailoredValues({ kept: '1' }, draft, (ref) => ids.get(ref))).toEqual({
      overrides: { kept: '1', 'v-of-another-version': '5' },
      missing: ['ref-w'],
    });
  });

  it('counts a value as it is typed, and marks one that is not of its type', () => {
    const typed = withValue(NO_CHANGES, known('v'), '3');
    expect([typed.values.size, hasWrongValue(typed)]).toEqual([1, false]);
    expect(hasWrongValue(withValue(typed, known('v'), '3x'))).toBe(true);
  });
});
