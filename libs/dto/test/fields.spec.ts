import { type Double, Dto, getDto, Field, getFields, type ObjectMap, type TextMap } from '@wardstone/dto';
import { validateSync } from 'class-validator';

class Plain {
  @Field.Int('An id', { attribute: true })
  id!: number;
  @Field.String('A name', { optional: true })
  name?: string;
}

@Dto('sample', 'A sample')
class Sample extends Plain {
  @Field.Double('A share', { nullable: true })
  share!: Double | null;
  @Field.Enum('A word', { values: ['a', 'b'], open: true })
  word!: string;
  @Field.TextMap('Texts')
  texts!: TextMap;
  @Field.ObjectMap('Values')
  values!: ObjectMap;
  @Field.Array('More', { of: () => Sample, element: 'more' })
  samples!: readonly Sample[];
}

const listRefusals = (value: object): string[] =>
  validateSync(Object.assign(Object.create(Sample.prototype) as object, value), {
    skipMissingProperties: true,
  }).flatMap(({ constraints }) => Object.values(constraints ?? {}));

describe('the declarations of a class', () => {
  it('are listed in order, the fields of the parent first', () => {
    const fields = getFields(Sample);
    expect(fields.map(([name]) => name)).toEqual(['id', 'name', 'share', 'word', 'texts', 'values', 'samples']);
    expect(Object.fromEntries(fields)).toMatchObject({
      id: { kind: 'integer', attribute: true, optional: false },
      name: { kind: 'string', description: 'A name', optional: true },
      share: { kind: 'double', nullable: true },
      word: { kind: 'string', values: ['a', 'b'] },
      samples: { kind: 'records', element: 'more' },
    });
    expect(getFields(Plain)).toHaveLength(2);
  });

  it('are named after the class unless it has another name', () => {
    expect(getDto(Sample)).toEqual({ name: 'Sample', element: 'sample', description: 'A sample' });
    expect(() => getDto(Plain)).toThrow('Plain lacks @Dto()');
  });

  it.each([
    [{ texts: { a: 1 } }, 'texts must be a text'],
    [{ texts: [] }, 'texts must be an object'],
    [{ texts: { 'a\0': '' } }, 'texts must not contain null characters'],
    [{ values: { a: [{ b: 'c\0' }] } }, 'values must not contain null characters'],
    [
      { values: { a: JSON.parse('['.repeat(70) + ']'.repeat(70)) as object } },
      'values is nested deeper than 64 levels',
    ],
  ])('refuse %j', (value, message) => {
    expect(listRefusals(value)).toEqual([message]);
  });

  it('accept any text for an open enumeration', () => {
    expect(listRefusals({ word: 'c', values: { a: null, b: [1, { c: true }] } })).toEqual([]);
  });
});
