import { parse } from 'smol-toml';
import { BASE, useCompliance } from '../../test/use-compliance';
import { givenGuide, givenPolicy, givenProfile } from '../../test/builders';
import { givenRule } from '../../test/content.builders';
import { createTailoring, givenTailoredPolicy, type TailoredPolicy } from './given-tailored-policy';

const UNKNOWN = '11111111-2222-4333-8444-555555555555';
const { db, api } = useCompliance();
let seed: TailoredPolicy;
let tailoring: string;
beforeEach(async () => {
  seed = await givenTailoredPolicy(db);
  tailoring = `${seed.path}/${await createTailoring(api, seed.path, 4)}`;
});

const fileName = (extension: string): string =>
  `attachment; filename="${seed.guide.ref_id}__${seed.profile.ref_id}__tailoring.${extension}"`;
const tailor = async (): Promise<void> => {
  const { kept, spare, loose, early } = seed.rules;
  await api
    .post(`${tailoring}/rules`)
    .send({ ids: [spare.id, kept.id, loose.id, early.id] })
    .expect(202);
};

describe('GET …/tailoring_file.xml', () => {
  it.each(['tailoring_file.xml', 'tailoring_file', 'tailoring_file.json'])(
    'responds to %s with 204 while the tailoring equals its profile',
    async (file) => {
      const { text, headers } = await api.get(`${tailoring}/${file}`).expect(204);

      expect(text).toBe('');
      expect(headers['content-disposition']).toBeUndefined();
    },
  );

  it('writes added and removed rules, the groups of the added ones and all values', async () => {
    await tailor();
    const { text, headers } = await api.get(`${tailoring}/tailoring_file.xml`).expect(200);
    const { guide, profile } = seed;

    expect(headers['content-type']).toBe('application/xml');
    expect(headers['content-disposition']).toBe(fileName('xml'));
    expect(text).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<xccdf:Tailoring xmlns:xccdf="http://checklists.nist.gov/xccdf/1.2" id="xccdf_csfr-compliance_tailoring_default">
  <xccdf:benchmark id="${guide.ref_id}" version="${guide.version}" href="ssg-rhel8-ds.xml"/>
  <xccdf:version time="2026-01-15T12:00:00.000Z">1</xccdf:version>
  <xccdf:Profile id="${profile.ref_id}" extends="${profile.ref_id}">
    <xccdf:title xml:lang="en-US" override="true">CIS &amp; Co</xccdf:title>
    <xccdf:description xml:lang="en-US" override="true">The profile &lt;of&gt; the benchmark</xccdf:description>
    <xccdf:select idref="xccdf_rule_early" selected="true"/>
    <xccdf:select idref="xccdf_rule_loose" selected="true"/>
    <xccdf:select idref="xccdf_rule_spare" selected="true"/>
    <xccdf:select idref="xccdf_rule_dropped" selected="false"/>
    <xccdf:select idref="xccdf_group_root" selected="true"/>
    <xccdf:select idref="xccdf_group_branch" selected="true"/>
    <xccdf:select idref="xccdf_group_leaf" selected="true"/>
    <xccdf:select idref="xccdf_group_aside" selected="true"/>
    <xccdf:set-value idref="xccdf_value_timeout">300</xccdf:set-value>
  </xccdf:Profile>
</xccdf:Tailoring>
`);
    expect((await api.get(`${tailoring}/tailoring_file`).expect(200)).text).toBe(text);
    expect((await api.get(`${seed.path}/4/tailoring_file.xml`).expect(200)).text).toBe(text);
  });

  it.each([
    [
      'another',
      (id: string) => ({ [id]: '301' }),
      '<xccdf:set-value idref="xccdf_value_timeout">301</xccdf:set-value>',
    ],
    ['no', () => ({}), '</xccdf:description>\n  </xccdf:Profile>'],
  ])('counts %s value as tailored', async (_what, overrides, expected) => {
    await api
      .patch(tailoring)
      .send({ value_overrides: overrides(seed.values.timeout.id) })
      .expect(202);

    expect((await api.get(`${tailoring}/tailoring_file.xml`).expect(200)).text).toContain(expected);
  });

  it("is about the tailoring's own guide, under the id of the policy's profile", async () => {
    const guide = await givenGuide(db, { ref_id: seed.guide.ref_id, version: '9.9.99', version_sort_key: '99999999' });
    const variant = await givenProfile(db, { security_guide_id: guide.id, ref_id: seed.profile.ref_id, minors: [0] });
    const rule = await givenRule(db, { security_guide_id: guide.id, profiles: [variant] });
    await createTailoring(api, seed.path, 0);
    await api.delete(`${seed.path}/0/rules/${rule.id}`).expect(202);
    const { text } = await api.get(`${seed.path}/0/tailoring_file.xml`).expect(200);

    expect(text).toContain(`version="9.9.99"`);
    expect(text).toContain(`<xccdf:select idref="${rule.ref_id}" selected="false"/>`);
  });
});

describe('GET …/tailoring_file.json', () => {
  it('contains the same as the XML file', async () => {
    await tailor();
    const { body, headers } = await api.get(`${tailoring}/tailoring_file.json`).expect(200);

    expect(headers['content-type']).toBe('application/vnd.api+json; charset=utf-8');
    expect(headers['content-disposition']).toBe(fileName('json'));
    const evaluate = (isOn: boolean) => ({ evaluate: isOn });
    expect(body).toEqual({
      profiles: [
        {
          id: seed.profile.ref_id,
          base_profile_id: seed.profile.ref_id,
          title: 'CIS & Co',
          groups: {
            xccdf_group_root: evaluate(true),
            xccdf_group_branch: evaluate(true),
            xccdf_group_leaf: evaluate(true),
            xccdf_group_aside: evaluate(true),
          },
          rules: {
            xccdf_rule_early: evaluate(true),
            xccdf_rule_loose: evaluate(true),
            xccdf_rule_spare: evaluate(true),
            xccdf_rule_dropped: evaluate(false),
          },
          variables: { xccdf_value_timeout: { value: '300' } },
        },
      ],
    });
  });
});

describe('GET …/tailoring_file.toml', () => {
  it('is available even while the tailoring equals its profile', async () => {
    const { text, headers } = await api.get(`${tailoring}/tailoring_file.toml`).expect(200);

    expect(headers['content-type']).toBe('application/toml');
    expect(headers['content-disposition']).toBe(fileName('toml'));
    expect(text).toBe(`name = "CIS & Co"
description = "The profile <of> the benchmark"
version = "${seed.guide.version}"

[[packages]]
name = "kept"
version = "*"

[[packages]]
name = "dropped"
version = "*"
`);
  });

  it('holds the fixes of the rules in order of precedence, the last one winning', async () => {
    const of = { security_guide_id: seed.guide.id };
    const late = await givenRule(db, { ...of, precedence: 99, blueprint: 'mode = "late"' });
    const soon = await givenRule(db, { ...of, precedence: 98, blueprint: 'mode = "soon"' });
    const broken = await givenRule(db, { ...of, precedence: 97, blueprint: 'mode = ' });
    const ids = [late.id, broken.id, soon.id, seed.rules.spare.id, seed.rules.early.id];
    await api.post(`${tailoring}/rules`).send({ ids }).expect(202);
    const { text } = await api.get(`${tailoring}/tailoring_file.toml`).expect(200);

    expect(parse(text)).toMatchObject({ mode: 'late', packages: [{ name: 'early' }, { name: 'spare' }] });
  });
});

describe('every tailoring file', () => {
  const FILES = ['tailoring_file', 'tailoring_file.xml', 'tailoring_file.json', 'tailoring_file.toml'];

  it.each(FILES)('%s checks parameters, policy and tailoring', async (file) => {
    const ask = async (path: string, status: number) => (await api.get(path).expect(status)).body.errors;

    expect(await ask(`${BASE}/policies/x/tailorings/4/${file}?a=1`, 422)).toEqual([
      'Invalid parameter: policy_id is not permitted',
    ]);
    expect(await ask(`${tailoring}/${file}?a=1`, 422)).toEqual(['found unpermitted parameter: :a']);
    expect(await ask(`${BASE}/policies/${UNKNOWN}/tailorings/4/${file}`, 404)).toEqual([
      `V2::Policy not found with ID ${UNKNOWN}`,
    ]);
    expect(await ask(`${seed.path}/x/${file}`, 404)).toEqual(['V2::Tailoring not found with ID x']);
    const stranger = await api.as({ orgId: 'umbrella' }).get(`${tailoring}/${file}`).expect(404);
    expect(stranger.headers['content-type']).toBe('application/vnd.api+json; charset=utf-8');
  });

  it.each(['tailoring_file.yaml', 'tailoring_file.', 'tailoring_filexml', 'tailoring_file.XML.gz'])(
    '%s does not exist',
    async (file) => {
      expect((await api.get(`${tailoring}/${file}`).expect(404)).body).toEqual({ errors: ['Not found'] });
    },
  );

  it('may have awkward ids in its name', async () => {
    const profile = await givenProfile(db, { ref_id: 'a"\n;é', minors: [1] });
    const policy = await givenPolicy(db, { profile_id: profile.id });
    const path = `${BASE}/policies/${policy.id}/tailorings`;
    await createTailoring(api, path, 1);
    const { headers } = await api.get(`${path}/1/tailoring_file.toml`).expect(200);

    expect(headers['content-disposition']).toMatch(/__a______tailoring\.toml"$/);
  });
});
