import fc from 'fast-check';
import { type Ancestor, ancestryBelow, parseAncestry } from './ancestry';

const PLATFORM = { typeId: 10002, id: 10001, name: 'alpha-host', ancestry: null };

describe('ancestry', () => {
  it('names the nearest ancestor first', () => {
    const server = ancestryBelow(PLATFORM);
    expect(server).toBe('10002_:_10001_:_alpha-host');
    expect(ancestryBelow({ typeId: 10003, id: 10020, name: 'App One', ancestry: server })).toBe(
      '10003_:_10020_:_App One_::_10002_:_10001_:_alpha-host',
    );
  });

  it('stays below 4000 characters', () => {
    const parent = (length: number) => ({ typeId: 1, id: 2, name: 'é'.repeat(length), ancestry: null });
    expect(ancestryBelow(parent(3991))).toHaveLength(3999);
    expect(ancestryBelow(parent(3992))).toBeNull();
  });

  it('is parsed as it was written, unless names look like it', () => {
    const name = fc.string({ maxLength: 20 }).filter((text) => !/_|:/.test(text));
    const ancestor: fc.Arbitrary<Ancestor> = fc.record({ typeId: fc.nat(), id: fc.nat(), name });
    fc.assert(
      fc.property(fc.array(ancestor, { minLength: 1, maxLength: 8 }), (path) => {
        const text = path.reduceRight<string | null>((ancestry, step) => ancestryBelow({ ...step, ancestry }), null);
        expect(parseAncestry(text)).toEqual(path);
      }),
      { seed: 20261 },
    );
  });

  it('of a platform is empty', () => {
    expect(parseAncestry(null)).toEqual([]);
    expect(parseAncestry('no entry')).toEqual([]);
  });
});
