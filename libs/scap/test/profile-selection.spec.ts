import { measureProcessorTime } from '@wardstone/testing';
import { aBenchmark, aGroup, aProfile, aRule, aValue, refine, select } from './datastream.builder';
import { parseGuide, getRefusal } from './parsing';

/** Rules of each profile by profile id. */
function getRules(content: string): Record<string, string[]> {
  const { profiles } = parseGuide(aBenchmark(content));
  return Object.fromEntries(profiles.map(({ refId, ruleRefIds }) => [refId, ruleRefIds]));
}

function getOverrides(content: string): { overrides: Record<string, Record<string, string>>; warnings: number } {
  const { profiles, warnings } = parseGuide(aBenchmark(content));
  const entries = profiles.map(({ refId, valueOverrides }) => [refId, Object.fromEntries(valueOverrides)]);
  return { overrides: Object.fromEntries(entries) as Record<string, Record<string, string>>, warnings };
}

const off = 'selected="false"';
const on = 'selected="true"';

describe('the rules of a profile', () => {
  it('are those selected by default without a selection', () => {
    expect(
      getRules(aProfile('p') + aRule('a') + aRule('b', '', off) + aRule('c', '', on) + aRule('d', '', 'selected="0"')),
    ).toEqual({ p: ['a', 'c'] });
  });

  it('follow its own choices in order, the last one winning, and come in document order', () => {
    const profile = aProfile('p', select('c') + select('b') + select('a') + select('b', false) + select('unknown'));
    expect(getRules(profile + aRule('a', '', off) + aRule('b') + aRule('c', '', off))).toEqual({ p: ['a', 'c'] });
  });

  it('ignore choices without idref or without selected', () => {
    const profile = aProfile('p', '<x:select selected="true"/><x:select idref="a"/>');
    expect(getRules(profile + aRule('a', '', off))).toEqual({ p: [] });
  });

  it('start from the extended profile at any position', () => {
    const content =
      aProfile('grandchild', select('c'), 'extends="child"') +
      aProfile('root', select('a') + select('b')) +
      aProfile('child', select('a', false), 'extends="root"') +
      ['a', 'b', 'c'].map((id) => aRule(id, '', off)).join('');
    expect(getRules(content)).toEqual({ root: ['a', 'b'], child: ['b'], grandchild: ['b', 'c'] });
  });

  it('exclude rules when any group above them is switched off', () => {
    const content =
      aProfile('leaf', select('outer', false) + select('inner')) +
      aProfile('open', select('outer', false) + select('outer')) +
      aGroup('outer', aRule('a') + aGroup('inner', aRule('b'))) +
      aGroup('closed', aRule('c'), off);
    expect(getRules(content)).toEqual({ leaf: [], open: ['a', 'b'] });
  });

  it.each([
    ['an unknown profile', aProfile('p', '', 'extends="q"'), 'profile p extends an unknown profile'],
    ['itself', aProfile('p', '', 'extends="p"'), 'profile p extends itself'],
    [
      'itself through others',
      aProfile('p', '', 'extends="q"') + aProfile('q', '', 'extends="r"') + aProfile('r', '', 'extends="q"'),
      'profile p extends itself',
    ],
  ])('are refused when it extends %s', (_name, content, message) => {
    expect(getRefusal(aBenchmark(content))).toEqual({ kind: 'invalid', message });
  });

  it('are refused when there are more than a million over all profiles', () => {
    const many = (count: number, item: (id: string) => string): string => {
      return Array.from({ length: count }, (_, n) => item(`i${n}`)).join('');
    };
    expect(getRefusal(aBenchmark(many(101, aProfile) + many(10_000, aRule))).message).toBe('document is too complex');
  });

  it('are found at once along a chain of a thousand profiles with twenty thousand choices each', async () => {
    const chain = Array.from({ length: 1_000 }, (_, n) =>
      aProfile(`p${999 - n}`, select('r0'), n === 999 ? '' : `extends="p${998 - n}"`),
    );
    const rules = Array.from({ length: 20_000 }, (_, n) => aRule(`r${n}`, '', off));
    const spentMs = await measureProcessorTime(() => {
      const { profiles } = parseGuide(aBenchmark(chain.join('') + rules.join('')));
      expect(profiles.every(({ ruleRefIds }) => ruleRefIds.length === 1)).toBe(true);
    });
    expect(spentMs).toBeLessThan(20_000);
  });
});

describe('the overrides of a profile', () => {
  const value = aValue(
    'v',
    '<x:value>default</x:value><x:value selector="a">A</x:value><x:value selector="b">B</x:value>',
  );

  it('are the texts its selectors choose, the default without selector', () => {
    const content = aProfile('p', refine('v', 'a')) + aProfile('q', refine('v')) + aProfile('r') + value;
    expect(getOverrides(content)).toEqual({ overrides: { p: { v: 'A' }, q: { v: 'default' }, r: {} }, warnings: 0 });
  });

  it('are set directly by set-value, the last choice winning', () => {
    const set = '<x:set-value idref="v">direct</x:set-value>';
    const content = aProfile('p', refine('v', 'a') + set) + aProfile('q', set + refine('v', 'b')) + value;
    expect(getOverrides(content).overrides).toEqual({ p: { v: 'direct' }, q: { v: 'B' } });
  });

  it('are inherited and replaced along extends', () => {
    const content =
      aProfile('child', refine('v', 'b'), 'extends="root"') +
      aProfile('root', refine('v', 'a') + refine('w')) +
      value +
      aValue('w');
    expect(getOverrides(content).overrides).toEqual({ child: { v: 'B', w: 'v' }, root: { v: 'A', w: 'v' } });
  });

  it('skip unknown values and selectors, and count them once', () => {
    const content =
      aProfile('child', '', 'extends="p"') +
      aProfile(
        'p',
        refine('v', 'nope') +
          refine('unknown', 'a') +
          refine('unknown') +
          '<x:set-value idref="unknown">x</x:set-value>',
      ) +
      value;
    expect(getOverrides(content)).toEqual({ overrides: { child: {}, p: {} }, warnings: 4 });
  });

  it('ignore refine-rule', () => {
    expect(getOverrides(aProfile('p', '<x:refine-rule idref="v" selector="a"/>') + value)).toEqual({
      overrides: { p: {} },
      warnings: 0,
    });
  });
});
