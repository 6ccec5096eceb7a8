import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { main } from './wardstone';

const REPORT = {
  id: '6e3b1c2a-5d0f-4b8e-9a41-0c7d2f9b6a10',
  title: 'CIS',
  assigned_system_count: 20,
  reported_system_count: 19,
  compliant_system_count: 12,
  compliant_with_exceptions_system_count: 18,
  stale_system_count: 2,
};
/** Totals of lists for the group "web". */
const COUNTS: readonly (readonly [string, number])[] = [
  ['/controls?', 0],
  [`${REPORT.id}/systems?filter=group_name = "web"&`, 10],
  ['verdict_with_exceptions = compliant', 9],
  ['verdict = compliant', 5],
  ['freshness = stale', 1],
  [`${REPORT.id}/test_results?filter=group_name = "web"&`, 10],
];
const folder = mkdtempSync(path.join(os.tmpdir(), 'evidence-'));
const environment = { ...process.env };
const PDF = Buffer.from([0x25, 0x50, 0x44, 0x46, 0xff, 0x00, 0x80]);
let server: http.Server;
const requested: string[] = [];

beforeAll(async () => {
  server = http.createServer((request, response) => {
    const url = decodeURIComponent(request.url!).replaceAll('+', ' ');
    requested.push(url);
    const total = COUNTS.find(([part]) => url.includes(part))?.[1];
    if (total !== undefined) return response.end(JSON.stringify({ data: [], meta: { total } }));
    if (url.includes('/systems?')) {
      const groups = [{ id: 'g/1', name: 'web' }];
      return response.end(JSON.stringify({ data: url.includes('"web"') ? [{ groups }] : [] }));
    }
    if (request.url!.includes('evidence.pdf')) return response.end(PDF);
    if (request.url!.includes('evidence.csv')) {
      response.writeHead(404, { 'Content-Type': 'application/json' });
      return response.end('{"errors":["gone"]}');
    }
    const found = request.url!.includes('none') ? [] : [REPORT];
    return response.end(JSON.stringify({ data: found }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  process.env['WARDSTONE_URL'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env['WARDSTONE_TOKEN'] = 'token';
});

afterAll(async () => {
  process.env = environment;
  rmSync(folder, { recursive: true });
  await new Promise((done) => server.close(done));
});

async function run(...words: string[]): Promise<{ code: number; said: string }> {
  const output = new PassThrough();
  const code = await main(['evidence', ...words], output);
  return { code, said: String(output.read() ?? '') };
}

describe('the evidence of a policy', () => {
  it('passes and fails by the share of the assigned systems, with exceptions unless they are left out', async () => {
    expect(await run('CIS', '--fail-under', '90')).toEqual({
      code: 0,
      said: 'CIS: 18 of 20 assigned systems are compliant (90%); 19 have reported, 2 of these results are stale.\n',
    });
    expect((await run('CIS', '--fail-under', '90.5')).code).toBe(2);
    expect(await run('CIS', '--no-exceptions', '--fail-under', '90')).toMatchObject({
      code: 2,
      said: expect.stringContaining('12 of 20 assigned systems are compliant (60%)') as string,
    });
  });

  it('is written to a file byte by byte', async () => {
    const file = path.join(folder, 'cis.pdf');

    expect((await run('CIS', '--output', file)).code).toBe(0);
    expect(readFileSync(file)).toEqual(PDF);
  });

  it('is that of an inventory group where one is named', async () => {
    const file = path.join(folder, 'web.pdf');

    expect(await run('CIS', '--group', 'web', '--output', file, '--fail-under', '90')).toEqual({
      code: 0,
      said: 'CIS, web: 9 of 10 assigned systems are compliant (90%); 10 have reported, 1 of these results are stale.\n',
    });
    expect(requested.find((url) => url.includes('evidence.pdf?'))).toMatch(/\?group_id=g\/1$/);
    expect((await run('CIS', '--group', 'web', '--no-exceptions', '--fail-under', '90')).code).toBe(2);
  });

  it('has the controls of an inventory group beside it', async () => {
    expect(await main(['list', 'controls', '--group', 'web'], new PassThrough())).toBe(0);
    expect(requested.find((url) => url.includes('/controls?'))).toMatch(/[?&]group_id=g\/1(&|$)/);
  });

  it.each([
    ['a policy that does not exist', ['none']],
    ['a group that does not exist', ['CIS', '--group', 'db']],
    ['a format that does not exist', ['CIS', '--output', 'cis.doc']],
    ['a format without a file', ['CIS', '--format', 'pdf']],
    ['a threshold that is no percentage', ['CIS', '--fail-under', '900']],
    ['a file that the service refuses', ['CIS', '--output', path.join(folder, 'cis.csv')]],
  ])('fails with 1 for %s', async (_name, words) => {
    const complaint = jest.spyOn(console, 'error').mockImplementation(() => {});
    expect((await run(...words)).code).toBe(1);
    expect(complaint).toHaveBeenCalled();
    complaint.mockRestore();
  });
});
