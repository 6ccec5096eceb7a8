import fc from 'fast-check';
import { bestMediaType } from './accept';

const OFFERED = ['application/json', 'application/xml', 'text/html'] as const;

describe('bestMediaType', () => {
  it.each([
    ['no header', undefined, 'application/json'],
    ['a blank header', '  ', 'application/json'],
    ['anything', '*/*', 'application/json'],
    ['a browser', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html'],
    ['equal wishes in another order', 'text/html, application/xml, application/json', 'application/json'],
    ['a group of types', 'text/*', 'text/html'],
    ['a group with one type excluded', 'application/*, application/json;q=0', 'application/xml'],
    ['everything but one', '*/*;q=0.1, application/json; q=0', 'application/xml'],
    ['capitals and blanks', ' Text/HTML ; Level=1 ; Q=0.7 , application/json;q=0.3', 'text/html'],
    ['nothing that is offered', 'image/png', undefined],
    ['an explicit refusal', 'application/json;q=0', undefined],
    ['a weight out of range', 'text/html;q=7', undefined],
    ['rubbish beside a wish', ',;/,text,*/,application/xml', 'application/xml'],
  ])('finds the type for %s', (_name, accept, expected) => {
    expect(bestMediaType(accept, OFFERED)).toBe(expected);
  });

  it('finds the greatest weight, the first of equals', () => {
    const weight = fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000);
    fc.assert(
      fc.property(fc.tuple(weight, weight, weight), fc.boolean(), (weights, isReversed) => {
        const ranges = OFFERED.map((mediaType, index) => `${mediaType};q=${weights[index]}`);
        const accept = (isReversed ? ranges.reverse() : ranges).join(', ');
        const greatest = Math.max(...weights);
        const expected = greatest === 0 ? undefined : OFFERED[weights.indexOf(greatest)];

        expect(bestMediaType(accept, OFFERED)).toBe(expected);
      }),
      { seed: 11, numRuns: 500 },
    );
  });
});
