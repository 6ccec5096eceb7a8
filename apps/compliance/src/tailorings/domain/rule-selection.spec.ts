import { ruleSelection } from './rule-selection';

const ID = 'a4d8c1e0-3b5f-4c27-8e96-1f0d7b2a9c35';

describe('ruleSelection', () => {
  it.each([
    [[], { by: 'ref_id', values: [] }],
    [['xccdf_rule_a', 'xccdf_rule_b'], { by: 'ref_id', values: ['xccdf_rule_a', 'xccdf_rule_b'] }],
    [['xccdf_rule_a', ID, 'x\0'], { by: 'ref_id', values: ['xccdf_rule_a', ID] }],
    [[ID.toUpperCase(), 'xccdf_rule_a', ID.replaceAll('-', '')], { by: 'id', values: [ID, ID] }],
  ])('reads %j', (ids, selection) => expect(ruleSelection(ids)).toEqual(selection));
});
