import { parse } from 'yaml';
import type { DocumentHead } from './evidence';
import { type FixText, type PlannedFix, writePlaybook } from './remediation';

const MADE_AT = new Date('2026-01-15T12:00:00Z');
const POLICY = {
  id: 'p',
  title: 'P',
  description: null,
  business_objective: null,
  compliance_threshold: 90,
  max_result_age_days: null,
};
const HEAD: DocumentHead = {
  madeAt: MADE_AT,
  at: MADE_AT,
  policy: { ...POLICY, profile_ref_id: 'p1', profile_title: 'One' },
  tailorings: [],
};
const KEY = { tailoring_id: 't', rule_id: 'r' };
const FIX: PlannedFix = {
  ...KEY,
  rule: {
    id: 'r',
    ref_id: 'r1',
    title: 'Rule',
    severity: 'low',
    result: 'fail',
    failed: true,
    waiver: null,
    controls: [],
    review: null,
    plan: null,
    lowering: null,
  },
  hosts: ['web-1'],
  fix: { ...KEY, strategy: null, disruption: null, complexity: null, reboot: false },
};

async function written(text: string, values: FixText['values'] = []): Promise<string> {
  async function* texts(): AsyncIterable<FixText> {
    yield await Promise.resolve({ ...KEY, text, values });
  }
  let playbook = '';
  const plan = { head: HEAD, withExceptions: false, fixes: [FIX], withoutFix: [], unnamed: [], shared: [] };
  for await (const part of writePlaybook(plan, texts())) playbook += part;
  return playbook;
}

describe('writePlaybook', () => {
  // Ansible reads YAML 1.1: 0644 is octal there, and yes is true.
  it.each(['mode: 0644', 'when: yes', 'size: 1_000', 'at: 12:30:45', 'text: "0644"', 'text: !!str 0644', 'exact: 1e3'])(
    'writes %s as in the guide',
    async (line) => {
      expect(await written(`- name: a\n  ${line}\n`)).toContain(`\n          ${line}\n`);
    },
  );

  it.each(['', 'hosts: all', '- a', '[]', '- a: 1\n---\n- hosts: all', '- a: "'])(
    'leaves out %j, which is not a list of tasks',
    async (text) => {
      const playbook = await written(text);

      expect(playbook).toContain('Left out: its fix is not a list of tasks');
      expect(playbook).not.toContain('block:');
    },
  );

  describe('with values of the guide', () => {
    /** The block of the fix, in which each `@` is the place of the value. */
    async function blockWith(value: string, fix: string): Promise<Record<string, unknown>[] | string> {
      const places = [...fix.matchAll(/@/g)].map(({ index }, n) => ({ at: index - n, text: value, is_own: false }));
      const playbook = await written(fix.replaceAll('@', ''), places);
      const [{ tasks }] = parse(playbook, { schema: 'failsafe' }) as [{ tasks: [Task] }];
      return tasks[0].block ?? tasks[0].debug!.msg;
    }
    interface Task {
      block?: Record<string, unknown>[];
      debug?: { msg: string };
    }
    const LEFT_OUT = 'Left out: a value would be evaluated by Ansible as a template';

    it.each([
      'DEFAULT:NO-SHA1',
      'yes',
      '0644',
      '[abc]',
      '{a}',
      'a #b',
      'a: b',
      '- a',
      '# a',
      '*a',
      '&a b',
      '!a',
      '| a',
      '> a',
      '"a" b',
      "it's",
      'a\\nb',
      '%a',
      '@a',
      '`a`',
      ' a ',
      '',
      'two\nlines',
      'a\n\n  b\n',
      '\ttab',
      '日本🔥',
      'null',
      '?',
      ':',
    ])('writes %j as one text, tagged or not, in quotes and in blocks', async (value) => {
      const fix = [
        `- name: a`,
        '  tagged: !!str @',
        '  plain: @',
        '  double: "<@>"',
        "  single: '<@>'",
        '  flow: [@, b]',
        '  other: c',
      ].join('\n');

      expect(await blockWith(value, fix)).toEqual([
        {
          name: 'a',
          tagged: value,
          plain: value,
          double: `<${value}>`,
          single: `<${value}>`,
          flow: [value, 'b'],
          other: 'c',
        },
      ]);
    });

    it.each([
      ['- name: a\n  shell: |\n    one @\n    two\n', 'shell', 'one [x] # y\ntwo\n'],
      ['- name: a # @\n  # @\n  debug: b\n', 'debug', 'b'],
      ['- name: a\n  "@": b\n', '[x] # y', 'b'],
    ])('writes it into %j', async (fix, key, expected) => {
      expect(await blockWith('[x] # y', fix)).toEqual([expect.objectContaining({ [key]: expected })]);
    });

    it.each(['{{ x }}', '{% x %}', '{# x #}', 'a}}'])(
      'leaves out the fix for %j, which Ansible evaluates',
      async (value) => {
        expect(await blockWith(value, '- name: a\n  var: !!str @\n')).toBe(LEFT_OUT);
        expect(await blockWith(value, '- name: a\n  var: "{{ b }}@"\n')).toBe(LEFT_OUT);
      },
    );

    it('leaves out a fix where value and text together form a template', async () => {
      expect(await blockWith('{x', '- name: a\n  var: "{@"\n')).toBe(LEFT_OUT);
    });

    it.each(['- name: a\n  var: !!str [b]\n', '- name: a\n  var: &@ b\n'])(
      'leaves out %j, which cannot be written as it was read',
      async (fix) => {
        expect(await blockWith('x', fix)).toBe('Left out: its fix or a value cannot be written unchanged');
      },
    );

    it('keeps the templates of the guide', async () => {
      expect(await blockWith('x', '- name: a\n  var: "{{ b }} @"\n')).toEqual([{ name: 'a', var: '{{ b }} x' }]);
    });
  });
});
