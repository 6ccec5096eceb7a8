import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { main } from '../import-guide';

interface Received {
  method?: string;
  url?: string;
  headers: http.IncomingHttpHeaders;
  bytes: number;
}

const ID = '0b6c0b0e-0000-4000-8000-000000000001';
const PROFILES = JSON.stringify({ data: [], meta: { total: 16 } });

describe('npm run import-guide', () => {
  const environment = { ...process.env };
  let folder: string;
  let server: http.Server;
  let received: Received[];
  let answer: { status: number; headers: Record<string, string>; body: string };
  let said: string[];

  beforeEach(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-import-'));
    received = [];
    said = [];
    answer = { status: 201, headers: {}, body: JSON.stringify({ data: { id: ID } }) };
    server = http.createServer((request, response) => {
      const record: Received = { method: request.method, url: request.url, headers: request.headers, bytes: 0 };
      received.push(record);
      request.on('data', (chunk: Buffer) => (record.bytes += chunk.length));
      request.on('end', () => {
        if (request.method === 'GET') return response.end(PROFILES);
        response.writeHead(answer.status, answer.headers).end(answer.body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const say = (line: unknown) => void said.push(String(line));
    jest.spyOn(console, 'log').mockImplementation(say);
    jest.spyOn(console, 'error').mockImplementation(say);
    process.env['WARDSTONE_URL'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    process.env['DATA_DIR'] = folder;
    for (const name of ['WARDSTONE_USER', 'WARDSTONE_PASSWORD', 'ADMIN_PASSWORD']) delete process.env[name];
    fs.writeFileSync(path.join(folder, 'admin-password'), 'made-up-password\n');
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    process.env = { ...environment };
    await new Promise((resolve) => server.close(resolve));
    fs.rmSync(folder, { recursive: true, force: true });
  });

  function aFile(name: string, bytes: number): string {
    const file = path.join(folder, name);
    fs.writeFileSync(file, Buffer.alloc(bytes, 'x'));
    return file;
  }

  const basic = (login: string) => `Basic ${Buffer.from(login).toString('base64')}`;

  it('sends the whole file as the administrator and tells what came of it', async () => {
    const file = aFile('guide.xml', 3_000_000);

    expect(await main([file, '--os-major', '9', '--os-minor', '0,1', '--replace'])).toBe(0);

    expect(received[0]).toMatchObject({
      method: 'POST',
      url: '/api/compliance/v2/security_guides?os_major_version=9&os_minor_versions=0%2C1&replace=true',
      bytes: 3_000_000,
    });
    expect(received[0]?.headers).toMatchObject({
      'content-type': 'application/xml',
      'content-length': '3000000',
      authorization: basic('admin:made-up-password'),
    });
    expect(said.join('\n')).toMatch(new RegExp(`^Imported ${ID} with 16 profiles in \\d+\\.\\d s$`));
  });

  it('says that a .gz file is compressed', async () => {
    await main([aFile('guide.xml.gz', 10)]);

    expect(received[0]?.headers['content-encoding']).toBe('gzip');
  });

  it('logs in as whoever the environment names', async () => {
    process.env['WARDSTONE_USER'] = 'ann';
    process.env['WARDSTONE_PASSWORD'] = 'correct horse';
    await main([aFile('guide.xml', 10)]);

    expect(received[0]?.headers.authorization).toBe(basic('ann:correct horse'));
  });

  it('passes on why the service refuses, with the address of the explanation', async () => {
    answer = {
      status: 409,
      headers: { Link: '</api/v1/error/guide_content_conflict>; rel="help"' },
      body: JSON.stringify({ errors: ['Security guide x 1 already exists with different content'] }),
    };

    expect(await main([aFile('guide.xml', 10)])).toBe(1);

    expect(said).toEqual([
      'Refused with 409: Security guide x 1 already exists with different content ' +
        `(${process.env['WARDSTONE_URL']}/api/v1/error/guide_content_conflict)`,
    ]);
  });

  it('says in one sentence that nothing answers', async () => {
    process.env['WARDSTONE_URL'] = 'http://127.0.0.1:1';

    expect(await main([aFile('guide.xml', 10)])).toBe(1);
    expect(said).toEqual(['Nothing answers at http://127.0.0.1:1: is "npm start" running?']);
  });

  it('says in one sentence that the file cannot be read', async () => {
    expect(await main([path.join(folder, 'missing.xml')])).toBe(1);
    expect(said.join('\n')).toMatch(/^\S+missing\.xml cannot be read: ENOENT/);
    expect(received).toEqual([]);
  });
});
