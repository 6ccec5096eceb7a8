import fc from 'fast-check';
import { deriveDisplayName } from '../src/display-name';

describe('display names derived from names', () => {
  it.each([
    ['connectTime', 'Connect Time'],
    ['delivering-count', 'Delivering Count'],
    ['myURL', 'My URL'],
    ['ServerAPIName', 'Server API Name'],
    ['Blink182', 'Blink 182'],
    ['CPUs', 'CPUs'],
    ['Trait.hostname', 'Trait.hostname'],
    ['Native.MemoryInfo.free', 'Native. Memory Info.free'],
    ['-leading', 'Leading'],
    ['trailing-', 'Trailing'],
    ['-both-ends-', 'Both Ends'],
    ['--two', 'Two'],
    ['a--b', 'a B'],
    ['timeAndMoney', 'Time and Money'],
    ['queueOfTheServer', 'Queue Of the Server'],
    ['anError', 'an Error'],
    ['two words', 'Two Words'],
    ['  blanks   around ', 'Blanks Around'],
    ['http2Requests', 'Http 2 Requests'],
    ['v1.2', 'V 1. 2'],
    ['x', 'X'],
    ['ab', 'Ab'],
    ['größeÄndern', 'Größe Ändern'],
    ['rhq.availability', 'Rhq.availability'],
    ['-', '-'],
    [' ', ' '],
  ])('%j is shown as %j', (name, displayName) => {
    expect(deriveDisplayName(name)).toBe(displayName);
  });

  const names = fc.string({ unit: fc.constantFrom('a', 'b', 'U', 'R', 'L', '1', '-', '.', '_', ' '), minLength: 1 });

  it('keep every letter and digit in place, in any case', () => {
    const letters = (text: string): string => text.replace(/[-\s]/g, '').toLowerCase();
    fc.assert(
      fc.property(names, (name) => {
        expect(letters(deriveDisplayName(name))).toBe(letters(name));
      }),
      { seed: 67, numRuns: 1000 },
    );
  });

  it('have single blanks, none at the ends, and are never empty', () => {
    fc.assert(
      fc.property(
        names.filter((name) => /[^-\s]/.test(name)),
        (name) => {
          expect(deriveDisplayName(name)).toMatch(/^\S+( \S+)*$/);
        },
      ),
      { seed: 68, numRuns: 1000 },
    );
  });
});
