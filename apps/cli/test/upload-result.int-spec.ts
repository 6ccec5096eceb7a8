import path from 'node:path';
import { main } from '../src/wardstone';
import { type Reply, useReception } from '@wardstone/testing';

const SYSTEM = '1c9d6c35-8a7c-4c1b-8d7e-3a8a0f6b2e44';
const OTHER = '2c9d6c35-8a7c-4c1b-8d7e-3a8a0f6b2e44';
const RECORD = {
  id: 'a2d6f9c4-7f0b-4e61-9b3d-1c8e5a0f7b26',
  display_name: 'web-1',
  score: 28.125,
  failed_rule_count: 21,
  supported: true,
  compliant: false,
};
const stored = (over: Partial<Omit<typeof RECORD, 'score'> & { score: number | null }> = {}, status = 201): Reply => ({
  status,
  body: JSON.stringify({ data: { ...RECORD, ...over } }),
});

describe('wardstone upload-result', () => {
  const reception = useReception();
  const { aFile } = reception;
  let searches: string[];
  /** Ids of the systems that are found by name. */
  let found: string[];

  beforeEach(() => {
    [searches, found] = [[], [SYSTEM]];
    reception.replies = [stored()];
    reception.respondTo = (target) => {
      searches.push(target);
      return { data: found.map((id) => ({ id })) };
    };
    process.env['WARDSTONE_USER'] = 'ann';
    process.env['WARDSTONE_PASSWORD'] = 'correct horse';
  });

  const run = (args: string[]): Promise<number> => main(['upload-result', ...args], reception.output());

  it('sends the whole file for the system and reports the outcome', async () => {
    expect(await run([aFile('arf.xml', 3_000_000), '--system', SYSTEM])).toBe(0);

    expect(reception.received[0]).toMatchObject({
      url: `/api/compliance/v2/systems/${SYSTEM}/test_results`,
      bytes: 3_000_000,
    });
    expect(reception.received[0]?.headers).toMatchObject({
      'content-type': 'application/xml',
      'content-length': '3000000',
      authorization: `Basic ${Buffer.from('ann:correct horse').toString('base64')}`,
    });
    expect(reception.received[0]?.headers).not.toHaveProperty('content-encoding');
    expect(reception.said).toMatch(
      /^arf\.xml: stored for web-1 in \d+\.\d s, score 28\.125, 21 failed rules, not compliant \(a2d6f9c4-[0-9a-f-]+\)\n$/,
    );
  });

  it.each([
    ['arf.xml.gz', 'gzip'],
    ['arf.xml.bz2', 'bzip2'],
  ])('says how %s is compressed', async (name, encoding) => {
    await run([aFile(name), '--system', SYSTEM]);

    expect(reception.received[0]?.headers['content-encoding']).toBe(encoding);
  });

  it('looks systems up by their names', async () => {
    found = [OTHER];
    expect(await run([aFile('arf.xml'), '--system', 'web "1"'])).toBe(0);

    const filter = new URL(searches[0]!, 'http://localhost').searchParams.get('filter');
    expect(filter).toBe('display_name = "web \\"1\\""');
    expect(reception.received[0]?.url).toContain(`/systems/${OTHER}/`);
  });

  it.each([
    [[], 'Unknown system: web-1.'],
    [[SYSTEM, OTHER], 'Several systems are named web-1: give the id instead.'],
  ])('sends nothing when %j are found by the name', async (ids, reason) => {
    found = ids;

    expect(await run([aFile('arf.xml'), '--system', 'web-1'])).toBe(1);
    expect(reception.said).toBe(`arf.xml: ${reason}\n`);
    expect(reception.received).toEqual([]);
  });

  it('continues after a rejected file, prints a table, and fails', async () => {
    const refusal = { errors: ['Invalid report: a newer result exists'] };
    reception.replies = [
      stored(),
      { status: 422, headers: { Link: '</api/v1/error/invalid_report>; rel="help"' }, body: JSON.stringify(refusal) },
      stored({ display_name: 'web-3', score: 100, failed_rule_count: 1, compliant: true }, 200),
      stored({ display_name: 'web-4', score: null, supported: false }),
    ];
    const files = ['a.xml', 'b.xml', 'c.xml', 'd.xml'].map((name) => aFile(name));

    expect(
      await run([...files, path.join(reception.folder, 'no.xml'), '--system', SYSTEM, '--system', `c.xml=${OTHER}`]),
    ).toBe(1);

    expect(reception.received.map(({ url }) => url?.split('/').at(-2))).toEqual([SYSTEM, SYSTEM, OTHER, SYSTEM]);
    expect(reception.said).toContain(
      `b.xml: Rejected with 422: ${refusal.errors[0]} (${reception.url}/api/v1/error/invalid_report)\n`,
    );
    expect(reception.said).toMatch(/no\.xml: \S+no\.xml cannot be read: ENOENT/);
    const table = reception.said.slice(reception.said.indexOf('FILE')).replace(/\d+\.\d(?= {2})/g, 'S.S');
    expect(table).toBe(
      [
        'FILE    SYSTEM   SCORE  FAILED  VERDICT        SECONDS  OUTCOME',
        'a.xml   web-1   28.125      21  not compliant      S.S  stored',
        'b.xml                                              S.S  failed',
        'c.xml   web-3      100       1  compliant          S.S  unchanged',
        'd.xml   web-4     none      21  unsupported        S.S  stored',
        'no.xml                                             S.S  failed',
        '',
        '5 files: 2 stored, 2 failed, 1 unchanged.',
        '',
      ].join('\n'),
    );
  });

  it('reports in one sentence that there is no response, and tries no further file', async () => {
    process.env['WARDSTONE_URL'] = 'http://127.0.0.1:1';

    expect(await run([aFile('a.xml'), aFile('b.xml'), '--system', SYSTEM])).toBe(1);
    expect(reception.said).toContain('a.xml: No response from http://127.0.0.1:1: is Wardstone running there?\n');
    expect(reception.said).toContain('2 files: 1 failed, 1 not tried.\n');
  });

  it('requires its arguments', async () => {
    expect(await run([])).toBe(1);
    expect(await run([aFile('a.xml')])).toBe(1);
    expect(await run([aFile('a.xml'), '--system', 'b.xml=web-1'])).toBe(1);
    expect(await run(['--no-such-option'])).toBe(1);

    const unset = "error: required option '--system <[FILE=]SYSTEM>' not specified";
    expect(reception.complaints.filter((line) => !line.startsWith('(--help'))).toEqual([
      unset,
      unset,
      'a.xml names no system: give its id or name with --system.',
      unset,
    ]);
    expect(reception.received).toEqual([]);
  });
});
