import fs from 'node:fs';
import path from 'node:path';
import { useReception } from '@wardstone/testing';
import { main } from '../src/wardstone';
import { credentialFile } from '../src/credentials';

const TOKEN = 'wst_0123456789';
const ID = '0b6c0b0e-0000-4000-8000-000000000001';
const ROWS = [
  { id: '1', title: 'plain', compliance_threshold: 90 },
  { id: '2', title: 'red \u001b[31m\u009b1m and \u202eback', compliance_threshold: 100 },
];

describe('wardstone login', () => {
  const reception = useReception();

  beforeEach(() => {
    reception.replies = [{ status: 201, body: JSON.stringify({ token: TOKEN, id: ID }) }];
    reception.respondTo = () => ({ data: ROWS, meta: { total: 2 } });
  });

  const run = (...args: string[]): Promise<number> => main(args, reception.output());
  const logIn = async (): Promise<void> => {
    process.env['WARDSTONE_PASSWORD'] = 'correct horse battery';
    expect(await run('login', reception.url, '--user', 'ann')).toBe(0);
    delete process.env['WARDSTONE_PASSWORD'];
  };
  const authorizations = (): (string | undefined)[] => reception.received.map(({ headers }) => headers.authorization);

  it('keeps a token, not the password, where others cannot read it', async () => {
    await logIn();

    expect(authorizations()).toEqual([`Basic ${Buffer.from('ann:correct horse battery').toString('base64')}`]);
    const file = credentialFile();
    expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toEqual({
      url: reception.url,
      username: 'ann',
      token: TOKEN,
      tokenId: ID,
    });
    expect([fs.statSync(file).mode & 0o777, fs.statSync(path.dirname(file)).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(reception.said).not.toMatch(/wst_|correct horse/);
  });

  it('uses the port of npm start', async () => {
    process.env['WARDSTONE_PASSWORD'] = 'correct horse battery';
    process.env['GATEWAY_PORT'] = new URL(reception.url).port;
    delete process.env['WARDSTONE_URL'];
    expect(await run('login', '--user', 'ann')).toBe(0);
    expect(reception.received).toHaveLength(1);
  });

  it('prints its token for other programs', async () => {
    await logIn();
    expect(await run('token')).toBe(0);
    expect(reception.said.split('\n').at(-2)).toBe(TOKEN);
    expect(reception.received).toHaveLength(1);
  });

  it('is not needed for a token of the local installation, which lasts a day', async () => {
    process.env['WARDSTONE_USER'] = 'ann';
    process.env['WARDSTONE_PASSWORD'] = 'correct horse battery';
    expect(await run('token')).toBe(0);
    expect(reception.said).toBe(`${TOKEN}\n`);
    expect(reception.received.map(({ url, text }) => [url, JSON.parse(text)])).toEqual([
      ['/auth/tokens', { name: expect.stringMatching(/^wardstone token on /), expiresInDays: 1 }],
    ]);
  });

  it('names the address and the cause when there is no response', async () => {
    await logIn();
    process.env['WARDSTONE_URL'] = 'http://127.0.0.1:9';
    process.env['WARDSTONE_TOKEN'] = TOKEN;
    expect(await run('list', 'policies')).toBe(1);
    expect(reception.complaints.at(-1)).toMatch(/^No response from http:\/\/127\.0\.0\.1:9: .*(ECONNREFUSED|bad port)/);
  });

  it('refuses a parameter that the service does not know, before it prints rows', async () => {
    await logIn();
    reception.respondTo = () => [{ resourceId: 1 }];
    reception.responseHeaders = { 'X-Ignored-Parameters': 'acknowleged' };
    expect(await run('list', 'resources', '--query', 'acknowleged=false')).toBe(1);
    expect(reception.complaints.at(-1)).toBe('Unknown parameter acknowleged.');
    expect(reception.said).toMatch(/^Logged in .*\n$/);
  });

  it('revokes its token at logout, and when another login takes its place', async () => {
    await logIn();
    await logIn();
    expect(reception.received.at(-1)).toMatchObject({ url: `/auth/tokens/${ID}` });
    expect(authorizations().at(-1)).toBe(`Bearer ${TOKEN}`);

    expect(await run('logout')).toBe(0);
    expect(reception.received).toHaveLength(4);
    expect(fs.existsSync(credentialFile())).toBe(false);
    expect(await run('logout')).toBe(0);
    expect(reception.said).toMatch(/You were not logged in\.\n$/);
  });

  it('sends its token to no other address', async () => {
    await logIn();
    reception.received.length = 0;
    reception.replies = [{ status: 404, body: '{}' }];
    process.env['WARDSTONE_URL'] = reception.url.replace('127.0.0.1', 'localhost');

    // The password that `npm start` generated is only used for this machine.
    await run('upload-result', reception.aFile('arf.xml'), '--system', ID);
    expect(authorizations()).toEqual([expect.stringMatching(/^Basic /)]);

    process.env['WARDSTONE_URL'] = 'http://192.0.2.1';
    expect(await run('whoami')).toBe(1);
    expect(reception.complaints.at(-1)).toBe(
      'Not logged in at http://192.0.2.1: run "wardstone login http://192.0.2.1".',
    );
  });

  it('refuses a token file that others can read', async () => {
    await logIn();
    fs.chmodSync(credentialFile(), 0o644);

    expect(await run('whoami')).toBe(1);
    expect(reception.complaints.at(-1)).toMatch(/^Other users can read /);
  });

  it.each(['ftp://x', 'http://a:b@x', 'nonsense'])('refuses the address %s', async (address) => {
    expect(await run('login', address)).toBe(1);
    expect(reception.complaints).toEqual([`Not an address of an installation: ${address}`]);
  });

  describe('then wardstone list', () => {
    // oxlint-disable-next-line no-control-regex
    const CONTROL = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]/;

    it.each(['table', 'json', 'yaml'])('writes %s without terminal control characters', async (format) => {
      expect(await run('list', 'policies', '-o', format)).toBe(0);

      expect(reception.said).not.toMatch(CONTROL);
      expect(reception.said).toMatch(/plain[^]*red (\\u001b|\\e|\\x1b)\[31m/);
    });

    it('writes records that can be read back unchanged', async () => {
      await run('list', 'policies', '-o', 'json');
      expect(JSON.parse(reception.said)).toEqual(ROWS);
    });

    it('writes one id per line for other commands', async () => {
      await run('list', 'policies', '-o', 'id');
      expect(reception.said.split('\n')).toEqual(['1', '2', '']);
    });

    it('fits a terminal, with whole ids', async () => {
      reception.respondTo = () => ({
        data: [{ id: ID, title: 'x'.repeat(300), profile_title: 'y'.repeat(80) }],
        meta: { total: 1 },
      });
      const output = Object.assign(reception.output({ isTTY: true }), { columns: 80 });

      expect(await main(['list', 'policies'], output)).toBe(0);
      const lines = reception.said.trimEnd().split('\n');
      expect(lines.filter((line) => line.length > 80)).toEqual([]);
      expect(lines[1]).toMatch(new RegExp(`^${ID}  x+… +y+…$`));
    });

    it('reports an empty list', async () => {
      reception.respondTo = () => ({ data: [], meta: { total: 0 } });
      expect(await run('list', 'policies')).toBe(0);
      expect([reception.said, reception.complaints]).toEqual(['', ['No policies.']]);

      await run('list', 'policies', '--filter', 'title = none');
      expect(reception.complaints.at(-1)).toBe('No policies match.');

      await run('list', 'policies', '-o', 'json');
      await run('list', 'policies', '-o', 'yaml');
      expect(reception.said).toBe('[]\n[]\n');
    });

    it('passes the filter on', async () => {
      let prompt = '';
      reception.respondTo = (target) => {
        prompt = target;
        return { data: [], meta: { total: 0 } };
      };
      await run('list', 'policies', '--filter', 'title ~ "a&b"', '--query', 'sort_by=title:desc');
      const { searchParams } = new URL(prompt, 'http://localhost');
      expect(Object.fromEntries(searchParams)).toMatchObject({ filter: 'title ~ "a&b"', sort_by: 'title:desc' });
    });
  });
});
