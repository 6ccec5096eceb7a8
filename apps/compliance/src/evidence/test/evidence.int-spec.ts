import fs from 'node:fs';
import path from 'node:path';
import { TEST_ORG, withTurnsSpent } from '@wardstone/testing';
import Ajv from 'ajv';
import type { Response } from 'supertest';
import { givenSystem } from '../../test/builders';
import { BASE, useCompliance } from '../../test/use-compliance';
import { aTestResult } from '../../../../../libs/scap/test/scan.builder';
import { givenScannableSystem, uploadResult } from '../../test-results/test/given-scannable-system';
import { readPdf } from './pdf-reader';

const { db, api } = useCompliance();
const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 0, 15, 12);
const GROUP = { id: 'g1', name: 'one' };
const org = () => db.asOrg(TEST_ORG);
const SHA256 = /\b[0-9a-f]{64}\b/;
const REFERENCE =
  '<x:reference href="http://nvlpubs.nist.gov/nistpubs/SpecialPublications/NIST.SP.800-53r4.pdf">AC-2</x:reference>';
afterEach(() => api.clock.set(START));

/** Validates against the standard's published schema. */
function schemaValidator(file: string): (document: unknown) => unknown[] {
  const schema = JSON.parse(fs.readFileSync(path.join(__dirname, 'schemas', file), 'utf8')) as Record<string, unknown>;
  const { $schema: _, id: __, ...rest } = schema;
  const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(rest);
  return (document) => (validate(document) ? [] : validate.errors!);
}

const read = (id: string, extension: string, query = '', requests: Pick<typeof api, 'get'> = api) =>
  requests.get(`${BASE}/reports/${id}/evidence.${extension}${query}`).buffer(true).parse(asText).expect(200);

function asText(response: Response, done: (error: Error | null, text: string) => void): void {
  asBytes(response, (error, bytes) => done(error, bytes.toString()));
}

const readPages = async (id: string, query = '') => {
  const { body } = await api.get(`${BASE}/reports/${id}/evidence.pdf${query}`).buffer(true).parse(asBytes).expect(200);
  return readPdf(body as Buffer);
};

function asBytes(response: Response, done: (error: Error | null, bytes: Buffer) => void): void {
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => done(null, Buffer.concat(chunks)));
}

/** One system that was scanned twice, with 54 and, a day later, with 100 %; one that never was. */
async function givenReport() {
  const { policy, system, benchmark } = await givenScannableSystem(
    db,
    api,
    { groups: [GROUP], display_name: '=cmd|<b>"host" & co' },
    { ofRules: { r1: REFERENCE } },
  );
  const silent = await givenSystem(db, { policies: [policy] });
  const scan = (score: number, results: Parameters<typeof aTestResult>[0] = {}) =>
    uploadResult(
      api,
      system.id,
      aTestResult({
        benchmark,
        endTime: new Date(api.clock.now()).toISOString(),
        score: `<score>${score}</score>`,
        ...results,
      }),
    ).expect(201);
  await scan(54);
  api.clock.advance(DAY_MS);
  await scan(100);
  return { policy, system, silent };
}

describe('evidence', () => {
  it.each([
    ['sarif', 'sarif-2.1.0.json', 'application/sarif+json'],
    ['oscal.json', 'oscal-assessment-results-1.1.3.json', 'application/json'],
  ])(
    'as %s is valid by the schema of its standard, even for a policy without systems',
    async (extension, file, type) => {
      const faultsOf = schemaValidator(file);
      const { policy } = await givenReport();
      const { body, headers } = await read(policy.id, extension);
      const empty = await givenScannableSystem(db, api);
      await org().query('DELETE FROM policy_system WHERE policy_id = $1', [empty.policy.id]);

      expect(headers['content-type']).toContain(type);
      expect(headers['content-disposition']).toBe(
        `attachment; filename="evidence-${policy.id}-2026-01-16.${extension.split('.').at(-1)}"`,
      );
      expect(faultsOf(JSON.parse(body))).toEqual([]);
      expect(body).toContain('"nist-800-53:AC-2"');
      expect(faultsOf(JSON.parse((await read(empty.policy.id, extension)).body))).toEqual([]);
      expect(faultsOf({})).not.toEqual([]);
    },
  );

  it('has a plan of action that is valid by the schema of OSCAL, with plans, exceptions and without findings', async () => {
    const faultsOf = schemaValidator('oscal-poam-1.1.3.json');
    const readPlan = async (id: string): Promise<{ risks?: { status: string }[] }> => {
      const { body } = await api.get(`${BASE}/reports/${id}/poam.oscal.json`).buffer(true).parse(asText).expect(200);
      const plan = JSON.parse(body as string) as Record<string, { risks?: { status: string }[] }>;
      expect(faultsOf(plan)).toEqual([]);
      return plan['plan-of-action-and-milestones']!;
    };
    const { policy, system, benchmark } = await givenScannableSystem(db, api, { display_name: '*web* <1>' });
    await uploadResult(
      api,
      system.id,
      aTestResult({ benchmark, rules: { r1: 'fail', r2: 'fail', r3: 'fail' } }),
    ).expect(201);
    const ask = (rule: string, more: object) =>
      api
        .post(`${BASE}/waivers`)
        .send({
          rule_ref_id: rule,
          policy_id: policy.id,
          reason: '# _why_',
          expires_at: new Date(api.clock.now() + DAY_MS).toISOString(),
          ...more,
        })
        .expect(201);
    await ask('r1', { result: 'planned', owner: 'ann' });
    const { body: waiver } = await ask('r2', {});
    const { id } = (waiver as { data: { id: string } }).data;
    await api.as({ username: 'bob' }).put(`${BASE}/waivers/${id}/decision`).send({ decision: 'approved' }).expect(202);
    const { risks } = await readPlan(policy.id);
    expect(risks!.map(({ status }) => status).toSorted()).toEqual(['deviation-approved', 'open', 'remediating']);

    const empty = await givenScannableSystem(db, api);
    expect((await readPlan(empty.policy.id)).risks).toBeUndefined();
    expect(faultsOf({})).not.toEqual([]);
  });

  it('names the digests of guide and result, and each rule of each system', async () => {
    const { policy, system, silent } = await givenReport();
    const lines = ((await read(policy.id, 'csv')).body as string).trim().split('\n');

    expect(lines[0]).toContain('result_sha256,guide_version,guide_sha256');
    const ofSystem = lines.filter((line) => line.includes(system.id));
    expect(ofSystem.length).toBeGreaterThan(1);
    for (const line of ofSystem) expect(line.match(new RegExp(SHA256, 'g'))).toHaveLength(3);
    expect(lines.filter((line) => line.includes(silent.id))).toEqual([expect.stringContaining('never_reported')]);
    const html = (await read(policy.id, 'html')).body as string;
    expect(html.match(SHA256)).not.toBeNull();
    expect(html).toContain('100 %');
    expect(html).toContain('Never reported.');
  });

  it('escapes the names of systems in every format', async () => {
    const { policy } = await givenReport();

    expect((await read(policy.id, 'csv')).body).toContain(`"'=cmd|<b>""host"" & co"`);
    expect((await read(policy.id, 'html')).body).not.toContain('<b>"host"');
  });

  it('can be limited to a moment and to one system', async () => {
    const { policy, system, silent } = await givenReport();
    const before = (await read(policy.id, 'csv', '?at=2026-01-15T13:00:00Z')).body as string;
    const earlier = (await read(policy.id, 'csv', '?at=2026-01-14T00:00:00Z')).body as string;

    expect(before).toContain(',54,');
    expect(before).not.toContain(',100,');
    expect(earlier.match(/never_reported/g)).toHaveLength(2);
    const one = (await read(policy.id, 'csv', `?system_id=${system.id}`)).body as string;
    expect([one.includes(system.id), one.includes(silent.id)]).toEqual([true, false]);
  });

  it('can be limited to an inventory group, which it names where it is about one policy', async () => {
    const { policy, system, silent } = await givenReport();
    const csv = (await read(policy.id, 'csv', '?group_id=g1')).body as string;
    expect([csv.includes(system.id), csv.includes(silent.id)]).toEqual([true, false]);
    await api.get(`${BASE}/reports/${policy.id}/evidence.csv?group_id=g1&system_id=${silent.id}`).expect(404);

    const html = (await read(policy.id, 'html', '?group_id=g1')).body as string;
    expect(html).toContain('Only those of the inventory group one');
    expect(html).toContain('1 of 1 assigned system compliant');
    for (const [extension, file] of [
      ['oscal.json', 'oscal-assessment-results-1.1.3.json'],
      ['sarif', 'sarif-2.1.0.json'],
    ] as const) {
      const { body } = await read(policy.id, extension, '?group_id=g1');
      expect(body).toMatch(/"group"[,:].*"one"/);
      expect(schemaValidator(file)(JSON.parse(body as string))).toEqual([]);
    }
    expect((await readPages(policy.id, '?group_id=g1')).pages[0]).toContain('inventory group one');

    const other = (await read(policy.id, 'html', '?group_id=g1', api.as({ inventoryGroups: ['g2'] }))).body as string;
    expect([other.includes(system.id), other.includes('group one')]).toEqual([false, false]);
  });

  it('includes only systems that the caller sees', async () => {
    const { policy, silent } = await givenReport();
    const inGroup = api.as({ inventoryGroups: ['g1'] });

    expect((await read(policy.id, 'csv', '', inGroup)).body).not.toContain(silent.id);
    await inGroup.get(`${BASE}/reports/${policy.id}/evidence.csv?system_id=${silent.id}`).expect(404);
    await api.as({ orgId: 'umbrella' }).get(`${BASE}/reports/${policy.id}/evidence.html`).expect(404);
  });

  it.each(['at=yesterday', 'system_id=1', 'format=csv&limit=1'])('refuses %s', async (query) => {
    const { policy } = await givenScannableSystem(db, api);
    await api.get(`${BASE}/reports/${policy.id}/evidence.csv?${query}`).expect(422);
  });

  it('waits for a turn before its status is sent, like the fixes', async () => {
    const { policy } = await givenReport();
    const files = ['evidence.csv', 'evidence.html', 'evidence.pdf', 'evidence.sarif', 'evidence.oscal.json'];
    await withTurnsSpent(api, async () => {
      for (const file of [...files, 'remediation.yml', 'remediation.sh']) {
        const { headers } = await api.get(`${BASE}/reports/${policy.id}/${file}`).expect(429);
        expect(headers).toMatchObject({ 'x-error-type': 'too_many_heavy_requests', 'retry-after': '2' });
      }
      await api.get(`${BASE}/reports/00000000-0000-4000-8000-000000000000/evidence.csv`).expect(404);
    });
    for (let times = 0; times < 5; times++) await read(policy.id, 'csv');
  });

  it('is complete for concurrent requests', async () => {
    const { policy } = await givenReport();
    const files = await Promise.all(Array.from({ length: 40 }, () => read(policy.id, 'csv')));
    expect(new Set(files.map(({ body }) => body as string)).size).toBe(1);
  });

  it('reads systems block by block', async () => {
    const { policy } = await givenReport();
    for (let n = 0; n < 60; n++) await givenSystem(db, { policies: [policy] });
    const lines = ((await read(policy.id, 'csv')).body as string).trim().split('\n');

    expect(lines.filter((line) => line.includes('never_reported'))).toHaveLength(61);
    expect(new Set(lines).size).toBe(lines.length);
  });

  it('lists systems by name, those of one name by id, in all formats', async () => {
    const { policy, system } = await givenScannableSystem(db, api, { display_name: 'host-00' });
    // More than one block, created in another order than listed.
    for (let n = 24; n > 0; n--) {
      await givenSystem(db, { policies: [policy], display_name: `host-${String(n).padStart(2, '0')}` });
    }
    for (let n = 0; n < 12; n++) await givenSystem(db, { policies: [policy], display_name: 'host-07' });
    const names = [...Array(25).keys()].flatMap((n) =>
      Array.from({ length: n === 7 ? 13 : 1 }, () => `host-${String(n).padStart(2, '0')}`),
    );
    const namesIn = (text: string): string[] => text.match(/\bhost-\d\d\b/g) ?? [];

    const csv = (await read(policy.id, 'csv')).body as string;
    expect(namesIn(csv)).toEqual(names);
    expect(new Set(csv.trim().split('\n')).size).toBe(names.length + 1);
    expect(csv).toContain(system.id);
    expect(namesIn((await read(policy.id, 'html')).body as string)).toEqual(names);
    expect(namesIn((await readPages(policy.id)).pages.join('\n'))).toEqual(names);
  });

  it('states on the first page how many assigned systems are compliant, without stale results', async () => {
    const { policy } = await givenReport();
    await org().query('UPDATE policy SET max_result_age_days = 1 WHERE id = $1', [policy.id]);
    const shown = async (): Promise<string[]> => [
      (await readPages(policy.id)).pages[0]!,
      (await read(policy.id, 'html')).body as string,
    ];

    for (const text of await shown()) expect(text).toContain('1 of 2 assigned systems compliant (50 %)');
    api.clock.advance(2 * DAY_MS);
    for (const text of await shown()) {
      expect(text).toContain('0 of 2 assigned systems compliant (0 %), 1 more with stale results');
      for (const name of ['Compliant, stale', 'Non-compliant', 'Never reported']) expect(text).toContain(name);
      expect(text).toContain('A result older than 1 day is stale.');
    }
  });

  it('names failed rules and exceptions before the systems', async () => {
    const { policy } = await givenReport();
    const parts = ['Summary', 'Failed rules', 'Exceptions', 'Systems', 'Guides and tailorings'];
    const html = (await read(policy.id, 'html')).body as string;
    const pdf = (await readPages(policy.id)).pages.join('\n').split('\n');

    expect(
      [...html.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, name]) => name).filter((name) => parts.includes(name!)),
    ).toEqual(parts);
    const places = parts.map((name) => pdf.lastIndexOf(name));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  describe('of rules with an exception', () => {
    const MOMENTS = { before: '2026-01-16T12:30:00Z', during: '2026-01-17T00:00:00Z', after: '2026-01-19T00:00:00Z' };
    const REASON = 'The vendor\nneeds <it>';
    const formats = ['csv', 'html', 'sarif', 'oscal.json', 'pdf'] as const;
    const shown = async (id: string, format: (typeof formats)[number], at: string): Promise<string> =>
      format === 'pdf'
        ? (await readPages(id, `?at=${at}`)).pages.join('\n')
        : ((await read(id, format, `?at=${at}`)).body as string);

    /** Requested and approved on the second day, at 13:00, withdrawn on the fourth. */
    async function givenException() {
      const { policy, system } = await givenReport();
      const [{ ref_id }] = (await org().query(
        `SELECT r.ref_id FROM rule_result rr JOIN rule r ON r.id = rr.rule_id
           JOIN test_result t ON t.id = rr.test_result_id
          WHERE t.report_id = $1 AND t.is_newest AND rr.result = 'fail'`,
        [policy.id],
      )) as [{ ref_id: string }];
      api.clock.advance(3_600_000);
      const waiver = { rule_ref_id: ref_id, policy_id: policy.id, reason: REASON, expires_at: '2026-02-01T00:00:00Z' };
      const { id } = (await api.post(`${BASE}/waivers`).send(waiver).expect(201)).body.data;
      const decision = api.as({ username: 'bob' }).put(`${BASE}/waivers/${id}/decision`);
      await decision.send({ decision: 'approved' }).expect(202);
      api.clock.advance(2 * DAY_MS);
      await api.delete(`${BASE}/waivers/${id}`).expect(202);
      api.clock.advance(DAY_MS);
      return { policy, system, waiverId: id as string };
    }

    it('names requester, approver and expiry in all formats, while it is in force', async () => {
      const { policy } = await givenException();

      for (const format of formats) {
        const during = await shown(policy.id, format, MOMENTS.during);
        expect([format, during]).toEqual([format, expect.stringContaining('bob')]);
        expect(during).toMatch(/2026-02-01[T ]00:00:00/);
        for (const moment of [MOMENTS.before, MOMENTS.after]) {
          expect([format, await shown(policy.id, format, moment)]).toEqual([
            format,
            expect.not.stringContaining('bob'),
          ]);
        }
      }
    });

    it('shows score and verdict with and without exceptions, in all formats', async () => {
      const { policy } = await givenException();
      await org().query('UPDATE test_result SET score = 66.5 WHERE report_id = $1', [policy.id]);
      await org().query('UPDATE policy SET compliance_threshold = 90 WHERE id = $1', [policy.id]);
      const [csv, html, sarif, oscal, pdf] = await Promise.all(
        formats.map((format) => shown(policy.id, format, MOMENTS.during)),
      );

      expect(csv).toContain(',not_compliant,compliant,66.5,100,fresh,');
      expect(html).toContain('<b>Non-compliant</b>, score 66.5 %');
      expect(html).toContain('With exceptions: <b>Compliant</b>, score 100 %');
      expect(html).toContain('The vendor\nneeds &lt;it&gt;');
      const { results } = JSON.parse(sarif!).runs[0];
      const suppressed = results.filter(({ suppressions }: { suppressions: unknown[] }) => suppressions.length > 0);
      expect(suppressed.map(({ suppressions }: { suppressions: unknown[] }) => suppressions)).toEqual([
        [expect.objectContaining({ kind: 'external', status: 'accepted', justification: REASON })],
      ]);
      expect(results[0].properties ?? results[1].properties).toMatchObject({
        verdict: 'not_compliant',
        score: 66.5,
        verdictWithExceptions: 'compliant',
        scoreWithExceptions: 100,
      });
      const scanned = JSON.parse(oscal!)['assessment-results'].results.find(({ risks }: { risks?: unknown }) => risks);
      expect(scanned.risks).toEqual([
        expect.objectContaining({
          status: 'deviation-approved',
          deadline: '2026-02-01T00:00:00.000Z',
          statement: REASON.replace('<', '\\<'),
        }),
      ]);
      expect(scanned.props).toContainEqual(
        expect.objectContaining({ name: 'verdict-with-exceptions', value: 'compliant' }),
      );
      const related = scanned.findings.filter((finding: object) => 'related-risks' in finding);
      expect(related.map((finding: { 'related-risks': object }) => finding['related-risks'])).toEqual([
        [{ 'risk-uuid': scanned.risks[0].uuid }],
      ]);
      expect(pdf).toContain('66.5 %, 100 %');
      expect(pdf).toContain('The vendor needs <it>');
      for (const [file, text] of [
        ['sarif-2.1.0.json', sarif] as const,
        ['oscal-assessment-results-1.1.3.json', oscal] as const,
      ]) {
        expect(schemaValidator(file)(JSON.parse(text!))).toEqual([]);
      }
    });
  });

  it('as PDF has whole pages with numbers, a title, and letters that its fonts have', async () => {
    const { policy, silent } = await givenReport();
    for (let n = 0; n < 60; n++) await givenSystem(db, { policies: [policy], display_name: `host-${n} 中‮ Ž` });
    await org().query(`UPDATE policy SET title = 'Grundschutz für 東京' WHERE id = $1`, [policy.id]);
    const { pages, info } = await readPages(policy.id);

    expect(pages.length).toBeGreaterThan(3);
    for (const [index, page] of pages.entries()) expect(page).toContain(`Page ${index + 1}`);
    expect(pages[0]).toContain('Grundschutz f\u00fcr <U+6771><U+4EAC>');
    expect(pages[0]).toContain('Compliant systems by day');
    // In UTF-16, after a mark of the order of bytes.
    expect(info).toContain('Title=(\u00fe\u00ff\u0000G\u0000r');
    const all = pages.join('\n');
    expect(all).toContain(silent.id);
    expect(all).toContain('host-59 <U+4E2D> \u008e (8.4)');
    expect(all.match(/Never reported/g)).toHaveLength(62);
  });
});
