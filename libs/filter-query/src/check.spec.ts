import { checkFilter } from './check';
import { POLICY_FIELDS, SYSTEM_POLICY_FIELDS } from '../test/policy-fields';
import { contractOperatorsOnly, type FilterFields } from './ast';
import { parseFilter } from './parser';

const FIELDS: FilterFields = {
  name: { kind: 'text', operators: ['eq', 'ne', 'like', 'unlike', 'in', 'notin'], presence: true },
  level: { kind: 'enum', operators: ['eq', 'in'] },
  small: { kind: 'integer', bits: 32, operators: ['eq', 'ne', 'gt', 'in'] },
  big: { kind: 'integer', bits: 64, operators: ['eq'] },
  flag: { kind: 'boolean', operators: ['eq'] },
  owner: { kind: 'uuid', operators: ['eq', 'in'] },
  score: { kind: 'custom', operators: ['gt'], parse: (text) => (/^[0-9.]+$/.test(text) ? Number(text) : undefined) },
  any: { kind: 'custom', operators: ['eq'] },
  hidden: { kind: 'text', operators: ['eq'], barred: true },
};
const check = (text: string, fields: FilterFields = FIELDS) => checkFilter(parseFilter(text)!, fields);

describe('checkFilter', () => {
  it.each([
    ['name = " A "', { kind: 'text', value: ' A ' }],
    ['level = high', { kind: 'text', value: 'high' }],
    ['small = 007', { kind: 'integer', value: 7n }],
    ['small = +5', { kind: 'integer', value: 5n }],
    ['small = "-5"', { kind: 'integer', value: -5n }],
    ['small = 2147483647', { kind: 'integer', value: 2147483647n }],
    ['small = 2147483648', { kind: 'outOfRange', side: 'above' }],
    ['small = "-2147483648"', { kind: 'integer', value: -2147483648n }],
    ['small = "-2147483649"', { kind: 'outOfRange', side: 'below' }],
    ['big = 9223372036854775807', { kind: 'integer', value: 9223372036854775807n }],
    ['big = 9223372036854775808', { kind: 'outOfRange', side: 'above' }],
    ['big = "-9223372036854775809"', { kind: 'outOfRange', side: 'below' }],
    [`big = ${'9'.repeat(8000)}`, { kind: 'outOfRange', side: 'above' }],
    [`big = ${'0'.repeat(8000)}1`, { kind: 'integer', value: 1n }],
    ['owner = A0EEBC999C0B4EF8BB6D6BB9BD380A11', { kind: 'uuid', value: 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11' }],
    ['score > 95.5', { kind: 'custom', value: 95.5 }],
    ['any = thing', { kind: 'text', value: 'thing' }],
  ])('reads the value of %s', (text, value) => {
    expect(check(text)).toMatchObject({ type: 'comparison', value });
  });

  it.each([
    ...['true', 'T', '1', 'on', 'Yes'].map((word) => [word, true] as const),
    ...['false', 'F', '0', 'OFF', 'no'].map((word) => [word, false] as const),
  ])('reads %s as the boolean %s', (word, value) => {
    expect(check(`flag = ${word}`)).toMatchObject({ value: { kind: 'boolean', value } });
  });

  it('reads each value of a list', () => {
    expect(check('small ^ (7, 9, 99999999999)')).toMatchObject({
      type: 'membership',
      values: [
        { kind: 'integer', value: 7n },
        { kind: 'integer', value: 9n },
        { kind: 'outOfRange', side: 'above' },
      ],
    });
  });

  it.each([
    ['foo', "'foo' is not a valid query string"],
    ['= foo', "'foo' is not a valid query string"],
    ['name = a b', "'b' is not a valid query string"],
    ['nowhere = 1', "Field 'nowhere' not recognized for searching!"],
    ['Name = 1', "Field 'Name' not recognized for searching!"],
    ['name.x = 1', "Field 'name.x' not recognized for searching!"],
    ['constructor = 1', "Field 'constructor' not recognized for searching!"],
    ['__proto__ = 1', "Field '__proto__' not recognized for searching!"],
    ['has nowhere', "Field 'nowhere' not recognized for searching!"],
    ['hidden > 1', "Field 'hidden' is not searchable in this context"],
    ['null? hidden', "Field 'hidden' is not searchable in this context"],
    ['name > 1', "the operator 'gt' is not supported for field 'name'"],
    ['big >= 1', "the operator 'gte' is not supported for field 'big'"],
    ['has level', "the operator 'notnull' is not supported for field 'level'"],
    ['null? level', "the operator 'null' is not supported for field 'level'"],
    ['small ~ abc', "the operator 'like' is not supported for field 'small'"],
    ['small = abc', "Value 'abc' is not valid for field 'small'"],
    ['small = 8x', "Value '8x' is not valid for field 'small'"],
    ['small = 1.0', "Value '1.0' is not valid for field 'small'"],
    ['small = ""', "Value '' is not valid for field 'small'"],
    ['small = " 8"', "Value ' 8' is not valid for field 'small'"],
    ['small = +', "Value '+' is not valid for field 'small'"],
    ['small ^ (7 x 9)', "Value 'x' is not valid for field 'small'"],
    ['flag = maybe', "Value 'maybe' is not valid for field 'flag'"],
    ['owner = 123', "Value '123' is not valid for field 'owner'"],
    ['score > x', "Value 'x' is not valid for field 'score'"],
  ])('refuses %s: %s', (text, message) => expect(() => check(text)).toThrow(new Error(message)));

  it.each([
    ['small = abc and nowhere = 1', "Value 'abc' is not valid for field 'small'"],
    ['nowhere = 1 and small = abc', "Field 'nowhere' not recognized for searching!"],
    ['not (name > 1 or foo) bar', "the operator 'gt' is not supported for field 'name'"],
  ])('names the leftmost offence of %s', (text, message) => expect(() => check(text)).toThrow(message));

  it.each(['title = a', 'title != a', 'title <> a', 'os_minor_version != 1', 'not (title == a or title = b)'])(
    'permits %s in the contract',
    (text) => expect(() => check(text, contractOperatorsOnly(POLICY_FIELDS))).not.toThrow(),
  );

  it.each([
    ['title ~ a', "the operator 'like' is not supported for field 'title'"],
    ['os_major_version ^ (7 8)', "the operator 'in' is not supported for field 'os_major_version'"],
    ['has title', "the operator 'notnull' is not supported for field 'title'"],
  ])('refuses %s in the contract', (text, message) => {
    expect(() => check(text, contractOperatorsOnly(POLICY_FIELDS))).toThrow(message);
    expect(() => check(text, POLICY_FIELDS)).not.toThrow();
  });

  it('keeps a barred field barred in the contract', () => {
    expect(() => check('os_major_version = 8', contractOperatorsOnly(SYSTEM_POLICY_FIELDS))).toThrow(
      "Field 'os_major_version' is not searchable in this context",
    );
  });
});
