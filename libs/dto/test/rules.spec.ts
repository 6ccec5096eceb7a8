import { Field } from '@wardstone/dto';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';

class Point {
  @Field.Int('Distance from the left', { min: 0 })
  x!: number;
}

class Sample {
  @Field.String('A text', { optional: true, minLength: 2, maxLength: 4, pattern: /^[a-z]+$/ })
  text?: string;
  @Field.String('Any text', { optional: true })
  anyText?: string;
  @Field.Int('A whole number', { optional: true, min: 1, max: 100 })
  int?: number;
  @Field.Int('Any whole number', { optional: true })
  anyInt?: number;
  @Field.Number('A number', { optional: true, min: 0, max: 1.5 })
  number?: number;
  @Field.Boolean('A flag', { optional: true })
  flag?: boolean;
  @Field.Enum('A word', { values: ['low', 'high'], optional: true })
  level?: 'low' | 'high';
  @Field.Uuid('An id', { optional: true })
  id?: string;
  @Field.Array('Numbers', { of: 'integer', minItems: 1, maxItems: 3, optional: true })
  ints?: number[];
  @Field.Array('Ids', { of: 'uuid', optional: true })
  ids?: string[];
  @Field.Array('Texts', { of: 'string', optional: true })
  texts?: string[];
  @Field.Array('Points', { of: () => Point, optional: true })
  points?: Point[];
  @Field.Object('One point', { of: () => Point, optional: true })
  point?: Point;
  @Field.Object('Anything', { optional: true })
  map?: Record<string, unknown>;
}

class Presence {
  @Field.String('Required')
  required!: string;
  @Field.String('Optional', { optional: true })
  optional?: string;
  @Field.String('Nullable', { nullable: true })
  nullable!: string | null;
  @Field.String('Both', { optional: true, nullable: true })
  both?: string | null;
  @Field.Int('With a default', { default: 60, min: 1 })
  points!: number;
  @Field.Array('With a list as default', { of: 'string', default: ['a'] })
  list!: string[];
}

const toNames = (errors: readonly ValidationError[]): string[] =>
  errors.flatMap(({ property, children = [] }) => [property, ...toNames(children)]);
const read = <T extends object>(Shape: new () => T, plain: object): T => plainToInstance(Shape, plain);
const offenders = <T extends object>(Shape: new () => T, plain: object): string[] =>
  toNames(validateSync(read(Shape, plain), { whitelist: true }));

const A_UUID = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11';

describe('field decorators', () => {
  it.each([
    [{ text: 'abcd' }, { text: 'abcd' }],
    [{ anyText: '' }, { anyText: '' }],
    [{ int: '42' }, { int: 42 }],
    [{ int: 1 }, { int: 1 }],
    [{ int: '+7' }, { int: 7 }],
    [{ anyInt: '-9007199254740991' }, { anyInt: -9007199254740991 }],
    [{ number: '0.5' }, { number: 0.5 }],
    [{ number: '1e-3' }, { number: 0.001 }],
    [{ number: '.5' }, { number: 0.5 }],
    [{ flag: 'TRUE' }, { flag: true }],
    [{ flag: 'false' }, { flag: false }],
    [{ flag: true }, { flag: true }],
    [{ level: 'high' }, { level: 'high' }],
    [{ id: 'A0EEBC999C0B4EF8BB6D6BB9BD380A11' }, { id: A_UUID }],
    [{ ints: ['1', 2] }, { ints: [1, 2] }],
    [{ ids: [A_UUID.toUpperCase()] }, { ids: [A_UUID] }],
    [{ points: [{ x: '3' }] }, { points: [{ x: 3 }] }],
    [{ point: { x: 3 } }, { point: { x: 3 } }],
    [{ map: { a: [1, { b: null }] } }, { map: { a: [1, { b: null }] } }],
  ])('read %j', (plain, expected) => {
    expect(offenders(Sample, plain)).toEqual([]);
    expect(read(Sample, plain)).toMatchObject(expected);
  });

  it.each([
    [{ text: 'a' }, ['text']],
    [{ text: 'abcde' }, ['text']],
    [{ text: 'AB' }, ['text']],
    [{ text: 5 }, ['text']],
    [{ anyText: 'a\0b' }, ['anyText']],
    [{ anyText: ['a'] }, ['anyText']],
    [{ int: 0 }, ['int']],
    [{ int: 101 }, ['int']],
    [{ int: '' }, ['int']],
    [{ int: '5x' }, ['int']],
    [{ int: ' 5' }, ['int']],
    [{ int: 1.5 }, ['int']],
    [{ int: '1.0' }, ['int']],
    [{ int: true }, ['int']],
    [{ int: ['5'] }, ['int']],
    [{ anyInt: '9007199254740993' }, ['anyInt']],
    [{ anyInt: 1e300 }, ['anyInt']],
    [{ number: '-0.1' }, ['number']],
    [{ number: 1.6 }, ['number']],
    [{ number: 'NaN' }, ['number']],
    [{ number: '1e999' }, ['number']],
    [{ flag: 'yes' }, ['flag']],
    [{ flag: 1 }, ['flag']],
    [{ level: 'HIGH' }, ['level']],
    [{ level: 'toString' }, ['level']],
    [{ id: 'a0eebc99' }, ['id']],
    [{ id: `urn:uuid:${A_UUID}` }, ['id']],
    [{ id: 5 }, ['id']],
    [{ ints: [] }, ['ints']],
    [{ ints: [1, 2, 3, 4] }, ['ints']],
    [{ ints: [1, 'x'] }, ['ints']],
    [{ ints: '1' }, ['ints']],
    [{ ids: [A_UUID, 'x'] }, ['ids']],
    [{ texts: ['a', 'b\0'] }, ['texts']],
    [{ points: [{ x: -1 }] }, ['points', '0', 'x']],
    [{ points: [5] }, ['points', '0']],
    [{ points: { x: 1 } }, ['points']],
    [{ point: { x: 'far' } }, ['point', 'x']],
    [{ point: [] }, ['point']],
    [{ point: 'x' }, ['point']],
    [{ map: [] }, ['map']],
    [{ map: 'x' }, ['map']],
    [{ text: null }, ['text']],
  ])('refuse %j', (plain, fields) => {
    expect(offenders(Sample, plain)).toEqual(fields);
  });

  it('distinguish a missing field from a null one', () => {
    expect(offenders(Presence, {})).toEqual(['required', 'nullable']);
    expect(offenders(Presence, { required: 'a', nullable: null, both: null })).toEqual([]);
    expect(offenders(Presence, { required: null, optional: null, nullable: null, points: null })).toEqual([
      'required',
      'optional',
      'points',
    ]);
  });

  it('fill in the default of a missing field, a fresh one each time', () => {
    const [first, second] = [read(Presence, {}), read(Presence, {})];
    first.list.push('b');
    expect(first.points).toBe(60);
    expect(second.list).toEqual(['a']);
    expect(read(Presence, { points: '7' }).points).toBe(7);
  });

  it('drop undeclared fields', () => {
    const sample = read(Sample, { text: 'abc', other: 1, point: { x: 1, y: 2 } });
    expect(validateSync(sample, { whitelist: true })).toEqual([]);
    expect(sample).not.toHaveProperty('other');
    expect(sample.point).toEqual({ x: 1 });
  });
});
