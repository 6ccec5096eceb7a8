import { Bunzip2 } from '../src/documents/bunzip2';
import { DocumentError } from '../src/documents/document-error';

/** Decompresses through writes of `pieceBytes`. */
function bunzip2(bytes: Uint8Array, pieceBytes = bytes.length): Buffer {
  const taken: Uint8Array[] = [];
  const decoder = new Bunzip2((piece) => taken.push(piece));
  for (let at = 0; at < bytes.length; at += pieceBytes) decoder.write(bytes.subarray(at, at + pieceBytes));
  decoder.end();
  return Buffer.concat(taken);
}

function getRefusal(bytes: Uint8Array): Pick<DocumentError, 'kind' | 'message'> {
  try {
    bunzip2(bytes);
  } catch (error) {
    if (error instanceof DocumentError) return { kind: error.kind, message: error.message };
    throw error;
  }
  throw new Error('the stream was taken');
}

const REFUSAL = { kind: 'invalid', message: 'not a bzip2 stream' };

/** Written by bzip2 1.0.8. */
const SAMPLES = {
  empty: 'QlpoORdyRThQkAAAAAA=',
  hello: 'QlpoOTFBWSZTWZxFPtMAAAORAEAEAkSgACEiMDAGUifkVFhdyRThQkJxFPtM',
  runs: 'QlpoOTFBWSZTWX8VpXMAAAHBAeAAPwAAgAAIIAAhtSbU9JoQAwtz0TKZ2YYaqKL0Rb4fF3JFOFCQfxWlcw==',
  allBytes:
    'QlpoOTFBWSZTWba17pUAAAB/////////////////////////////////////////////sADFUgAAAAAAAAAAAAAAAAAAAAABMAmAAAAAAAAAAAAA' +
    'AEwABMAEmAAmAAJgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAkwAEwABMAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAPwCAwQFBgcICQo' +
    'LDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+P0BBQkNERUZHSElKS0xNTk9QUVJTVFVWV1hZWltcXV5f' +
    'YGFiY2RhYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3h5ent8fX5/gIGCg4SFhoeIiYqLjI2Oj5CRkpWWl5iZmpucnZ6foKGio6SlpqeoqaqrrK2ur7Cx' +
    'srO0tba3uLm6u7y9vr/AwcLDxMXGxcbHyMnKy8zNzs/Q0dLT1NXW19jZ2tvc3d7f4OHi4+Tl5ufo6err7O3u7/Dx8vP09fb3+Pn6+/z9F3JFOFCQ' +
    'trXulQ==',
  /** 45 000 000 zeros in 50 bytes. */
  bomb: 'QlpoOTFBWSZTWckBtsgBWKtAIMAAEAAACCAAMMwFKaZSSFJsVJIUni7kinChIZIDbZA=',
};
/** Declares the smallest block size, unlike bzip2, because the decoder allocates the declared one. */
function sample(name: keyof typeof SAMPLES): Buffer {
  const bytes = Buffer.from(SAMPLES[name], 'base64');
  bytes[3] = name === 'bomb' ? bytes[3]! : '1'.charCodeAt(0);
  return bytes;
}
const RUNS = `aaabbbbccccc${'d'.repeat(255)}${'e'.repeat(260)}${'f'.repeat(1000)}`;

describe('Bunzip2', () => {
  it.each([
    ['empty', ''],
    ['hello', 'hello, hello, hello'],
    ['runs', RUNS],
  ] as const)('decompresses the sample %s, however it is cut', (name, text) => {
    for (const pieceBytes of [1, 7, 1_000]) expect(bunzip2(sample(name), pieceBytes).toString()).toBe(text);
  });

  it('decompresses every byte value', () => {
    expect([...bunzip2(sample('allBytes'))]).toEqual(Array.from({ length: 256 }, (_, byte) => byte));
  });

  it('reads streams in a row as one', () => {
    const joined = Buffer.concat([sample('hello'), sample('empty'), sample('runs')]);

    expect(bunzip2(joined).toString()).toBe(`hello, hello, hello${RUNS}`);
  });

  it('passes a bomb on in small pieces, so that it can be stopped', () => {
    let taken = 0;
    const decoder = new Bunzip2((piece) => {
      expect(piece.length).toBeLessThan(70_000);
      taken += piece.length;
      if (taken > 1_000_000) throw new Error('enough');
    });
    decoder.write(sample('bomb'));

    expect(() => decoder.end()).toThrow('enough');
    expect(taken).toBeLessThan(1_100_000);
  });

  it('checks the time even where nothing is decompressed', () => {
    let parts = 0;
    const decoder = new Bunzip2(
      () => {},
      () => {
        if (++parts > 100) throw new Error('time is up');
      },
    );
    decoder.write(Buffer.concat(Array.from({ length: 1_000 }, () => sample('empty'))));

    expect(() => decoder.end()).toThrow('time is up');
  });

  it('does not mix up data shared between pieces', () => {
    const pieces: Uint8Array[] = [];
    const decoder = new Bunzip2((piece) => pieces.push(piece));
    decoder.write(Buffer.concat([sample('hello'), sample('runs')]));
    decoder.end();

    expect(pieces.map((piece) => Buffer.from(piece).toString())).toEqual(['hello, hello, hello', RUNS]);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['another format', Buffer.from('<x/>')],
    ['a level of 0', Buffer.concat([Buffer.from('BZh0'), sample('hello').subarray(4)])],
    ['what follows a stream and is none', Buffer.concat([sample('hello'), Buffer.from('rest')])],
  ])('refuses %s', (_name, bytes) => expect(getRefusal(bytes)).toEqual(REFUSAL));

  it.each(['hello', 'runs', 'allBytes', 'empty'] as const)('refuses the sample %s wherever it is cut off', (name) => {
    const bytes = sample(name);
    for (let length = 0; length < bytes.length; length++) {
      expect(getRefusal(bytes.subarray(0, length))).toEqual(REFUSAL);
    }
  });

  it.each(['hello', 'runs', 'allBytes'] as const)('never accepts a changed byte of the sample %s', (name) => {
    const [bytes, truth] = [sample(name), bunzip2(sample(name))];
    for (let at = 0; at < bytes.length; at++) {
      for (const change of [0x01, 0x80]) {
        const changed = Buffer.from(bytes);
        changed[at]! ^= change;
        const outcome = ((): Buffer | string => {
          try {
            return bunzip2(changed);
          } catch (error) {
            return (error as Error).message;
          }
        })();
        // Some bits have no effect: a greater block size, padding at the end.
        if (typeof outcome === 'string') expect(outcome).toBe(REFUSAL.message);
        else expect(outcome).toEqual(truth);
      }
    }
  });
});
