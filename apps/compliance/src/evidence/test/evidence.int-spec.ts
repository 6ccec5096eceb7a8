import fs from 'node:fs';
import path from 'node:path';
import Ajv from 'ajv';
import type { Response } from 'supertest';
import { givenSystem } from '../../test/builders';
import { BASE, useCompliance } from '../../test/use-compliance';
import { aTestResult } from '../../test-results/scap/test/scan.builder';
import { givenScannableSystem, uploadResult } from '../../test-results/test/given-scannable-system';

const { db, api } = useCompliance();
const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 0, 15, 12);
const GROUP = { id: 'g1', name: 'one' };
const SHA256 = /\b[0-9a-f]{64}\b/;
afterEach(() => api.clock.set(START));

/** Of the standard, as its editors publish it. */
function schemaValidator(file: string): (document: unknown) => unknown[] {
  const schema = JSON.parse(fs.readFileSync(path.join(__dirname, 'schemas', file), 'utf8')) as Record<string, unknown>;
  const { $schema: _, id: __, ...rest } = schema;
  const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(rest);
  return (document) => (validate(document) ? [] : validate.errors!);
}

const read = (id: string, extension: string, query = '', requests: Pick<typeof api, 'get'> = api) =>
  requests.get(`${BASE}/reports/${id}/evidence.${extension}${query}`).buffer(true).parse(asText).expect(200);

function asText(response: Response, done: (error: Error | null, text: string) => void): void {
  const chunks: Buffer[] = [];
  response
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .on('end', () => done(null, Buffer.concat(chunks).toString()));
}

/** One system that was scanned twice, with 54 and, a day later, with 100 %; one that never was. */
async function givenReport() {
  const { policy, system, benchmark } = await givenScannableSystem(db, api, {
    groups: [GROUP],
    display_name: '=cmd|<b>"host" & co',
  });
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
    'as %s is valid by the schema of the standard, also for a policy without systems',
    async (extension, file, type) => {
      const faultsOf = schemaValidator(file);
      const { policy } = await givenReport();
      const { body, headers } = await read(policy.id, extension);
      const empty = await givenScannableSystem(db, api);
      await db.query('DELETE FROM policy_system WHERE policy_id = $1', [empty.policy.id]);

      expect(headers['content-type']).toContain(type);
      expect(headers['content-disposition']).toBe(
        `attachment; filename="evidence-${policy.id}-2026-01-16.${extension.split('.').at(-1)}"`,
      );
      expect(faultsOf(JSON.parse(body))).toEqual([]);
      expect(faultsOf(JSON.parse((await read(empty.policy.id, extension)).body))).toEqual([]);
      expect(faultsOf({})).not.toEqual([]);
    },
  );

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
    expect(html).toContain('It had not reported.');
  });

  it('lets no name of a system out of its place', async () => {
    const { policy } = await givenReport();

    expect((await read(policy.id, 'csv')).body).toContain(`"'=cmd|<b>""host"" & co"`);
    expect((await read(policy.id, 'html')).body).not.toContain('<b>"host"');
  });

  it('shows the state of a moment, and of one system', async () => {
    const { policy, system, silent } = await givenReport();
    const before = (await read(policy.id, 'csv', '?at=2026-01-15T13:00:00Z')).body as string;
    const earlier = (await read(policy.id, 'csv', '?at=2026-01-14T00:00:00Z')).body as string;

    expect(before).toContain(',54,');
    expect(before).not.toContain(',100,');
    expect(earlier.match(/never_reported/g)).toHaveLength(2);
    const one = (await read(policy.id, 'csv', `?system_id=${system.id}`)).body as string;
    expect([one.includes(system.id), one.includes(silent.id)]).toEqual([true, false]);
  });

  it('is of the systems that the caller sees', async () => {
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

  it('reads systems block by block', async () => {
    const { policy } = await givenReport();
    for (let n = 0; n < 60; n++) await givenSystem(db, { policies: [policy] });
    const lines = ((await read(policy.id, 'csv')).body as string).trim().split('\n');

    expect(lines.filter((line) => line.includes('never_reported'))).toHaveLength(61);
    expect(new Set(lines).size).toBe(lines.length);
  });
});
