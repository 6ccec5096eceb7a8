import Ajv2020 from 'ajv/dist/2020';
import { DataPoint, Definition, Tree, aDefinition } from '../../test/sample-records';
import { renderWrappedJson } from '../render/render-json';
import { resultSchema, sentRecordSchema, wrappedSchema } from './json-schema';
import { LINKS, toListKind, one, type ResultKind, TEXTS } from './result-kind';

const accepts = (schema: object, value: unknown): boolean => {
  const ajv = new Ajv2020({ strict: true, formats: { int64: true, double: true } });
  return ajv.validate(schema, JSON.parse(JSON.stringify(value)));
};

describe('the schema of a result', () => {
  it.each<[string, ResultKind, unknown]>([
    ['a record', one(Definition), aDefinition()],
    [
      'a list',
      toListKind(Definition),
      [aDefinition({ notifications: [{ id: 1, senderName: 's', config: { a: [1] } }] })],
    ],
    ['a record inside its own kind', one(Tree), { id: '1', children: [{ id: '2', children: [] }] }],
    ['a number that is not there', one(DataPoint), { scheduleId: 1, timeStamp: 2, value: 'NaN' }],
    ['links', LINKS, [{ self: { href: '.json' } }]],
    ['texts', TEXTS, ['a']],
  ])('accepts %s', (_name, kind, value) => {
    expect(accepts(resultSchema(kind), value)).toBe(true);
  });

  it.each<[string, ResultKind, unknown]>([
    ['a missing field', one(Definition), { ...aDefinition(), name: undefined }],
    ['null where it is not allowed', one(Definition), { ...aDefinition(), name: null }],
    ['a constant outside the enumeration', one(Definition), { ...aDefinition(), conditionMode: 'SOME' }],
    ['a text for a number', one(Definition), { ...aDefinition(), id: '1' }],
    ['a link of another form', LINKS, [{ rel: 'self', href: '.json' }]],
    ['a record for a list', TEXTS, {}],
  ])('refuses %s', (_name, kind, value) => {
    expect(accepts(resultSchema(kind), value)).toBe(false);
  });

  it('describes wrapped lists, and single records as they are', () => {
    const wrapped = JSON.parse(renderWrappedJson(TEXTS, ['a'], [])) as unknown;
    expect(accepts(wrappedSchema(TEXTS), wrapped)).toBe(true);
    expect(accepts(wrappedSchema(TEXTS), ['a'])).toBe(false);
    expect(accepts(wrappedSchema(one(Definition)), aDefinition())).toBe(true);
  });

  it('omits optional fields, in nested records too', () => {
    const sent = { name: 'x', notifications: [{ senderName: 's' }] };
    expect(accepts(sentRecordSchema(Definition), sent)).toBe(true);
    expect(accepts(resultSchema(one(Definition)), { ...aDefinition(), ...sent })).toBe(false);
  });

  it('accepts only numbers from clients, who have no value to leave open', () => {
    const point = (value: unknown): unknown => ({ scheduleId: 1, timeStamp: 2, value });
    expect(accepts(sentRecordSchema(DataPoint), point(1.5))).toBe(true);
    expect(accepts(sentRecordSchema(DataPoint), point('NaN'))).toBe(false);
  });
});
