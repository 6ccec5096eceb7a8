import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { PassThrough } from 'node:stream';
import { main } from './wardstone';

const GUIDES = [
  { id: 'g1', ref_id: 'RHEL-9', version: '0.1.78' },
  { id: 'g2', ref_id: 'RHEL-9', version: '0.1.79' },
];
const POLICY = { id: '6e3b1c2a-5d0f-4b8e-9a41-0c7d2f9b6a10', title: 'CIS', security_guide_id: 'g1' };
const MOVED = {
  title: 'CIS',
  former_version: '0.1.78',
  added_rule_count: 3,
  removed_rule_count: 1,
  lost_rules: [],
  lost_values: [],
  lost_waivers: ['rule_telnet'],
  unsupported_minor_versions: [2],
  failed_result_count: 7,
  still_failed_result_count: 6,
};
const environment = { ...process.env };
const sent: unknown[] = [];
let server: http.Server;

beforeAll(async () => {
  server = http.createServer((request, response) => {
    const respond = (data: unknown): void => void response.end(JSON.stringify({ data }));
    if (request.method === 'POST') {
      void text(request).then((body) => {
        sent.push(JSON.parse(body));
        respond({ policies: [MOVED] });
      });
    } else if (request.url!.includes('/security_guides/')) respond(GUIDES[0]);
    else if (request.url!.includes('/security_guides')) respond(GUIDES);
    else if (request.url!.includes('/reports/')) respond(POLICY);
    else respond(request.url!.includes('none') ? [] : [POLICY]);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  process.env['WARDSTONE_URL'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env['WARDSTONE_TOKEN'] = 'token';
});
afterAll(async () => {
  process.env = environment;
  await new Promise((done) => server.close(done));
});
beforeEach(() => {
  sent.length = 0;
});

async function run(...words: string[]): Promise<{ code: number; said: string }> {
  const output = new PassThrough();
  const code = await main(['move-policies', ...words], output);
  return { code, said: String(output.read() ?? '') };
}

describe('policies that move', () => {
  it('show the effect of the move first', async () => {
    expect(await run('CIS', '--to', '0.1.79', '--dry-run')).toEqual({
      code: 0,
      said: `CIS: would move from version 0.1.78 to 0.1.79
  rules of its tailorings: 3 added, 1 removed
  failed results: 7 now, 6 of them with the same check
  not in 0.1.79: exceptions, reviews and plans of rule_telnet
  not registered for minor versions 2
`,
    });
    expect(sent).toEqual([{ security_guide_id: 'g2', policy_ids: [POLICY.id], dry_run: true }]);
  });

  it('move all at once', async () => {
    expect(await run('CIS', POLICY.id, '--to', '0.1.79')).toMatchObject({ code: 0 });
    expect(sent).toEqual([{ security_guide_id: 'g2', policy_ids: [POLICY.id, POLICY.id], dry_run: false }]);
  });

  it.each([
    ['a policy that does not exist', ['none', '--to', '0.1.79']],
    ['a version that is not imported', ['CIS', '--to', '0.2']],
    ['no version', ['CIS']],
  ])('exit with 1 for %s', async (_name, words) => {
    const complaint = jest.spyOn(console, 'error').mockImplementation(() => {});
    expect((await run(...words)).code).toBe(1);
    expect(sent).toEqual([]);
    complaint.mockRestore();
  });
});
