import { gzipSync } from 'node:zlib';
import { TEST_ORG } from '@wardstone/testing';
import { REPORT_TYPES } from '../../scap/document-upload.decorator';
import { givenPolicy, givenSystem, type SystemSeed } from '../../test/builders';
import { givenTailoring } from '../../test/result.builder';
import { BASE, useCompliance } from '../../test/use-compliance';

const NOW = Date.UTC(2026, 0, 16, 12);

const report = (statuses: readonly string[]) => ({
  Controls: [
    {
      version: 'cis-1.9',
      node_type: 'node',
      tests: [
        {
          results: statuses.map((status, at) => ({ test_number: `4.1.${at}`, test_desc: `Test ${at}`, status })),
        },
      ],
    },
  ],
});
const LYNIS = `lynis_version=3.1.1
os=Linux
report_datetime_end=2026-01-16 14:00:00
hardening_index=67
tests_executed=AUTH-9229|SSH-7408|
tests_skipped=BOOT-5104|
suggestion[]=SSH-7408|Consider hardening SSH|-|-|
`;

/** See rule scap-9. */
describe('reports of other scanners', () => {
  const { db, api } = useCompliance();
  beforeEach(() => api.clock.set(NOW));

  const send = (
    path: string,
    body: object | string,
    type: string = REPORT_TYPES.json,
    headers: Record<string, string> = {},
  ) =>
    api
      .post(`${BASE}/${path}`)
      .set({ 'Content-Type': type, ...headers })
      .serialize((given: unknown) => (Buffer.isBuffer(given) ? given : JSON.stringify(given)) as string)
      .send(body);
  const importGuide = async (body: object | string, type?: string): Promise<{ id: string; ref_id: string }> =>
    (
      (await send('security_guides?os_major_version=8&os_minor_versions=4', body, type).expect(201)).body as {
        data: { id: string; ref_id: string };
      }
    ).data;
  const given = async (guideId: string): Promise<SystemSeed> => {
    const [profile] = await db.query<{ id: string }>('SELECT p.id FROM profile p WHERE p.security_guide_id = $1', [
      guideId,
    ]);
    const policy = await givenPolicy(db, { profile_id: profile!.id });
    await givenTailoring(db, policy, 4);
    return givenSystem(db, { policies: [policy] });
  };
  const upload = (system: SystemSeed, body: object | string, type?: string, headers?: Record<string, string>) =>
    send(`systems/${system.id}/test_results`, body, type, headers);

  it('give a guide, and a result that is listed like any other', async () => {
    const guide = await importGuide(report(['PASS', 'FAIL', 'WARN', 'PASS']));
    const system = await given(guide.id);
    const { body } = await upload(system, report(['PASS', 'FAIL', 'WARN', 'PASS'])).expect(201);
    expect((body as { data: object }).data).toMatchObject({
      end_time: new Date(NOW).toISOString(),
      failed_rule_count: 1,
      score: expect.closeTo(66.7, 0) as number,
      supported: true,
    });
    const [{ report_id: reportId, id }] = (await db
      .asOrg(TEST_ORG)
      .query('SELECT t.report_id, t.id FROM test_result t WHERE t.system_id = $1', [system.id])) as [
      { report_id: string; id: string },
    ];
    const rules = await api
      .get(`${BASE}/reports/${reportId}/test_results/${id}/rule_results?undecided=true`)
      .expect(200);
    const results = (rules.body as { data: { title: string; result: string }[] }).data;
    expect(results.map(({ title, result }) => `${title} ${result}`).toSorted()).toEqual([
      'Test 0 pass',
      'Test 1 fail',
      'Test 2 notchecked',
      'Test 3 pass',
    ]);
    const csv = await api.get(`${BASE}/reports/${reportId}/evidence.csv`).expect(200);
    expect(csv.text).toContain('Test 1');
  });

  it('are the same guide whatever their outcomes', async () => {
    const path = 'security_guides?os_major_version=8';
    await send(path, report(['PASS', 'PASS', 'PASS', 'PASS', 'PASS'])).expect(409);
    await send(path, report(['FAIL', 'PASS', 'WARN', 'FAIL'])).expect(200);
    await send('security_guides', report(['PASS'])).expect(422);
  });

  it('are those of Lynis as text, with a time in the zone of the host', async () => {
    const guide = await importGuide(LYNIS, REPORT_TYPES.lynis);
    const system = await given(guide.id);
    const { body } = await upload(system, LYNIS, REPORT_TYPES.lynis).expect(201);
    expect((body as { data: object }).data).toMatchObject({
      end_time: new Date(NOW).toISOString(),
      failed_rule_count: 0,
      score: 67,
    });
  });

  it('may be compressed with gzip', async () => {
    const guide = await importGuide({
      ...report(['PASS']),
      Controls: [{ ...report(['PASS']).Controls[0]!, node_type: 'policies' }],
    });
    const system = await given(guide.id);
    const body = gzipSync(JSON.stringify({ Controls: [{ ...report(['PASS']).Controls[0]!, node_type: 'policies' }] }));
    await upload(system, body, REPORT_TYPES.json, { 'Content-Encoding': 'gzip' }).expect(201);
    await upload(system, body, REPORT_TYPES.json, { 'Content-Encoding': 'bzip2' }).expect(415);
  });

  it('are refused if their rules are not in the guide, if they are hostile, and without the permissions', async () => {
    const system = await given(
      (await importGuide({ Controls: [{ ...report(['PASS']).Controls[0]!, node_type: 'etcd' }] })).id,
    );
    const other = { Controls: [{ ...report(['PASS', 'PASS']).Controls[0]!, node_type: 'etcd' }] };
    expect(JSON.stringify((await upload(system, other).expect(422)).body)).toContain('4.1.1');
    await upload(system, '[').expect(422);
    await upload(system, '{"profiles":[{"controls":[[[[]]]]}]}').expect(422);
    await upload(system, gzipSync(Buffer.alloc(40 * 1024 * 1024, 0x20)), REPORT_TYPES.json, {
      'Content-Encoding': 'gzip',
    }).expect(413);
    await upload(system, LYNIS, 'text/html').expect(415);
    await api
      .as({ permissions: ['compliance:policy:read', 'inventory:hosts:read'] })
      .post(`${BASE}/security_guides?os_major_version=8`)
      .set('Content-Type', REPORT_TYPES.json)
      .send(report(['PASS']))
      .expect(403);
  });
});
