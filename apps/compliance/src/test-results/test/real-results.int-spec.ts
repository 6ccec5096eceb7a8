import { readFileSync } from 'node:fs';
import { sampleGuideFile } from '../../../../../libs/scap/test/sample-guides';
import { givenSystem } from '../../test/builders';
import { BASE, useCompliance } from '../../test/use-compliance';
import { compressedResult } from '../../../../../libs/scap/test/sample-results';
import { uploadResult } from './given-scannable-system';

const PREFIX = 'xccdf_org.ssgproject.content_';
const { db, api } = useCompliance();
// These scans were made after the time that tests begin at.
beforeAll(() => api.clock.advance(365 * 86_400_000));

const getGuide = async (name: string, parameters: string): Promise<string> => {
  const { body } = await api
    .post(`${BASE}/security_guides?os_minor_versions=0&${parameters}`)
    .set({ 'Content-Type': 'application/xml', 'Content-Encoding': 'gzip' })
    .send(readFileSync(sampleGuideFile(name)))
    .expect(201);
  return `${BASE}/security_guides/${body.data.id}`;
};

/** A policy on a profile of a guide, and a system that is assigned to it, as callers make them. */
async function givenScanned(guide: string, profile: string, osMajorVersion: number, title = profile) {
  const filter = encodeURIComponent(`ref_id = ${PREFIX}profile_${profile}`);
  const profiles = (await api.get(`${guide}/profiles?filter=${filter}`).expect(200)).body;
  const system = await givenSystem(db, { os_major_version: osMajorVersion, os_minor_version: 0 });
  const policy = await api
    .post(`${BASE}/policies`)
    .send({ title, profile_id: profiles.data[0].id, compliance_threshold: 28 })
    .expect(201);
  await api.patch(`${BASE}/policies/${policy.body.data.id}/systems/${system.id}`).expect(202);
  return { system, report: `${BASE}/reports/${policy.body.data.id}` };
}

/** Number of rules by outcome. */
async function countOutcomes(report: string, resultId: string): Promise<Record<string, number>> {
  const path = `${report}/test_results/${resultId}/rule_results`;
  const outcomes = ['pass', 'fail', 'error', 'unknown', 'fixed'];
  const totals = await Promise.all(
    outcomes.map(async (outcome): Promise<[string, number]> => {
      const { body } = await api.get(`${path}?limit=1&filter=result%3D${outcome}`).expect(200);
      return [outcome, body.meta.total];
    }),
  );
  return Object.fromEntries(totals.filter(([, total]) => total > 0));
}

describe('a result of the real scanner', () => {
  it('has the score and the counts of the scanner: an ARF of 8 MB', async () => {
    const { system, report } = await givenScanned(await getGuide('debian11', ''), 'standard', 11);
    const { body } = await uploadResult(api, system.id, compressedResult('debian11-arf'), {
      'Content-Encoding': 'gzip',
    }).expect(201);

    expect(body.data).toMatchObject({
      score: 28.125,
      failed_rule_count: 21,
      supported: true,
      compliant: true,
      end_time: '2026-11-21T12:29:28.000Z',
      security_guide_version: '0.1.65',
    });
    expect(await countOutcomes(report, body.data.id)).toEqual({ pass: 23, fail: 21 });
    expect((await api.get(report).expect(200)).body.data).toMatchObject({
      percent_compliant: 100,
      assigned_system_count: 1,
      compliant_system_count: 1,
      reported_system_count: 1,
      unsupported_system_count: 0,
    });
    const { top_failed_rules } = (await api.get(`${report}/stats`).expect(200)).body;
    expect(top_failed_rules).toHaveLength(10);
    expect(top_failed_rules[0]).toMatchObject({ severity: 'high', count: 1 });
  });

  it('has them also from --results, compressed with gzip or bzip2', async () => {
    const guide = await getGuide('firefox', 'os_major_version=8');
    for (const [encoding, extension] of [
      ['gzip', 'gz'],
      ['bzip2', 'bz2'],
    ] as const) {
      const { system, report } = await givenScanned(guide, 'stig', 8, encoding);
      const { body } = await uploadResult(api, system.id, compressedResult('firefox-xccdf', extension), {
        'Content-Encoding': encoding,
      }).expect(201);

      expect(body.data).toMatchObject({
        score: 3.125,
        failed_rule_count: 31,
        compliant: false,
        not_checked_rule_count: 1,
        not_selected_rule_count: 2,
      });
      expect(await countOutcomes(report, body.data.id)).toEqual({ pass: 1, fail: 31 });
    }
  });
});
