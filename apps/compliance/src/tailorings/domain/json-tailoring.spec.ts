import { renderJsonTailoring } from './json-tailoring';

describe('renderJsonTailoring', () => {
  const content = {
    guideRefId: 'guide',
    guideVersion: '1',
    osMajorVersion: 8,
    policyProfileRefId: 'profile_cis',
    profileRefId: 'profile_cis',
    title: 'CIS "1"',
    description: '',
    changes: { added: ['rule_a'], removed: ['rule_b'], groups: ['group_1'] },
    values: [['value_x', '300']] as const,
  };

  it('writes the object of the specification', () => {
    expect(renderJsonTailoring(content)).toBe(
      '{"profiles":[{"id":"profile_cis","base_profile_id":"profile_cis","title":"CIS \\"1\\"",' +
        '"groups":{"group_1":{"evaluate":true}},' +
        '"rules":{"rule_a":{"evaluate":true},"rule_b":{"evaluate":false}},"variables":{"value_x":{"value":"300"}}}]}',
    );
  });

  it('accepts any id as a key', () => {
    const text = renderJsonTailoring({ ...content, values: [['__proto__', 'x']] });

    expect(text).toContain('"variables":{"__proto__":{"value":"x"}}');
  });
});
