import fc from 'fast-check';
import { parse, stringify } from 'smol-toml';
import { mergeTables, renderBlueprint } from './blueprint';

const HEAD = { title: 'CIS', description: 'Baseline', guideVersion: '0.1.65' };
const render = (...fixes: string[]) => renderBlueprint({ ...HEAD, fixes: fixes.map((text) => ({ text, values: [] })) });

describe('renderBlueprint', () => {
  it('starts with the profile and joins the packages of all fixes', () => {
    const aide = '[[packages]]\nname = "aide"\nversion = "*"\n';

    expect(render(aide, '\n[[packages]]\nname = "audit"\nversion = "*"\n', aide)).toBe(`name = "CIS"
description = "Baseline"
version = "0.1.65"

[[packages]]
name = "aide"
version = "*"

[[packages]]
name = "audit"
version = "*"
`);
  });

  it('has only its header without fixes', () => {
    expect(render()).toBe('name = "CIS"\ndescription = "Baseline"\nversion = "0.1.65"\n');
  });

  it('merges tables, joins arrays without duplicates and keeps the last of anything else', () => {
    const merged = parse(
      render(
        '[customizations.services]\nenabled = ["auditd", "sshd"]\n[customizations.kernel]\nappend = "audit=1"',
        '[customizations.services]\nenabled = ["sshd", "rngd"]\nmasked = ["nfs"]',
        '[customizations.kernel]\nappend = "quiet"',
      ),
    );

    expect(merged['customizations']).toEqual({
      services: { enabled: ['auditd', 'sshd', 'rngd'], masked: ['nfs'] },
      kernel: { append: 'audit=1 quiet' },
    });
  });

  describe('of kernel arguments', () => {
    const append = (text: string, ...values: { at: number; text: string }[]) => ({
      text: `[customizations.kernel]\nappend = "${text}"\n`,
      values: values.map((value) => ({ ...value, at: value.at + '[customizations.kernel]\nappend = "'.length })),
    });
    const appended = (...fixes: ReturnType<typeof append>[]): unknown =>
      parse(renderBlueprint({ ...HEAD, fixes }))['customizations'];

    it('joins those of all rules with blanks, each once', () => {
      const fixes = [
        append('audit=1'),
        append('slub_debug=', { at: 11, text: 'P' }),
        append('audit=1'),
        append('pti=on'),
      ];

      expect(appended(...fixes)).toEqual({ kernel: { append: 'audit=1 slub_debug=P pti=on' } });
    });

    it('fills in several values', () => {
      const fix = append('a= b=', { at: 2, text: '1' }, { at: 5, text: '2' });

      expect(appended(fix)).toEqual({ kernel: { append: 'a=1 b=2' } });
    });

    it.each(['x"\n[[customizations.user]]\nname = "mallory', "'\\u0022", '\u0000\t\u007f', 'ü"'])(
      'treats the value %j as text',
      (text) => {
        expect(appended(append('a=', { at: 2, text }))).toEqual({ kernel: { append: `a=${text}` } });
      },
    );

    it('leaves tables alone that are of another shape', () => {
      const odd = { text: 'customizations = 1', values: [] };
      const number = { text: '[customizations.kernel]\nappend = 2.0\nname = "rt"', values: [] };

      expect(appended(odd)).toBe(1);
      expect(appended(append('quiet'), number)).toEqual({ kernel: { append: 2, name: 'rt' } });
    });
  });

  it('fills values into numbers too', () => {
    const fix = { text: 'size = ', values: [{ at: 7, text: '5' }] };

    expect(renderBlueprint({ ...HEAD, fixes: [fix] })).toBe(`${render()}size = 5\n`);
  });

  it.each(['not toml', '[[packages]', 'a = 1\na = 2', 'echo "x" > /etc/y'])('skips the fix %j', (fix) => {
    expect(render(fix, 'size = 1')).toBe(`${render()}size = 1\n`);
  });

  it('preserves kinds of numbers, dates, and awkward keys and texts', () => {
    const fix = [
      'whole = 9223372036854775807',
      'fraction = 1.0',
      'day = 1979-05-27',
      'time = 07:32:00.000',
      'mixed = [ 1, 1.0, "1", true, 1, 1.0 ]',
      '__proto__ = "own"',
      '"quoted key" = "line\\nbreak \\u0001 \\"x\\""',
    ].join('\n');

    expect(render(fix).slice(render().length)).toBe(`${fix.replace(', 1, 1.0 ]', ' ]')}\n`);
  });
});

describe('mergeTables', () => {
  const scalar = fc.oneof(fc.string({ maxLength: 5 }), fc.boolean(), fc.bigInt({ min: -9n, max: 9n }));
  const { table } = fc.letrec<{ value: unknown; table: Record<string, unknown> }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      scalar,
      fc.uniqueArray(scalar, { maxLength: 4, selector: (item) => `${typeof item} ${item}` }),
      tie('table'),
    ),
    table: fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__'), tie('value'), {
      maxKeys: 4,
      noNullPrototype: false,
    }),
  }));
  const options = { seed: 20260525, numRuns: 300 };
  const plain = (value: unknown): string =>
    JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? `${item}n` : item));

  it('changes nothing when a document is merged into itself', () => {
    fc.assert(
      fc.property(table, (document) => {
        expect(plain(mergeTables([document, document]))).toBe(plain(mergeTables([document])));
        expect(plain(mergeTables([document]))).toBe(plain(document));
      }),
      options,
    );
  });

  it('is associative', () => {
    fc.assert(
      fc.property(table, table, table, (a, b, c) => {
        const whole = plain(mergeTables([a, b, c]));
        expect(plain(mergeTables([mergeTables([a, b]), c]))).toBe(whole);
      }),
      options,
    );
  });

  it('has every key of every document, and keeps values that only the last document has', () => {
    fc.assert(
      fc.property(table, table, (a, b) => {
        const merged = mergeTables([a, b]);
        expect(new Set(Object.keys(merged))).toEqual(new Set([...Object.keys(a), ...Object.keys(b)]));
        for (const [key, value] of Object.entries(b)) {
          if (!Object.hasOwn(a, key)) expect(plain(merged[key])).toBe(plain(value));
        }
      }),
      options,
    );
  });

  it('survives being written and read again, but for the order of keys', () => {
    const sorted = (value: unknown): unknown => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
      return Object.entries(value)
        .map(([key, item]) => [key, sorted(item)] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1));
    };

    fc.assert(
      fc.property(table, (document) => {
        const read = parse(render(stringify(document)), { integersAsBigInt: true });
        const head = { name: 'CIS', description: 'Baseline', version: '0.1.65' };

        expect(plain(sorted(read))).toBe(plain(sorted(mergeTables([head, document]))));
      }),
      options,
    );
  });
});
