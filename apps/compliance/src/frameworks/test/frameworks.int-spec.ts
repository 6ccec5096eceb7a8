import { sampleGuide } from '../../../../../libs/scap/test/sample-guides';
import { aBenchmark, aGroup, aProfile, aRule, select } from '../../../../../libs/scap/test/datastream.builder';
import { importGuide } from '../../guides/test/given-guide-document';
import { BASE, useCompliance } from '../../test/use-compliance';

const { db, api } = useCompliance();
const FRAMEWORKS = `${BASE}/frameworks`;
const NIST = 'http://nvlpubs.nist.gov/nistpubs/SpecialPublications/NIST.SP.800-53r4.pdf';

interface Controls {
  framework: string;
  title: string;
  names: string[];
}
interface Rule {
  ref_id: string;
  controls: Controls[];
}

const reference = (href: string, label: string): string => `<x:reference href="${href}">${label}</x:reference>`;
const aGuide = (version: string, rules: string, id = 'xccdf_org.test_benchmark_TEST-8'): string =>
  aBenchmark(aProfile('p1', select('r1')) + rules, { id, version });
const getRules = async (guideId: string, filter = ''): Promise<Rule[]> => {
  const query = new URLSearchParams({ limit: '100', sort_by: 'precedence', ...(filter && { filter }) });
  const { body } = await api.get(`${BASE}/security_guides/${guideId}/rules?${query.toString()}`).expect(200);
  return (body as { data: Rule[] }).data;
};
const getControls = async (guideId: string): Promise<Record<string, string[]>[]> =>
  (await getRules(guideId)).map(({ controls }) =>
    Object.fromEntries(controls.map(({ framework, names }) => [framework, names])),
  );

describe('the controls of a rule', () => {
  it('are those that its references and identifiers name, by the numbers in them', async () => {
    const references = [
      reference(NIST, 'AC-10'),
      reference(NIST, 'AC-2, IA-5 (2)'),
      reference('https://www.cisecurity.org/benchmark/debian_linux/', '1.10.1'),
      reference('https://www.cisecurity.org/benchmark/debian_linux/', '1.9'),
      reference('https://example.com/unknown', 'X-1'),
      reference('', '1034'),
      '<x:ident system="https://ncp.nist.gov/cce">CCE-1</x:ident><x:ident system="http://cyber.mil/cci">CCI-000366</x:ident>',
    ];
    const id = await importGuide(api, aGuide('1', aRule('r1', references.join('')) + aRule('r2')));

    expect(await getRules(id)).toEqual([
      expect.objectContaining({
        identifier: { label: 'CCE-1', system: 'https://ncp.nist.gov/cce' },
        controls: [
          { framework: 'cis', title: 'CIS Benchmark', names: ['1.9', '1.10.1'] },
          { framework: 'disa-cci', title: 'DISA CCI', names: ['CCI-000366'] },
          { framework: 'nist-800-53', title: 'NIST SP 800-53', names: ['AC-2', 'AC-10', 'IA-5(2)'] },
        ],
      }),
      expect.objectContaining({ controls: [] }),
    ]);
  });

  it('include rule ids and group requirements of the DISA', async () => {
    const rule = aRule(
      'xccdf_mil.disa.stig_rule_SV-230221r858734_rule',
      '<x:version>RHEL-08-010000</x:version><x:ident system="http://cyber.mil/cci">CCI-000366</x:ident>',
    );
    const group = aGroup('V-230221', `<x:title>SRG-OS-000480-GPOS-00227</x:title>${rule}`);
    const id = await importGuide(api, aGuide('2', group));

    expect(await getControls(id)).toEqual([
      {
        'disa-cci': ['CCI-000366'],
        'disa-srg': ['SRG-OS-000480-GPOS-00227'],
        'disa-stig': ['RHEL-08-010000'],
        'disa-stig-rule': ['SV-230221r858734_rule'],
      },
    ]);
  });

  it('follow a guide that is imported again', async () => {
    const id = await importGuide(api, aGuide('3', aRule('r1', reference(NIST, 'AC-1'))));
    await api
      .post(`${BASE}/security_guides?replace=true`)
      .set('Content-Type', 'application/xml')
      .send(aGuide('3', aRule('r1', reference(NIST, 'AC-3'))))
      .expect(202);

    expect(await getControls(id)).toEqual([{ 'nist-800-53': ['AC-3'] }]);
  });

  it('are found by name and by framework', async () => {
    const rules = aRule('r1', reference(NIST, 'ZZ-1')) + aRule('r2', reference(NIST, 'ZZ-2')) + aRule('r3');
    const id = await importGuide(api, aGuide('4', rules));
    const getRefs = async (filter: string): Promise<string[]> =>
      (await getRules(id, filter)).map(({ ref_id }) => ref_id);

    expect(await getRefs('control = "nist-800-53:ZZ-2"')).toEqual(['r2']);
    expect(await getRefs('control ^ ("nist-800-53:ZZ-2" "nist-800-53:ZZ-1" "cis:ZZ-1")')).toEqual(['r1', 'r2']);
    expect(await getRefs('control = "nist-800-53:ZZ"')).toEqual([]);
    expect(await getRefs('framework = nist-800-53')).toEqual(['r1', 'r2']);
    expect(await getRefs('not framework = nist-800-53')).toEqual(['r3']);
  });

  it('are taken as text, and left out where a name is too long', async () => {
    const long = 'x'.repeat(101);
    const markup = '&lt;script&gt;alert(1)&lt;/script&gt;';
    const many = Array.from({ length: 5000 }, (_none, at) => `C-${at}`).join(',');
    const references = [long, ' , ,', markup, many].map((label) => reference(NIST, label)).join('');
    const id = await importGuide(api, aGuide('5', aRule('r1', references)));
    const [controls] = await getControls(id);

    expect(controls!['nist-800-53']).toHaveLength(5001);
    expect(controls!['nist-800-53']).toContain('<script>alert(1)</script>');
  });

  it('of a real guide are as many as its references name', async () => {
    const id = await importGuide(api, sampleGuide('firefox'), 'os_major_version=9');
    const rules = await getControls(id);
    const getCount = (framework: string): number => rules.filter((controls) => controls[framework]).length;

    expect(Object.fromEntries(['disa-cci', 'nist-800-53', 'disa-stig', 'cis'].map((of) => [of, getCount(of)]))).toEqual(
      {
        'disa-cci': 35,
        'nist-800-53': 35,
        'disa-stig': 34,
        cis: 0,
      },
    );
  });
});

describe('frameworks', () => {
  it('are listed by title', async () => {
    const { body } = await api.get(`${FRAMEWORKS}?filter=title ~ "NIST SP"&sort_by=title`).expect(200);

    expect((body as { data: object[] }).data).toEqual([
      {
        id: expect.any(String) as string,
        ref_id: 'nist-800-171',
        title: 'NIST SP 800-171 (CUI)',
        addresses: ['nvlpubs.nist.gov/nistpubs/SpecialPublications/NIST.SP.800-171'],
        type: 'framework',
      },
      expect.objectContaining({ ref_id: 'nist-800-53' }),
    ]);
  });

  it('may be added, changed and removed, and the controls of all rules follow', async () => {
    const guide = aGuide('6', aRule('r1', reference('https://www.example.org/own/rules.html', '7.1')));
    const id = await importGuide(api, guide);
    expect(await getControls(id)).toEqual([{}]);

    const { body, headers } = await api
      .put(`${FRAMEWORKS}/own`)
      .send({ title: 'Our own', addresses: ['https://www.example.org/own/'] })
      .expect(201);
    expect(headers['location']).toBe(`${FRAMEWORKS}/own`);
    expect((body as { data: object }).data).toMatchObject({ ref_id: 'own', addresses: ['example.org/own/'] });
    expect(await getControls(id)).toEqual([{ own: ['7.1'] }]);

    await api
      .put(`${FRAMEWORKS}/own`)
      .send({ title: 'Other', addresses: ['example.org/other/'] })
      .expect(202);
    expect(await getControls(id)).toEqual([{}]);
    await api
      .put(`${FRAMEWORKS}/own`)
      .send({ title: 'Other', addresses: ['example.org/'] })
      .expect(202);
    await api.delete(`${FRAMEWORKS}/own`).expect(202);
    expect(await getControls(id)).toEqual([{}]);
    await api.get(`${FRAMEWORKS}/own`).expect(404);
    await api.delete(`${FRAMEWORKS}/own`).expect(404);
  });

  it('are chosen by the longest matching address', async () => {
    const id = await importGuide(api, aGuide('7', aRule('r1', reference(NIST, 'AC-1'))));
    const body = { title: 'Revision 4', addresses: [NIST] };
    await api.put(`${FRAMEWORKS}/rev4`).send(body).expect(201);
    expect(await getControls(id)).toEqual([{ rev4: ['AC-1'] }]);
    await api.delete(`${FRAMEWORKS}/rev4`).expect(202);
    expect(await getControls(id)).toEqual([{ 'nist-800-53': ['AC-1'] }]);
  });

  it('are refused with the reason', async () => {
    const getRefusal = async (body: object): Promise<string[]> =>
      ((await api.put(`${FRAMEWORKS}/bad`).send(body).expect(406)).body as { errors: string[] }).errors;

    expect(await getRefusal({ title: ' ', addresses: [] })).toEqual([
      `V2::Framework title can't be blank`,
      `V2::Framework addresses can't be blank`,
    ]);
    expect(await getRefusal({ title: 'x'.repeat(201), addresses: ['', 'x'.repeat(501)] })).toEqual([
      'V2::Framework title is too long (maximum is 200 characters)',
      `V2::Framework address can't be blank`,
      'V2::Framework address is too long (maximum is 500 characters)',
    ]);
    const many = Array.from({ length: 51 }, (_none, at) => `a${at}`);
    expect(await getRefusal({ title: 'x', addresses: many })).toEqual([
      'V2::Framework addresses are too many (maximum is 50)',
    ]);
    for (const name of ['A', 'a:b', '%00', '-a', 'x'.repeat(65)]) {
      await api
        .put(`${FRAMEWORKS}/${name}`)
        .send({ title: 'x', addresses: ['x'] })
        .expect(422);
    }
  });

  it('are at most 200', async () => {
    await db.query(
      `INSERT INTO framework (ref_id, title, addresses) SELECT 'f' || n, 'F', '{}' FROM generate_series(1, 200) n`,
    );
    const { body } = await api
      .put(`${FRAMEWORKS}/more`)
      .send({ title: 'x', addresses: ['x'] })
      .expect(406);
    await db.query(`DELETE FROM framework WHERE ref_id ~ '^f[0-9]+$'`);

    expect(body).toEqual({ errors: ['V2::Framework frameworks are too many (maximum is 200)'] });
    await api.get(`${FRAMEWORKS}/more`).expect(404);
  });
});
