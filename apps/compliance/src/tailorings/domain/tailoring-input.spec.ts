import { readBody } from '../../api/domain/given-body';
import { readOsMinorVersion, readRuleSelection, readValueOverrides } from './tailoring-input';

const given = (body: object) => readBody(body, '');
const ID = 'a4d8c1e0-3b5f-4c27-8e96-1f0d7b2a9c35';

describe('readOsMinorVersion', () => {
  it.each([0, 4, 2_147_483_648, 1e300])('takes %d', (os_minor_version) => {
    expect(readOsMinorVersion(given({ os_minor_version }))).toBe(os_minor_version);
  });

  it('is undefined when missing', () => expect(readOsMinorVersion(given({}))).toBeUndefined());

  it.each([null, '4', 1.5, true, [], {}, [4]])('refuses %j, which is no integer', (os_minor_version) => {
    expect(() => readOsMinorVersion(given({ os_minor_version }))).toThrow(
      'Invalid parameter: os_minor_version must be an integer',
    );
  });

  it('refuses a negative number', () => {
    expect(() => readOsMinorVersion(given({ os_minor_version: -1 }))).toThrow(
      'Invalid parameter: os_minor_version must be greater than or equal to 0',
    );
  });
});

describe('readValueOverrides', () => {
  it('answers keys and values as given', () => {
    const overrides = readValueOverrides(given({ value_overrides: { a: '1', b: 2 } }));

    expect([...overrides!]).toEqual([
      ['a', '1'],
      ['b', 2],
    ]);
    expect(readValueOverrides(given({}))).toBeUndefined();
  });

  it.each([null, [], 'x', 1, false])('refuses %j', (value_overrides) => {
    expect(() => readValueOverrides(given({ value_overrides }))).toThrow(
      'Invalid parameter: value_overrides must be a hash',
    );
  });

  it.each([
    [{ a: 'x\0' }, 'must not contain null bytes'],
    [{ 'a\0': 'x' }, 'must not contain null bytes'],
    [{ a: '\ud800' }, 'must have valid encoding'],
  ])('refuses %j, which cannot be stored', (value_overrides, text) => {
    expect(() => readValueOverrides(given({ value_overrides }))).toThrow(`Invalid parameter: value_overrides ${text}`);
  });
});

describe('readRuleSelection', () => {
  it.each([
    [[], { by: 'ref_id', values: [] }],
    [['xccdf_rule_a', 'xccdf_rule_b'], { by: 'ref_id', values: ['xccdf_rule_a', 'xccdf_rule_b'] }],
    [['xccdf_rule_a', ID, 'x\0'], { by: 'ref_id', values: ['xccdf_rule_a', ID] }],
    [[ID.toUpperCase(), 'xccdf_rule_a', ID.replaceAll('-', '')], { by: 'id', values: [ID, ID] }],
  ])('reads %j', (ids, selection) => expect(readRuleSelection(given({ ids }))).toEqual(selection));

  it.each([undefined, null, 'x', {}, 1])('refuses %j', (ids) => {
    expect(() => readRuleSelection(given(ids === undefined ? {} : { ids }))).toThrow(
      'Invalid parameter: ids must be an array',
    );
  });

  it.each([[[1]], [[ID, null]], [[[]]]])('refuses %j', (ids) => {
    expect(() => readRuleSelection(given({ ids }))).toThrow('Invalid parameter: ids must be an array of strings');
  });
});
