import { withNullTypes } from './openapi';

describe('withNullTypes', () => {
  it.each([
    ['a plain type', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    [
      'an enumeration',
      { type: 'string', enum: ['a'], nullable: true },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    ['a reference', { $ref: '#/x', nullable: true }, { anyOf: [{ $ref: '#/x' }, { type: 'null' }] }],
    [
      'a reference in a combination',
      { type: 'object', description: 'd', allOf: [{ $ref: '#/x' }], nullable: true },
      { description: 'd', anyOf: [{ type: 'object', allOf: [{ $ref: '#/x' }] }, { type: 'null' }] },
    ],
    ['a type that is not nullable', { type: 'string', nullable: false }, { type: 'string' }],
    [
      'a nested schema',
      { properties: { a: { type: 'number', nullable: true } } },
      { properties: { a: { type: ['number', 'null'] } } },
    ],
    [
      'a property named nullable',
      { properties: { nullable: { type: 'string' } } },
      { properties: { nullable: { type: 'string' } } },
    ],
  ])('rewrites %s', (_case, schema, expected) => {
    expect(withNullTypes(schema)).toEqual(expected);
  });
});
