import { aGuideDocument, importGuide } from '../../guides/test/given-guide-document';
import { givenPolicy, givenProfile, givenSystem } from '../../test/builders';
import { BASE, useCompliance } from '../../test/use-compliance';
import { anArf, aScannedBenchmark, aTestResult, type ScanShape } from '../../../../../libs/scap/test/scan.builder';
import { givenScannableSystem, uploadResult } from './given-scannable-system';

const { db, api } = useCompliance();

const upload = (systemId: string, document: string) => uploadResult(api, systemId, document);
const getRuleResults = async (reportId: string, resultId: string): Promise<string[]> => {
  const { body } = await api
    .get(`${BASE}/reports/${reportId}/test_results/${resultId}/rule_results?sort_by=precedence`)
    .expect(200);
  return body.data.map(({ ref_id, result }: { ref_id: string; result: string }) => `${ref_id} ${result}`);
};
const toResults = async (reportId: string) => (await api.get(`${BASE}/reports/${reportId}/test_results`)).body.data;
const refused = async (systemId: string, document: string, reason: string): Promise<void> => {
  const { body } = await upload(systemId, document).expect(422);
  expect(body).toEqual({ errors: [`Invalid report: ${reason}`] });
};

describe('POST /systems/{system_id}/test_results', () => {
  it('stores the result and returns its location', async () => {
    const tags = [{ namespace: 'ops', key: 'stage', value: 'test' }];
    const { policy, system, benchmark } = await givenScannableSystem(db, api, { tags });
    const response = await upload(system.id, aTestResult({ benchmark })).expect(201);
    const { data } = response.body;

    expect(response.headers['location']).toBe(`${BASE}/reports/${policy.id}/test_results/${data.id}`);
    expect(data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      end_time: '2026-01-10T08:00:00.000Z',
      failed_rule_count: 1,
      supported: true,
      score: 66.5,
      type: 'test_result',
      display_name: system.display_name,
      groups: [],
      tags,
      os_major_version: 8,
      os_minor_version: 4,
      compliant: false,
      system_id: system.id,
      security_guide_version: '1.0',
      verdict: 'not_compliant',
      passed_rule_count: 2,
      not_applicable_rule_count: 0,
      freshness: 'fresh',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      score_with_exceptions: 66.5,
      verdict_with_exceptions: 'not_compliant',
      waived_rule_count: 0,
      not_checked_rule_count: 0,
      informational_rule_count: 0,
      not_selected_rule_count: 0,
      overruled_rule_count: 0,
    });
    expect(Object.keys(data)).toEqual([
      'id',
      'end_time',
      'failed_rule_count',
      'supported',
      'score',
      'type',
      'display_name',
      'groups',
      'tags',
      'os_major_version',
      'os_minor_version',
      'compliant',
      'system_id',
      'security_guide_version',
      'verdict',
      'passed_rule_count',
      'not_applicable_rule_count',
      'freshness',
      'sha256',
      'score_with_exceptions',
      'verdict_with_exceptions',
      'waived_rule_count',
      'not_checked_rule_count',
      'informational_rule_count',
      'not_selected_rule_count',
      'overruled_rule_count',
    ]);
    expect((await api.get(response.headers['location']!).expect(200)).body.data).toEqual(data);
    expect(await getRuleResults(policy.id, data.id)).toEqual(['r1 pass', 'r2 fail', 'r3 pass']);
  });

  it.each([
    [
      'an ARF',
      (shape: ScanShape) => anArf(['<o xmlns="urn:oval"/>', aTestResult(shape)], aScannedBenchmark('', shape)),
    ],
    ['a benchmark with its result', (shape: ScanShape) => aScannedBenchmark(aTestResult(shape), shape)],
    ['a bare test result', aTestResult],
  ])('accepts %s', async (_name, write) => {
    const { system, benchmark } = await givenScannableSystem(db, api);

    expect((await upload(system.id, write({ benchmark })).expect(201)).body.data.failed_rule_count).toBe(1);
  });

  it('updates when the system was last seen, unless the same result is repeated', async () => {
    const { system, benchmark } = await givenScannableSystem(db, api, { last_seen: new Date('2026-01-02T00:00:00Z') });
    const lastSeen = async (): Promise<string> =>
      (await api.get(`${BASE}/systems?filter=display_name%3D"${system.display_name}"`)).body.data[0].last_seen;
    expect(await lastSeen()).toBe('2026-01-02T00:00:00.000Z');

    await upload(system.id, aTestResult({ benchmark })).expect(201);
    expect(await lastSeen()).toBe(new Date(api.clock.now()).toISOString());
    api.clock.advance(60_000);
    await upload(system.id, aTestResult({ benchmark })).expect(200);
    expect(await lastSeen()).toBe(new Date(api.clock.now() - 60_000).toISOString());
  });

  it('refuses a scan of the far future, which would block every later one', async () => {
    const { system, benchmark } = await givenScannableSystem(db, api);
    const inHours = (hours: number): string => new Date(api.clock.now() + hours * 3_600_000).toISOString();

    const late = aTestResult({ benchmark, endTime: inHours(25) });
    await refused(system.id, late, 'the scan ends more than 24 hours in the future');
    await upload(system.id, aTestResult({ benchmark, endTime: inHours(23) })).expect(201);
  });

  it('lists unevaluated rules separately, even unknown ones', async () => {
    const { policy, system, benchmark } = await givenScannableSystem(db, api);
    const rules = { r1: 'notapplicable', r2: 'notchecked', r3: 'fixed', x1: 'notselected', x2: 'informational' };
    const { body } = await upload(system.id, aTestResult({ benchmark, rules })).expect(201);

    expect(await getRuleResults(policy.id, body.data.id)).toEqual(['r3 fixed']);
    expect(body.data.failed_rule_count).toBe(1);
  });

  it('returns 200 with the stored record when the same scan comes again', async () => {
    const { policy, system, benchmark } = await givenScannableSystem(db, api);
    const first = await upload(system.id, aTestResult({ benchmark })).expect(201);
    const again = await upload(system.id, aTestResult({ benchmark, score: '' })).expect(200);

    expect(again.body).toEqual(first.body);
    expect(await toResults(policy.id)).toEqual([first.body.data]);
  });

  it('shows only the newest result, and refuses older ones', async () => {
    const { policy, system, benchmark } = await givenScannableSystem(db, api);
    const at = (time: string): string => aTestResult({ benchmark, endTime: `2026-01-10T${time}Z` });
    await upload(system.id, at('08:00:00')).expect(201);
    const { body } = await upload(system.id, at('09:00:00')).expect(201);
    await refused(system.id, at('08:00:00'), 'a newer result exists');
    await refused(system.id, at('08:59:59.999'), 'a newer result exists');

    expect((await toResults(policy.id)).map(({ id }: { id: string }) => id)).toEqual([body.data.id]);
    const [count] = await db.asOrg('acme').query<{ results: number; rules: number }>(
      `SELECT count(DISTINCT t.id) AS results, count(*) AS rules
         FROM rule_result rr JOIN test_result t ON t.id = rr.test_result_id
        WHERE t.system_id = $1`,
      [system.id],
    );
    expect(count).toEqual({ results: 2, rules: 6 });
  });

  it('stores only the newest of many concurrent results', async () => {
    const { policy, system, benchmark } = await givenScannableSystem(db, api);
    const times = ['08:00:03', '08:00:01', '08:00:05', '08:00:02', '08:00:04'];
    const responses = await Promise.all(
      times.map((time) => upload(system.id, aTestResult({ benchmark, endTime: `2026-01-10T${time}Z` }))),
    );

    expect(responses.every(({ status }) => status === 201 || status === 422)).toBe(true);
    expect((await toResults(policy.id)).map(({ end_time }: { end_time: string }) => end_time)).toEqual([
      '2026-01-10T08:00:05.000Z',
    ]);
  });

  it('marks a result as unsupported when the scanned guide does not register the minor version', async () => {
    const { policy, system, benchmark } = await givenScannableSystem(db, api);
    await importGuide(api, aGuideDocument({ refId: benchmark, version: '2.0' }));
    const { body } = await upload(system.id, aTestResult({ benchmark, version: '2.0', score: '<score>100</score>' }));

    expect(body.data).toMatchObject({
      supported: false,
      compliant: true,
      verdict: 'unsupported',
      security_guide_version: '1.0',
    });
    expect((await api.get(`${BASE}/reports/${policy.id}`)).body.data).toMatchObject({
      compliant_system_count: 0,
      unsupported_system_count: 1,
      reported_system_count: 1,
    });
  });

  it('marks a scan that judged no rule as not applicable, and counts it separately', async () => {
    const { policy, system, benchmark } = await givenScannableSystem(db, api);
    const { body } = await upload(
      system.id,
      aTestResult({
        benchmark,
        score: '<score maximum="100">0</score>',
        rules: { r1: 'notapplicable', r2: 'notapplicable', r3: 'notselected' },
      }),
    ).expect(201);
    const verdictIs = async (verdict: string): Promise<number> =>
      (await api.get(`${BASE}/reports/${policy.id}/test_results?filter=verdict%20%3D%20${verdict}`)).body.meta.total;

    expect(body.data).toMatchObject({
      score: 0,
      compliant: false,
      verdict: 'not_applicable',
      failed_rule_count: 0,
      passed_rule_count: 0,
      not_applicable_rule_count: 2,
    });
    expect((await api.get(`${BASE}/reports/${policy.id}`)).body.data).toMatchObject({
      compliant_system_count: 0,
      unsupported_system_count: 0,
      reported_system_count: 1,
      not_applicable_system_count: 1,
    });
    expect([await verdictIs('not_applicable'), await verdictIs('not_compliant')]).toEqual([1, 0]);
  });

  it('stores a result without score', async () => {
    const { system, benchmark } = await givenScannableSystem(db, api);
    const { body } = await upload(system.id, aTestResult({ benchmark, score: '' })).expect(201);

    expect(body.data).toMatchObject({ score: null, compliant: false });
  });

  it('compares the score to the threshold of today', async () => {
    const { policy, system, benchmark } = await givenScannableSystem(db, api);
    const { body } = await upload(system.id, aTestResult({ benchmark })).expect(201);
    await api.patch(`${BASE}/policies/${policy.id}`).send({ compliance_threshold: 66.5 }).expect(202);

    expect((await toResults(policy.id))[0]).toEqual({
      ...body.data,
      compliant: true,
      verdict: 'compliant',
      verdict_with_exceptions: 'compliant',
    });
  });
});

describe('a result that does not fit', () => {
  it('is refused for its format first', async () => {
    const system = await givenSystem(db);

    await refused(system.id, '<html/>', 'wrong format or benchmark');
    await refused(system.id, aTestResult({ benchmark: 'other' }), 'wrong format or benchmark');
  });

  it('is refused when it is for another version or family of the operating system', async () => {
    const { system, benchmark } = await givenScannableSystem(db, api, { os_major_version: 9 });
    const debian = await givenScannableSystem(db, api, { os_name: 'Debian' });

    await refused(system.id, aTestResult({ benchmark }), `OS major version 9 does not match benchmark ${benchmark}`);
    await refused(
      debian.system.id,
      aTestResult({ benchmark: 'xccdf_org.ssgproject.content_benchmark_RHEL-8' }),
      'OS major version 8 does not match benchmark xccdf_org.ssgproject.content_benchmark_RHEL-8',
    );
    await refused(
      system.id,
      aTestResult({ benchmark: 'xccdf_unknown_benchmark_U-7' }),
      'OS major version 9 does not match benchmark xccdf_unknown_benchmark_U-7',
    );
  });

  it('trusts the version of the stored guide before the name of the benchmark', async () => {
    const benchmark = 'xccdf_org.test_benchmark_ANY';
    await importGuide(api, aGuideDocument({ refId: benchmark }), 'os_major_version=7');
    const system = await givenSystem(db);

    await refused(system.id, aTestResult({ benchmark }), `OS major version 8 does not match benchmark ${benchmark}`);
    // The operating system of the other version is unknown.
    await refused(system.id, aTestResult({ benchmark, version: '9' }), 'no policy found matching profile p1');
  });

  it('is refused without a policy on the profile, whichever systems that may have', async () => {
    const { system, benchmark, policy } = await givenScannableSystem(db, api);
    const unassigned = await givenSystem(db);

    await refused(system.id, aTestResult({ benchmark, profile: 'p2' }), 'no policy found matching profile p2');
    await refused(system.id, aTestResult({ benchmark, profile: '' }), 'no policy found matching profile ');
    await refused(unassigned.id, aTestResult({ benchmark }), 'no policy found matching profile p1');
    await refused(
      system.id,
      aTestResult({ benchmark: 'xccdf_unknown_benchmark_U-8', profile: 'p2' }),
      'no policy found matching profile p2',
    );
    expect(await toResults(policy.id)).toEqual([]);
  });

  it('is refused when the guide was not imported in that version', async () => {
    const { system, benchmark } = await givenScannableSystem(db, api, { os_minor_version: 7 });

    await refused(
      system.id,
      aTestResult({ benchmark, version: '1.1' }),
      `no benchmark found matching ${benchmark} 1.1`,
    );
  });

  it('is refused without a tailoring for the minor that the system has now', async () => {
    const { system, benchmark } = await givenScannableSystem(db, api, { os_minor_version: 7 });

    await refused(
      system.id,
      aTestResult({ benchmark, rules: { x: 'pass' } }),
      'no tailoring found for OS minor version 7',
    );
  });

  it('is refused when the guide lacks some of its rules, and names up to 20 of them', async () => {
    const { policy, system, benchmark } = await givenScannableSystem(db, api);
    const rules = Array.from({ length: 25 }, (_, n) => [`x${n}`, 'pass'] as const);
    const named = rules.slice(0, 20).map(([rule]) => rule);

    await refused(
      system.id,
      aTestResult({ benchmark, rules: { r1: 'pass', x1: 'fail', x0: 'pass' } }),
      'unknown rules: x1, x0',
    );
    await refused(system.id, aTestResult({ benchmark, rules }), `unknown rules: ${named.join(', ')}`);
    expect(await toResults(policy.id)).toEqual([]);
  });

  it('is refused for its rules also when the same scan is stored already', async () => {
    const { system, benchmark } = await givenScannableSystem(db, api);
    await upload(system.id, aTestResult({ benchmark })).expect(201);

    await refused(system.id, aTestResult({ benchmark, rules: { x: 'pass' } }), 'unknown rules: x');
  });

  it('belongs to the guide that was scanned when two policies have profiles of the same name', async () => {
    const { policy, system, benchmark } = await givenScannableSystem(db, api);
    const other = await givenPolicy(db, { profile_id: (await givenProfile(db, { ref_id: 'p1' })).id });
    await db
      .asOrg('acme')
      .query('INSERT INTO policy_system (org_id, policy_id, system_id) VALUES ($1, $2, $3)', [
        'acme',
        other.id,
        system.id,
      ]);
    await upload(system.id, aTestResult({ benchmark })).expect(201);

    expect(await toResults(policy.id)).toHaveLength(1);
  });
});
