import fc from 'fast-check';
import { decodeWriteRequest, SymbolNumbers, WRITE_MESSAGES, writeNotes } from '@wardstone/series-formats';
import { aFirstMessage, aSecondMessage } from './write-request.builder';

type Pairs = [string, string][];

describe.each([
  [WRITE_MESSAGES[0], aFirstMessage],
  [WRITE_MESSAGES[1], aSecondMessage],
] as const)('keys of series of %s', (message, encode) => {
  const symbols = new SymbolNumbers();
  /** Encodes each in a message of its own, so that symbols have other places. */
  const toKey = (labels: Pairs): string => {
    const bytes = encode([
      { labels: [['x', 'y']], samples: [[1, 1]] },
      { labels, samples: [[1, 1]] },
    ]);
    return [...decodeWriteRequest(message, bytes, writeNotes(), symbols)][1]!.key;
  };
  const labels = fc.array(
    fc.tuple(fc.string({ minLength: 1, maxLength: 3 }), fc.string({ maxLength: 3, unit: 'binary-ascii' })),
    { minLength: 1, maxLength: 3 },
  );

  it('are the same for the same labels, and for no others', () => {
    fc.assert(
      fc.property(labels, labels, (a, b) => {
        expect(toKey(a)).toBe(toKey(a));
        expect(toKey(a) === toKey(b)).toBe(JSON.stringify(a) === JSON.stringify(b));
      }),
    );
  });
});

it('of non-adjacent labels equal those of the same labels', () => {
  const [message] = WRITE_MESSAGES;
  const toKey = (bytes: Buffer): string =>
    [...decodeWriteRequest(message, bytes, writeNotes(), new SymbolNumbers())][0]!.key;
  const field = (tag: number, ...bytes: number[]): number[] => [tag, bytes.length, ...bytes];
  const label = (name: string): number[] => field(10, ...field(10, name.charCodeAt(0)), ...field(18, 49, 50));
  const sample = field(18, 16, 1);
  const together = toKey(Buffer.from(field(10, ...label('a'), ...label('b'), ...label('c'), ...sample)));
  const apart = toKey(Buffer.from(field(10, ...label('a'), ...sample, ...label('b'), ...label('c'))));
  const last = toKey(Buffer.from(field(10, ...sample, ...label('a'), ...label('b'), ...label('c'))));
  expect([apart, last]).toEqual([together, together]);
});
