import { readFileSync } from 'node:fs';
import { itWithScanner } from '@wardstone/testing';
import { givenPolicy } from '../../test/builders';
import { BASE, useCompliance } from '../../test/use-compliance';
import { sampleGuide, sampleGuideFile } from '../../../../../libs/scap/test/sample-guides';
import { createTailoring } from './given-tailored-policy';
import { scan } from './scanner';

const ID = 'xccdf_org.ssgproject.content';
const PROFILE = `${ID}_profile_standard`;
/** In groups that the profile switches off, four levels deep. */
const ADDED = [`${ID}_rule_accounts_maximum_age_login_defs`, `${ID}_rule_accounts_minimum_age_login_defs`];
/** Removed rules of the profile. */
const REMOVED = [`${ID}_rule_file_groupowner_etc_group`, `${ID}_rule_file_groupowner_etc_passwd`];
const VALUE = `${ID}_value_var_accounts_maximum_age_login_defs`;

describe('a scan with the tailoring file', () => {
  const { db, api } = useCompliance();

  async function toId(path: string): Promise<string> {
    const { body } = await api.get(path).expect(200);
    return (body as { data: { id: string }[] }).data[0]!.id;
  }

  itWithScanner(
    'evaluates added rules, skips removed ones and uses the values',
    async () => {
      const guide = await api
        .post(`${BASE}/security_guides?os_minor_versions=0`)
        .set('Content-Type', 'application/xml')
        .set('Content-Encoding', 'gzip')
        .send(readFileSync(sampleGuideFile('debian11')))
        .expect(201);
      const guidePath = `${BASE}/security_guides/${guide.body.data.id}`;
      const policy = await givenPolicy(db, {
        profile_id: await toId(`${guidePath}/profiles?filter=ref_id%3D${PROFILE}`),
      });
      const tailorings = `${BASE}/policies/${policy.id}/tailorings`;
      await createTailoring(api, tailorings, 0);
      for (const refId of ADDED) {
        const { body } = await api.get(`${guidePath}/rules/${refId}`).expect(200);
        await api.patch(`${tailorings}/0/rules/${body.data.id}`).expect(202);
      }
      for (const refId of REMOVED) {
        const { body } = await api.get(`${guidePath}/rules/${refId}`).expect(200);
        await api.delete(`${tailorings}/0/rules/${body.data.id}`).expect(202);
      }
      const { value_overrides } = (await api.get(`${tailorings}/0`)).body.data;
      const value = await toId(`${guidePath}/value_definitions?filter=ref_id%3D${VALUE}`);
      await api
        .patch(`${tailorings}/0`)
        .send({ value_overrides: { ...value_overrides, [value]: '12345' } })
        .expect(202);
      const tailoring = (await api.get(`${tailorings}/0/tailoring_file.xml`).expect(200)).text;

      // Without platforms, the scanner evaluates every rule on any machine.
      const datastream = sampleGuide('debian11')
        .toString('utf8')
        .replaceAll(/<xccdf-1\.2:platform [^>]*\/>/g, '');
      const before = scan(datastream, PROFILE);
      const after = scan(datastream, PROFILE, tailoring);

      const selected = ({ results }: typeof before): string[] =>
        [...results].filter(([, result]) => result !== 'notselected').map(([refId]) => refId);
      const expected = [...selected(before).filter((refId) => !REMOVED.includes(refId)), ...ADDED];
      expect(selected(before)).toEqual(expect.arrayContaining(REMOVED));
      expect(selected(before)).toHaveLength(44);
      expect(selected(after).sort()).toEqual(expected.sort());
      expect(before.values.get(VALUE)).not.toBe('12345');
      expect(after.values.get(VALUE)).toBe('12345');
      expect(after.profile).toBe(PROFILE);
    },
    120_000,
  );
});
