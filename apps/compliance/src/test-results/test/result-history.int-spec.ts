import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { aGuideDocument, importGuide } from '../../guides/test/given-guide-document';
import { BASE, useCompliance } from '../../test/use-compliance';
import { aTestResult, type ScanShape } from '../../../../../libs/scap/test/scan.builder';
import { givenScannableSystem, uploadResult } from './given-scannable-system';

const { db, api } = useCompliance({ RESULT_RETENTION_DAYS: '30' });
const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 0, 15, 12);
afterEach(() => api.clock.set(START));

/** Uploads the result of a scan that ended just now. */
async function scan(systemId: string, shape: ScanShape) {
  const endTime = new Date(api.clock.now()).toISOString();
  return (await uploadResult(api, systemId, aTestResult({ endTime, ...shape })).expect(201)).body.data;
}
const read = async (path: string) => (await api.get(`${BASE}${path}`).expect(200)).body;
const idsIn = ({ data }: { data: { id: string }[] }): string[] => data.map(({ id }) => id);

describe('the results of a system', () => {
  it('are kept; lists, reports and filters use only the newest', async () => {
    const { policy, system, benchmark } = await givenScannableSystem(db, api);
    const first = await scan(system.id, { benchmark, rules: { r1: 'fail', r2: 'fail' } });
    api.clock.advance(DAY_MS);
    const second = await scan(system.id, { benchmark, rules: { r1: 'pass', r2: 'fail' } });
    const report = `/reports/${policy.id}`;

    expect(idsIn(await read(`${report}/test_results`))).toEqual([second.id]);
    expect((await read(report)).data).toMatchObject({ reported_system_count: 1 });
    expect((await read(`${report}/stats`)).top_failed_rules).toMatchObject([{ ref_id: 'r2', count: 1 }]);
    expect((await read('/systems?filter=failed_rule%20%3D%20r1')).meta.total).toBe(0);
    expect((await read(`${report}/test_results/${first.id}`)).data).toEqual(first);
    expect((await read(`${report}/test_results/${first.id}/rule_results`)).meta.total).toBe(2);
    expect(idsIn(await read(`${report}/systems/${system.id}/test_results?sort_by=end_time:desc`))).toEqual([
      second.id,
      first.id,
    ]);
  });

  it('have the digest of the document, however it was sent', async () => {
    const { system, benchmark } = await givenScannableSystem(db, api);
    const document = aTestResult({ benchmark });
    const { body } = await uploadResult(api, system.id, gzipSync(document), { 'Content-Encoding': 'gzip' });

    expect(body.data.sha256).toBe(createHash('sha256').update(document).digest('hex'));
  });

  it('are stored once, and an older one is refused', async () => {
    const { system, benchmark } = await givenScannableSystem(db, api);
    const first = await scan(system.id, { benchmark });
    const document = aTestResult({ benchmark, endTime: first.end_time });
    const again = await uploadResult(api, system.id, document).expect(200);
    api.clock.advance(DAY_MS);
    await scan(system.id, { benchmark });

    expect(again.body.data.id).toBe(first.id);
    await uploadResult(api, system.id, document).expect(422);
  });

  it('are deleted when they are older than the setting, except the newest', async () => {
    const { policy, system, benchmark } = await givenScannableSystem(db, api);
    const [first] = [await scan(system.id, { benchmark })];
    api.clock.advance(31 * DAY_MS);
    const second = await scan(system.id, { benchmark });
    const history = `/reports/${policy.id}/systems/${system.id}/test_results`;

    expect(idsIn(await read(history))).toEqual([second.id]);
    await api.get(`${BASE}/reports/${policy.id}/test_results/${first!.id}`).expect(404);
    const { data } = await read(`/reports/${policy.id}/systems/${system.id}/trend`);
    expect(data.points.map(({ day }: { day: string }) => day)).toEqual(['2026-01-15', '2026-02-15']);
  });

  it('are all deleted with the report', async () => {
    const { policy, system, benchmark } = await givenScannableSystem(db, api);
    await scan(system.id, { benchmark });
    api.clock.advance(DAY_MS);
    await scan(system.id, { benchmark });
    await api.delete(`${BASE}/reports/${policy.id}`).expect(202);

    expect((await read(`/reports/${policy.id}/systems/${system.id}/test_results`)).meta.total).toBe(0);
    expect((await read(`/reports/${policy.id}/trend`)).data.points).toEqual([]);
    expect((await read(`/reports/${policy.id}/systems/${system.id}/trend`)).data.points).toEqual([]);
  });
});

describe('the difference of two results', () => {
  it('distinguishes failed from fixed rules, and rules new in the guide from newly judged ones', async () => {
    const { policy, system, benchmark } = await givenScannableSystem(db, api);
    const before = await scan(system.id, { benchmark, rules: { r1: 'pass', r2: 'fail', r3: 'notapplicable' } });
    await importGuide(api, aGuideDocument({ refId: benchmark, version: '2.0' }), 'os_minor_versions=4');
    const [guide] = await db.query<{ id: string }>(
      `SELECT g.id FROM security_guide g WHERE g.ref_id = $1 AND g.version = '2.0'`,
      [benchmark],
    );
    await db.query(
      `INSERT INTO rule (security_guide_id, ref_id, title, description, severity, precedence)
       VALUES ($1, 'r9', 'New', '', 'high', 9)`,
      [guide!.id],
    );
    api.clock.advance(DAY_MS);
    const after = await scan(system.id, {
      benchmark,
      version: '2.0',
      rules: { r1: 'fail', r2: 'pass', r3: 'pass', r9: 'fail' },
    });
    const path = `/reports/${policy.id}/test_results`;
    const refsIn = (rules: { ref_id: string }[]): string[] => rules.map(({ ref_id }) => ref_id);
    const { data } = await read(`${path}/${after.id}/difference`);

    expect(data).toMatchObject({ id: after.id, against: before.id });
    expect([data.newly_failed, data.fixed, data.new_in_guide, data.newly_judged].map(refsIn)).toEqual([
      ['r1'],
      ['r2'],
      ['r9'],
      ['r3'],
    ]);
    const back = (await read(`${path}/${before.id}/difference?against=${after.id}`)).data;
    expect([back.newly_failed, back.fixed, back.gone_from_guide, back.no_longer_judged].map(refsIn)).toEqual([
      ['r2'],
      ['r1'],
      ['r9'],
      ['r3'],
    ]);
    expect((await read(`${path}/${before.id}/difference`)).data).toMatchObject({ against: null, fixed: [] });
  });

  it('requires two results of one system, in a report of the organisation', async () => {
    const { policy, system, benchmark } = await givenScannableSystem(db, api);
    const other = await givenScannableSystem(db, api);
    const own = await scan(system.id, { benchmark });
    const theirs = await scan(other.system.id, { benchmark: other.benchmark });
    const path = `${BASE}/reports/${policy.id}/test_results/${own.id}/difference`;

    await api.get(`${path}?against=${theirs.id}`).expect(404);
    await api.as({ orgId: 'umbrella' }).get(path).expect(404);
    expect((await api.get(`${path}?against=x`).expect(422)).body).toEqual({
      errors: ['Invalid parameter: against must be a UUID'],
    });
  });
});
