import type { Requests } from '@wardstone/testing';
import {
  givenPolicy,
  givenProfile,
  givenRules,
  givenSystem,
  type PolicySeed,
  type SystemSeed,
} from '../../test/builders';
import { givenTestResult, type ResultSeed } from '../../test/result.builder';
import { BASE, useCompliance } from '../../test/use-compliance';

describe('the failed rules of a system', () => {
  const { db, api } = useCompliance();
  let policy: PolicySeed;
  let other: PolicySeed;
  let system: SystemSeed;
  let newest: ResultSeed;
  let rules: string[];

  const path = () => `${BASE}/systems/${system.id}/failed_rules`;
  const list = async (query: Record<string, string> = {}, as: Requests = api) =>
    (await as.get(`${path()}?${new URLSearchParams(query).toString()}`).expect(200)).body;
  const titles = async (filter: string): Promise<string[]> =>
    (await list({ filter, sort_by: 'title' })).data.map(({ title }: { title: string }) => title);

  beforeAll(async () => {
    const profile = await givenProfile(db, { minors: [4] });
    rules = await givenRules(db, profile, 4);
    const give = (index: number, title: string, severity: string, files: string[]) =>
      db.query('UPDATE rule SET title = $2, severity = $3, named_files = $4 WHERE id = $1', [
        rules[index],
        title,
        severity,
        files,
      ]);
    await give(0, 'SSH', 'high', ['/etc/ssh/sshd_config', '/etc/ssh/ssh_config']);
    await give(1, 'Login', 'low', ['/etc/login.defs']);
    await give(2, 'Passed', 'high', ['/etc/ssh/sshd_config']);
    await give(3, 'No file', 'medium', []);
    policy = await givenPolicy(db, { title: 'First', profile_id: profile.id });
    other = await givenPolicy(db, { title: 'Second', profile_id: profile.id });
    system = await givenSystem(db, { policies: [policy, other], groups: [{ id: 'g1', name: 'one' }] });
    await givenTestResult(db, policy, system, {
      end_time: new Date('2026-01-01T00:00:00Z'),
      rules: { [rules[0]!]: 'fail', [rules[1]!]: 'fail', [rules[2]!]: 'fail' },
    });
    await db.asOrg(policy.org_id).query('UPDATE test_result SET is_newest = false');
    newest = await givenTestResult(db, policy, system, {
      end_time: new Date('2026-01-02T00:00:00Z'),
      rules: { [rules[0]!]: 'fail', [rules[2]!]: 'pass', [rules[3]!]: 'error' },
    });
    await givenTestResult(db, other, system, { rules: { [rules[1]!]: 'unknown' } });
  });

  it('are those of the newest result for each policy, with the files that they name', async () => {
    const { data, meta } = await list({ sort_by: 'severity:desc' });
    expect(meta.total).toBe(3);
    expect(data[0]).toEqual({
      id: expect.any(String),
      type: 'failed_rule',
      ref_id: expect.any(String),
      title: 'SSH',
      severity: 'high',
      result: 'fail',
      policy_id: policy.id,
      policy_title: 'First',
      test_result_id: newest.id,
      waiver_id: null,
      files: ['/etc/ssh/sshd_config', '/etc/ssh/ssh_config'],
      lowered_severity: null,
    });
    expect(data.map(({ title, files }: { title: string; files: string[] }) => [title, files.length])).toEqual([
      ['SSH', 2],
      ['No file', 0],
      ['Login', 1],
    ]);
  });

  it.each([
    ['file = /etc/ssh/sshd_config', ['SSH']],
    ['file ^ (/etc/ssh/ssh_config /etc/login.defs)', ['Login', 'SSH']],
    ['file = "/etc/login.defs" or file = "/etc/none"', ['Login']],
    ['file = /etc/ssh', []],
    ['file = /ETC/LOGIN.DEFS', []],
    ['severity = high and result = fail', ['SSH']],
  ])('are found by %s', async (filter, found) => {
    expect(await titles(filter)).toEqual(found);
  });

  it('are refused with another operator, of another organisation, and beyond the groups of the caller', async () => {
    await api.get(`${path()}?filter=${encodeURIComponent('file ~ etc')}`).expect(422);
    await api.as({ orgId: 'umbrella' }).get(path()).expect(404);
    await api
      .as({ inventoryGroups: ['g2'] })
      .get(path())
      .expect(404);
    expect((await list({}, api.as({ inventoryGroups: ['g1'] }))).meta.total).toBe(3);
  });

  it('are hidden from users without permission to read reports', async () => {
    const permissions = ['compliance:system:read', 'inventory:hosts:read'] as const;
    await api
      .as({ roles: [], permissions: [...permissions] })
      .get(path())
      .expect(403);
    await api
      .as({ roles: [], permissions: [...permissions, 'compliance:report:read'] })
      .get(path())
      .expect(200);
  });
});
