import { GUIDE_LIMITS } from '../src/documents/document-limits';
import type { XmlElement } from '../src/documents/guarded-xml-reader';
import { ProfileReader } from '../src/guides/profile-reader';
import { ProfileResolver } from '../src/guides/profile-resolver';

const RULES = ['a', 'b', 'c'].map((refId) => ({ refId, isSelected: true, parentRefId: null }));

/** A profile that selects three rules and overrides three values. */
function aProfile(): ProfileReader {
  const profile = new ProfileReader({ local: 'Profile', attributes: { id: { value: 'p' } } } as unknown as XmlElement);
  for (const { refId: idref } of RULES) profile.choices.push({ kind: 'refine-value', idref, selector: '' });
  return profile;
}

it.each(['profileRules', 'valueOverrides'] as const)(
  'a guide may have as many %s as the limit, and no more',
  (limit) => {
    const resolve = (most: number): number => {
      const model = { groups: [], rules: RULES, textOf: () => 'x', hasValue: () => true };
      return new ProfileResolver(model, { ...GUIDE_LIMITS, [limit]: most }).resolve([aProfile()]).length;
    };
    expect(resolve(3)).toBe(1);
    expect(() => resolve(2)).toThrow('document is too complex');
  },
);
