import fc from 'fast-check';
import { RE2JS } from 're2js';
import { MAX_ELEMENTS, compileBounded, isTooLarge } from '../src/bounded-pattern';
import { estimateWeight } from '../src/pattern-weight';

describe('a pattern of a user', () => {
  it.each([
    ['error|warning', 'an error occurred', true],
    ['^\\d{1,3}(?:\\.\\d{1,3}){3}$', '192.168.100.1', true],
    ['[[:alpha:]]+\\]', 'abc]', true],
    ['\\Qa{1000}{1000}\\E', 'a{1000}{1000}', true],
    ['(?i)ÄPFEL', 'äpfel', true],
    ['(?P<word>\\pL+)', 'naïve', true],
    ['x{0,100}y', 'z', false],
  ])('%s is searched for in %s', (expression, text, isFound) => {
    expect(compileBounded(expression)!.isFoundIn(text)).toBe(isFound);
  });

  it.each([
    ['many repetitions', '(?:a?){1000}'.repeat(200)],
    ['nested repetitions', '(?:(?:a{10}){10}){10}'.repeat(2)],
    ['repetitions without an end', '(?:abc){500,}'],
    ['optional repetitions', 'a{0,1000}'],
    ['classes of Unicode', '\\pL'.repeat(1_300)],
    ['a repeated class of Unicode', '[\\p{L}\\pN]{100}'],
    ['nested groups', `${'('.repeat(1_900)}${')'.repeat(1_900)}`],
    ['more text than fits', 'abcde'.repeat(201)],
  ])('is refused for %s', (_name, expression) => {
    expect(isTooLarge(expression)).toBe(true);
    expect(compileBounded(expression)).toBeUndefined();
  });

  it('is rejected when it cannot be parsed', () => {
    expect(compileBounded('(')).toBeUndefined();
    expect(compileBounded('a{2}{3}{')).toBeUndefined();
  });

  it('does not block the process, compiled and matched at its largest', () => {
    const largest = [
      '(?:a?){200}',
      '(?:a?b?c?){80}',
      'a{900}',
      '\\pL'.repeat(90),
      '.'.repeat(MAX_ELEMENTS),
      '(?:.*a){190}',
      '[^a]'.repeat(MAX_ELEMENTS),
    ];
    const text = 'a'.repeat(1_000_000);
    for (const expression of largest) {
      // Processor time, so that other load of the machine does not matter.
      const before = process.cpuUsage();
      const pattern = compileBounded(expression, RE2JS.CASE_INSENSITIVE | RE2JS.DOTALL)!;
      pattern.isFoundIn(text);
      pattern.describes(text);
      pattern.describes(text.slice(0, 8_000));
      const { user, system } = process.cpuUsage(before);
      expect([expression.slice(0, 20), (user + system) / 1000 < 2_000]).toEqual([expression.slice(0, 20), true]);
    }
  });

  it('is estimated at no less than a quarter of the size of the compiled program', () => {
    const atom = fc.constantFrom('a', 'bc', '.', '\\d', '[a-z]', '[^\\]x]', '\\.', 'é');
    const { expression } = fc.letrec<{ expression: string }>((tie) => ({
      expression: fc.oneof(
        { depthSize: 'small' },
        atom,
        fc.tuple(tie('expression'), tie('expression')).map(([left, right]) => `${left}${right}`),
        fc.tuple(tie('expression'), tie('expression')).map(([left, right]) => `(?:${left}|${right})`),
        fc
          .tuple(tie('expression'), fc.constantFrom('*', '+', '?', '{3}', '{2,7}', '{4,}', '{0,9}'))
          .map(([repeated, count]) => `(${repeated})${count}`),
      ),
    }));
    fc.assert(
      fc.property(expression, (written) => {
        fc.pre(estimateWeight(written) <= 20_000);
        const size = RE2JS.compile(written).programSize();
        expect(estimateWeight(written)).toBeGreaterThanOrEqual((size - 2) / 4);
      }),
      { seed: 20261122 },
    );
  });
});
