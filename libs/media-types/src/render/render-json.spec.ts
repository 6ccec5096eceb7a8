import fc from 'fast-check';
import { type Double, Field, type ObjectMap } from '@wardstone/dto';
import { type AnyRecord } from '../record/result-kind';
import { jsonArray, jsonWriter } from './render-json';

class Point {
  @Field.Int('')
  at!: number;
  @Field.Double('', { nullable: true })
  value!: Double | null;
}
class Series {
  @Field.String('')
  name!: string;
  @Field.Double('')
  mean!: Double;
  @Field.Object('', { of: () => Point, nullable: true })
  first!: Point | null;
  @Field.Array('', { of: () => Point, optional: true })
  points?: readonly Point[];
  @Field.ObjectMap('', { optional: true })
  extra?: ObjectMap;
}
class Plain {
  @Field.Int('')
  id!: number;
}
const write = (value: object): string => jsonWriter(Series)(value as AnyRecord);

describe('JSON of records', () => {
  it('has a fraction in every double, and in no other field', () => {
    expect(
      write({
        name: 'a "b"',
        mean: 46,
        first: { at: 1, value: 100000 },
        points: [
          { at: 2, value: -0 },
          { at: 3, value: 0.5 },
        ],
        extra: { count: 3 },
      }),
    ).toBe(
      '{"name":"a \\"b\\"","mean":46.0,"first":{"at":1,"value":100000.0},' +
        '"points":[{"at":2,"value":0.0},{"at":3,"value":0.5}],"extra":{"count":3}}',
    );
  });

  it('keeps non-numeric values, and omits missing fields', () => {
    expect(write({ name: 'a', mean: 'NaN', first: null, points: undefined })).toBe(
      '{"name":"a","mean":"NaN","first":null}',
    );
    expect(write({ first: { at: 1, value: null }, points: [] })).toBe('{"first":{"at":1,"value":null},"points":[]}');
    expect(write({})).toBe('{}');
    expect(write({ mean: NaN })).toBe('{"mean":null}');
  });

  it('writes large and small doubles that are read back unchanged', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.string(), (mean, name) => {
        const json = write({ mean, name });
        expect(JSON.parse(json)).toEqual({ mean: mean === 0 ? 0 : mean, name });
        expect(json).toMatch(/^\{"mean":-?[0-9]+(\.[0-9]+)?(e[+-][0-9]+)?,/);
        expect(json).toMatch(/^\{"mean":-?[0-9]+(\.|e)/);
      }),
    );
  });

  it('equals JSON.stringify without doubles', () => {
    expect(jsonWriter(Plain)).toBe(JSON.stringify);
    expect(jsonArray(Plain, [{ id: 1 }, { id: 2 }])).toBe('[{"id":1},{"id":2}]');
    expect(jsonArray(Point, [])).toBe('[]');
  });
});
