import path from 'node:path';
import { main } from '../src/wardstone';
import { type Reply, useReception } from '@wardstone/testing';

const ID = '0b6c0b0e-0000-4000-8000-000000000001';
const RECORD = { id: ID, ref_id: 'xccdf_org.example_benchmark_EXAMPLE-9', version: '0.1.65' };
const toReply = (status: number, os_minor_versions_added: number[] = []): Reply => ({
  status,
  body: JSON.stringify({ data: RECORD, meta: { os_minor_versions_added } }),
});
const IMPORTED = toReply(201);
const TOTALS = { profiles: 16, rules: 1348 };

describe('wardstone import-guide', () => {
  const reception = useReception();
  const { aFile } = reception;

  beforeEach(() => {
    reception.replies = [IMPORTED];
    reception.respondTo = (target) => ({
      data: [],
      meta: { total: target.includes('/profiles?') ? TOTALS.profiles : TOTALS.rules },
    });
  });

  const run = (args: string[], terminal?: { isTTY?: boolean }): Promise<number> =>
    main(['import-guide', ...args], reception.output(terminal));

  const basic = (login: string) => `Basic ${Buffer.from(login).toString('base64')}`;
  const uploads = () => reception.received.map(({ url, bytes }) => `${url?.split('/').pop()} ${bytes}`);

  it('sends the whole file as the administrator and reports the outcome', async () => {
    const file = aFile('guide.xml', 3_000_000);

    expect(await run([file, '--os-major', '9', '--os-minor', '0,1', '--replace'])).toBe(0);

    expect(reception.received[0]).toMatchObject({
      url: '/api/compliance/v2/security_guides?os_major_version=9&os_minor_versions=0%2C1&replace=true',
      bytes: 3_000_000,
    });
    expect(reception.received[0]?.headers).toMatchObject({
      'content-type': 'application/xml',
      'content-length': '3000000',
      authorization: basic('admin:made-up-password'),
    });
    expect(reception.said).toMatch(
      /^guide\.xml: imported in \d+\.\d s, 16 profiles and 1348 rules \(0b6c0b0e-[0-9a-f-]+\)\n$/,
    );
  });

  it.each([
    [201, [0, 4], 'imported', ', minor versions added: 0, 4'],
    [202, [4], 'replaced', ', minor versions added: 4'],
    [200, [0, 4], 'updated', ', minor versions added: 0, 4'],
    [200, [], 'unchanged', ''],
  ])('reports what was added (%d, %j)', async (status, added, outcome, names) => {
    reception.replies = [toReply(status, added)];

    await run([aFile('guide.xml'), '--os-minor', '0,4']);

    expect(reception.said.replace(/\d+\.\d/, 'S.S')).toBe(
      `guide.xml: ${outcome} in S.S s, 16 profiles and 1348 rules${names} (${ID})\n`,
    );
  });

  it('sends the compression of a .gz file', async () => {
    await run([aFile('guide.xml.gz')]);

    expect(reception.received[0]?.headers['content-encoding']).toBe('gzip');
  });

  it('logs in as the user that the environment names', async () => {
    process.env['WARDSTONE_USER'] = 'ann';
    process.env['WARDSTONE_PASSWORD'] = 'correct horse';
    await run([aFile('guide.xml')]);

    expect(reception.received[0]?.headers.authorization).toBe(basic('ann:correct horse'));
  });

  it('takes files and the datastreams of directories, each once', async () => {
    const single = aFile('single.xml', 1);
    aFile('content/b-ds.xml', 3);
    aFile('content/a-ds.xml.gz', 2);
    for (const name of ['a-xccdf.xml', 'a-ds-1.2.xml', 'notes-ds.xml.txt']) aFile(`content/${name}`, 9);

    expect(await run([single, path.join(reception.folder, 'content'), single])).toBe(0);

    expect(uploads()).toEqual(['security_guides 1', 'security_guides 2', 'security_guides 3']);
  });

  it('applies a major version to one file, or to all', async () => {
    const files = [aFile('a.xml', 1), aFile('b.xml', 2)];

    await run([...files, '--os-major', '7', '--os-major', 'b.xml=0']);

    expect(uploads()).toEqual(['security_guides?os_major_version=7 1', 'security_guides?os_major_version=0 2']);
  });

  it('continues after an invalid file, prints a table, and fails', async () => {
    const conflict = { errors: ['Security guide x 1 already exists with different content'] };
    reception.replies = [
      { status: 409, headers: { Link: '</api/v1/error/conflict>; rel="help"' }, body: JSON.stringify(conflict) },
      toReply(202),
      toReply(200),
    ];
    const files = ['a.xml', 'b.xml', 'c.xml'].map((name) => aFile(name));

    expect(await run([...files, path.join(reception.folder, 'missing.xml')])).toBe(1);

    expect(reception.said).toContain(
      `a.xml: Rejected with 409: ${conflict.errors[0]} (${reception.url}/api/v1/error/conflict)\n`,
    );
    expect(reception.said).toMatch(/missing\.xml: \S+missing\.xml cannot be read: ENOENT/);
    const table = reception.said.slice(reception.said.indexOf('FILE')).replace(/\d+\.\d(?= {2})/g, 'S.S');
    expect(table).toBe(
      [
        'FILE         GUIDE      VERSION  PROFILES  RULES  SECONDS  OUTCOME',
        'a.xml                                                 S.S  failed',
        'b.xml        EXAMPLE-9  0.1.65         16   1348      S.S  replaced',
        'c.xml        EXAMPLE-9  0.1.65         16   1348      S.S  unchanged',
        'missing.xml                                           S.S  failed',
        '',
        '4 files: 2 failed, 1 replaced, 1 unchanged.',
        '',
      ].join('\n'),
    );
  });

  it('fails for a directory without datastreams', async () => {
    aFile('content/a-xccdf.xml');

    expect(await run([path.join(reception.folder, 'content')])).toBe(1);
    expect(reception.said).toMatch(
      /^content: \S+content cannot be read: no file in it is named \*-ds\.xml or \*-ds\.xml\.gz\n$/,
    );
  });

  it('does not try the rest after a failed login', async () => {
    reception.replies = [{ status: 401, body: JSON.stringify({ error: 'Authentication error: no' }) }];

    expect(await run([aFile('a.xml'), aFile('b.xml')])).toBe(1);

    expect(reception.received).toHaveLength(1);
    expect(reception.said).toContain('a.xml: Rejected with 401: Authentication error: no\n');
    expect(reception.said).toContain('2 files: 1 failed, 1 not tried.\n');
  });

  it('reports in one sentence that there is no response', async () => {
    process.env['WARDSTONE_URL'] = 'http://127.0.0.1:1';

    expect(await run([aFile('guide.xml')])).toBe(1);
    expect(reception.said).toBe('guide.xml: No response from http://127.0.0.1:1: is Wardstone running there?\n');
  });

  it('shows a bar on a terminal, and only there', async () => {
    const files = [aFile('a.xml', 100_000), aFile('b.xml', 100_000)];

    await run(files, { isTTY: true });
    expect(reception.said).toMatch(/░ 0% .* a\.xml/);
    expect(reception.said).toMatch(/█ 100% .* b\.xml/);

    reception.said = '';
    await run(files);
    expect(reception.said).not.toMatch(/[█░]/);
    expect(reception.said).not.toContain('\u001b');
  });

  it('reports missing and unknown options', async () => {
    expect(await run([])).toBe(1);
    expect(await run(['--no-such-option'])).toBe(1);
    expect(reception.complaints.join('\n')).toMatch(
      /missing required argument 'place'[^]*unknown option '--no-such-option'/,
    );
  });
});
