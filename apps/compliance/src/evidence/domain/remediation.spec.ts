import type { DocumentHead } from './evidence';
import { type FixText, type PlannedFix, writePlaybook } from './remediation';

const MADE_AT = new Date('2026-01-15T12:00:00Z');
const POLICY = { id: 'p', title: 'P', description: null, business_objective: null, compliance_threshold: 90 };
const HEAD: DocumentHead = {
  madeAt: MADE_AT,
  at: MADE_AT,
  policy: { ...POLICY, profile_ref_id: 'p1', profile_title: 'One' },
  tailorings: [],
};
const KEY = { tailoring_id: 't', rule_id: 'r' };
const FIX: PlannedFix = {
  ...KEY,
  rule: { id: 'r', ref_id: 'r1', title: 'Rule', severity: 'low', result: 'fail', failed: true, waiver: null },
  hosts: ['web-1'],
  fix: { ...KEY, strategy: null, disruption: null, complexity: null, reboot: null },
};

async function written(text: string): Promise<string> {
  async function* texts(): AsyncIterable<FixText> {
    yield await Promise.resolve({ ...KEY, text, values: [] });
  }
  let playbook = '';
  const plan = { head: HEAD, withExceptions: false, fixes: [FIX], withoutFix: [], unnamed: [] };
  for await (const part of writePlaybook(plan, texts())) playbook += part;
  return playbook;
}

describe('writePlaybook', () => {
  // Ansible reads YAML 1.1: 0644 is octal there, and yes is true.
  it.each(['mode: 0644', 'when: yes', 'size: 1_000', 'at: 12:30:45', 'text: "0644"', 'text: !!str 0644', 'exact: 1e3'])(
    'writes %s as the guide has it',
    async (line) => {
      expect(await written(`- name: a\n  ${line}\n`)).toContain(`\n          ${line}\n`);
    },
  );

  it.each(['', 'hosts: all', '- a', '[]', '- a: 1\n---\n- hosts: all', '- a: "'])(
    'leaves out %j, which is no list of tasks',
    async (text) => {
      const playbook = await written(text);

      expect(playbook).toContain('Left out: its fix is not a list of tasks');
      expect(playbook).not.toContain('block:');
    },
  );
});
