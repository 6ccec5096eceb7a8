import fc from 'fast-check';
import { Definition, Everything, Notification, aDefinition } from '../../test/sample-records';
import { Dto, type DtoClass, Field } from '@wardstone/dto';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { RecordPipe, RecordsPipe } from './record-body.decorator';

const readRecord = (value: unknown, dto: DtoClass): object =>
  new RecordPipe(dto).transform({ value, isXml: false }).read();
const readRecords = (value: unknown, dto: DtoClass): readonly object[] =>
  new RecordsPipe(dto).transform({ value, isXml: false }).read();
const getRefusal = (read: () => unknown): ApiError => {
  try {
    read();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};

@Dto('bounded', 'Texts and numbers within bounds')
class Bounded {
  @Field.String('A time of day', { pattern: /^\d\d:\d\d$/ })
  time!: string;
  @Field.String('A name', { minLength: 2, maxLength: 4 })
  name!: string;
  @Field.Int('Minutes', { min: 1, max: 60 })
  minutes!: number;
  @Field.Enum('A kind', { values: ['NEW', 'OLD'] })
  kind!: string;
}

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

describe('a record in a body', () => {
  it('accepts a record as rendered, except for its links', () => {
    const { links: _links, ...rest } = aDefinition({
      notifications: [{ id: 1, senderName: 'mail', config: { a: [1] } }],
    });
    expect(readRecord(aDefinition({ ...rest }), Definition)).toEqual(rest);
  });

  it('ignores unknown fields, links of any form, and nulls', () => {
    const body = { id: null, links: 'nonsense', link: 7, unknown: { deep: true }, name: 'n' };
    expect(readRecord(body, Definition)).toEqual({ name: 'n' });
  });

  it.each([
    ['integer', '10021', 10021],
    ['integer', ' -7 ', -7],
    ['integer', -0, 0],
    ['time', '1700000000000', 1_700_000_000_000],
    ['double', '1.5e3', 1500],
    ['double', 2, 2],
    ['flag', 'true', true],
    ['flag', ' FALSE ', false],
    ['text', '', ''],
    ['texts', ['a', null, 'b'], ['a', 'b']],
    ['integers', ['1', 2], [1, 2]],
    ['textMap', { a: 'b' }, { a: 'b' }],
    ['objectMap', { a: null, b: [1, { c: true }] }, { a: null, b: [1, { c: true }] }],
  ])('reads %s from %j', (field, value, expected) => {
    expect(readRecord({ [field]: value }, Everything)).toEqual({ [field]: expected });
  });

  it.each([
    ['text', 1, 'a text'],
    ['text', ['a'], 'a text'],
    ['text', 'a\0b', 'null characters'],
    ['integer', 'seven', 'a whole number'],
    ['integer', 1.5, 'a whole number'],
    ['integer', '', 'a whole number'],
    ['integer', true, 'a whole number'],
    ['integer', 2 ** 53, 'a whole number'],
    ['time', '2024-01-01', 'a whole number'],
    ['double', 'NaN', 'a finite number'],
    ['double', 'Infinity', 'a finite number'],
    ['double', '0x10', 'a finite number'],
    ['double', '', 'a finite number'],
    ['flag', 1, 'true or false'],
    ['flag', 'yes', 'true or false'],
    ['texts', 'a', 'a list'],
    ['texts', [1], 'a text'],
    ['textMap', ['a'], 'an object'],
    ['textMap', { a: 1 }, 'a text'],
    ['objectMap', 'a', 'an object'],
    ['objectMap', { a: { b: 'c\0' } }, 'null characters'],
    ['objectMap', { 'a\0': 1 }, 'null characters'],
    ['objectMap', { a: nested(70) }, 'nested deeper'],
    ['record', [], 'an object'],
    ['record', { id: 'x' }, 'a whole number'],
    ['records', {}, 'a list'],
  ])('refuses %s as %j, naming the field', (field, value, expected) => {
    const refusal = getRefusal(() => readRecord({ [field]: value }, Everything));
    expect(refusal.kind).toBe(MonitoringError.invalid_content);
    expect(refusal.detail).toContain(expected);
  });

  it.each([[[]], ['text'], [7], [true], [null]])('refuses %j in place of a record', (body) => {
    expect(() => readRecord(body, Definition)).toThrow('The body must be an object');
  });

  it.each([
    [{ text: 1, label: 1 }, 'Field label must be a text'],
    [{ integers: [1, null], texts: [1] }, 'Field texts must be a text'],
    [{ integers: [1, null] }, 'Field integers must be a whole number'],
    [{ texts: ['a\0', 1] }, 'Field texts must not contain null characters'],
    [{ texts: [1, 'a\0'] }, 'Field texts must be a text'],
    [{ textMap: { a: 'b\0', c: 1 } }, 'Field textMap must not contain null characters'],
    [{ objectMap: { a: nested(70) } }, 'Field objectMap is nested deeper than 64 levels'],
    [{ record: 'a' }, 'Field record must be an object'],
    [{ record: { config: [], id: 'x' } }, 'Field id must be a whole number'],
    [{ records: {} }, 'Field records must be a list'],
    [{ records: [{}, null, { id: 'x' }] }, 'Item 1 of field records must be an object'],
    [{ records: [{}, { senderName: 1 }, 7] }, 'Field senderName must be a text'],
  ])('rejects %j with "%s"', (body, expected) => {
    expect(getRefusal(() => readRecord(body, Everything)).detail).toBe(expected);
  });

  it.each([
    [{ time: '9:00' }, 'Field time must match ^\\d\\d:\\d\\d$'],
    [{ time: '09:00\0' }, 'Field time must not contain null characters'],
    [{ time: 900 }, 'Field time must be a text'],
    [{ name: 'a' }, 'Field name must have 2 characters at least'],
    [{ name: 'abcde' }, 'Field name must have 4 characters at most'],
    [{ kind: 'new' }, 'Field kind must be one of NEW, OLD'],
    [{ kind: 1 }, 'Field kind must be a text'],
    [{ minutes: 0 }, 'Field minutes must be 1 at least'],
    [{ minutes: 61 }, 'Field minutes must be 60 at most'],
    [{ minutes: 'x' }, 'Field minutes must be a whole number'],
  ])('names the bounds that %j exceeds', (body, expected) => {
    expect(getRefusal(() => readRecord(body, Bounded)).detail).toBe(expected);
  });

  it('accepts only text for a constant', () => {
    expect(readRecord({ conditionMode: 'SOME' }, Definition)).toEqual({ conditionMode: 'SOME' });
    expect(() => readRecord({ conditionMode: 1 }, Definition)).toThrow('Field conditionMode must be a text');
  });

  it('keeps all keys of a map, including special names of JavaScript', () => {
    const config = JSON.parse('{"__proto__":"x","constructor":{"prototype":1}}') as Record<string, unknown>;
    const { config: read } = readRecord({ config }, Notification) as { config: object };
    expect(Object.entries(read)).toEqual(Object.entries(config));
  });

  it('needs a body', () => {
    expect(() => readRecord(undefined, Definition)).toThrow('The request requires a body');
  });

  it.each([false, true])('requires a body, and counts no records without one; in XML: %s', (isXml) => {
    const body = new RecordsPipe(Notification).transform({ value: undefined, isXml });
    expect(body.count()).toBeUndefined();
    expect(() => body.read()).toThrow('The request requires a body');
    const one = new RecordPipe(Notification).transform({ value: undefined, isXml });
    expect(() => one.read()).toThrow('The request requires a body');
  });

  it('names the item of a list that is wrong', () => {
    expect(readRecords([{ id: 1 }, {}], Notification)).toEqual([{ id: 1 }, {}]);
    expect(() => readRecords([{}, 7], Notification)).toThrow('Item 1 of the body must be an object');
    expect(() => readRecords({}, Notification)).toThrow('The body must be a list');
  });

  it('reads or rejects any JSON, and ignores inherited members', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        try {
          for (const name of Object.keys(readRecord(body, Everything)))
            expect(Object.hasOwn(body as object, name)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
        }
      }),
      { seed: 20256, numRuns: 500 },
    );
  });
});
