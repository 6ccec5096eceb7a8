import { measureProcessorTime, watchEventLoop } from '@wardstone/testing';
import http from 'node:http';
import { gzipSync } from 'node:zlib';
import { givenSystem } from '../../test/builders';
import { BASE, useCompliance } from '../../test/use-compliance';
import { aTestResult } from '../../../../../libs/scap/test/scan.builder';
import { givenScannableSystem, uploadResult } from './given-scannable-system';

/** Only work that grows faster than its input takes this long, even on a busy machine. */
const REFUSAL_LIMIT_MS = 15_000;
const MB = 1_000_000;
const UNKNOWN = '11111111-2222-4333-8444-555555555555';

const { db, api } = useCompliance();

const upload = (systemId: string, document: string | Buffer, headers?: Record<string, string>) =>
  uploadResult(api, systemId, document, headers);

describe('the upload of a result', () => {
  it.each([
    ['as it is', {}, (document: string) => Buffer.from(document)],
    ['as identity', { 'Content-Encoding': 'identity' }, (document: string) => Buffer.from(document)],
    ['compressed with gzip', { 'Content-Encoding': 'gzip' }, gzipSync],
    ['compressed with x-gzip', { 'Content-Encoding': 'X-Gzip' }, gzipSync],
    ['as text/xml', { 'Content-Type': 'text/xml; charset=utf-8' }, (document: string) => Buffer.from(document)],
  ])('is accepted %s', async (_name, headers, encode) => {
    const { system, benchmark } = await givenScannableSystem(db, api);

    await upload(system.id, encode(aTestResult({ benchmark })), headers).expect(201);
  });

  it('may be chunked', async () => {
    const { system, benchmark } = await givenScannableSystem(db, api);
    const document = aTestResult({ benchmark });
    const request = upload(system.id, '').set('Transfer-Encoding', 'chunked');
    for (let at = 0; at < document.length; at += 100) request.write(document.slice(at, at + 100));

    expect((await request).status).toBe(201);
  });

  it.each([
    ['unknown', UNKNOWN, 404, `V2::System not found with ID ${UNKNOWN}`],
    ['no UUID', 'abc', 422, 'Invalid parameter: system_id is not permitted'],
  ])('for a system that is %s is refused', async (_name, id, status, text) => {
    expect((await upload(id, aTestResult()).expect(status)).body).toEqual({ errors: [text] });
  });

  it('for a hidden system is refused', async () => {
    const { system, benchmark } = await givenScannableSystem(db, api);
    for (const stranger of [api.as({ inventoryGroups: ['g1'] }), api.as({ orgId: 'umbrella' })]) {
      const { body } = await uploadResult(stranger, system.id, aTestResult({ benchmark })).expect(404);
      expect(body).toEqual({ errors: [`V2::System not found with ID ${system.id}`] });
    }
  });

  it('needs the permission to write reports', async () => {
    const { system, benchmark } = await givenScannableSystem(db, api);

    await uploadResult(api.anonymous, system.id, aTestResult({ benchmark })).expect(401);
    await uploadResult(api.as({ roles: ['viewer'] }), system.id, aTestResult({ benchmark })).expect(403);
    await uploadResult(api.as({ roles: ['operator'] }), system.id, aTestResult({ benchmark })).expect(201);
  });

  it.each([
    ['application/json', {}, 'Unsupported media type: application/json'],
    ['application/xml', { 'Content-Encoding': 'br' }, 'Unsupported content encoding: br'],
    ['application/xml', { 'Content-Encoding': 'gzip, bzip2' }, 'Unsupported content encoding: gzip, bzip2'],
  ])('as %s with %j is refused', async (type, headers, text) => {
    const { id } = await givenSystem(db);
    const response = await upload(id, aTestResult(), { 'Content-Type': type, ...headers }).expect(415);

    expect(response.body).toEqual({ errors: [text] });
  });

  it('accepts no parameter', async () => {
    const { id } = await givenSystem(db);
    const { body } = await api
      .post(`${BASE}/systems/${id}/test_results?replace=true`)
      .set('Content-Type', 'application/xml')
      .send(aTestResult())
      .expect(422);

    expect(body).toEqual({ errors: ['found unpermitted parameter: :replace'] });
  });

  it('of more than 128 MiB is refused by its announced length', async () => {
    const { id } = await givenSystem(db);
    const { status, text } = await announced(id, 128 * 1024 * 1024 + 1);

    expect([status, text]).toEqual([413, '{"errors":["Request body is too large"]}']);
  });
});

describe('the upload of a hostile document', () => {
  const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');
  const external = '<!DOCTYPE l [<!ENTITY passwords SYSTEM "file:///etc/passwd">]><l>&passwords;</l>';
  const comment = `<!--${'x'.repeat(1_000)}-->`;
  const illFormed = (column: number): string => `Invalid document: not well-formed XML (line 1, column ${column})`;
  const tooComplex = 'Invalid document: document is too complex';
  // 48 MB of comments full of blanks, in 117 bytes.
  const bzip2Bomb = Buffer.from(
    'QlpoOTFBWSZTWV5AL8IFfjsdAOACAAUQACAAAAggAHBDAgKVBNqYgEJOFpVVFbIiVQOlwul6m6eL2cplM1AKqk/MUFZJlNZnBtWhQAQI5wAwAIAARA' +
      'AAAggADDNAFKmmbUID+ClAt1giA4XckU4UJAgmwkBA',
    'base64',
  );
  const documents: [string, Buffer, number, string, Record<string, string>?][] = [
    [
      'a billion laughs',
      Buffer.from(`<!DOCTYPE l [<!ENTITY l0 "lol">${laughs}]><l>&l9;</l>`),
      422,
      'Invalid document: DOCTYPE is not allowed',
    ],
    ['an external entity', Buffer.from(external), 422, 'Invalid document: DOCTYPE is not allowed'],
    ['an undeclared entity', Buffer.from(aTestResult({ score: '&file;' })), 422, illFormed(478)],
    ['200 000 levels', Buffer.from('<a>'.repeat(200_000)), 422, tooComplex],
    ['200 000 levels in its midst', Buffer.from(aTestResult({ score: '<a>'.repeat(200_000) })), 422, tooComplex],
    ['an attribute of 20 MB', Buffer.from(`<a b="${'x'.repeat(20 * MB)}"/>`), 422, tooComplex],
    [
      'an attribute of 20 MB in its midst',
      Buffer.from(aTestResult({ score: `<a b="${'x'.repeat(20 * MB)}"/>` })),
      422,
      tooComplex,
    ],
    ['a text of 20 MB', Buffer.from(aTestResult({ score: `<a>${'x'.repeat(20 * MB)}</a>` })), 422, tooComplex],
    ['a text of 20 MB without end', Buffer.from(`<a>${'x'.repeat(20 * MB)}`), 422, tooComplex],
    [
      'more rules than any guide has',
      Buffer.from(aTestResult({ rules: Array.from({ length: 20_001 }, (_, n) => [`r${n}`, 'pass'] as const) })),
      422,
      tooComplex,
    ],
    ['its end cut off', Buffer.from(aTestResult().slice(0, -9)), 422, illFormed(544)],
    ['mixed encodings', Buffer.from(aTestResult({ score: '<score>\xe9</score>' }), 'latin1'), 422, illFormed(480)],
    [
      'another encoding',
      Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${aTestResult()}`, 'latin1'),
      422,
      'Invalid document: encoding ISO-8859-1 is not supported',
    ],
    ['half a character of UTF-16', Buffer.from('\uFEFF<a>\uD800</a>', 'utf16le'), 422, illFormed(3)],
    [
      'a gzip bomb',
      gzipSync(`<a>${comment.repeat(60_000)}`, { level: 9 }),
      413,
      'Request body is too large',
      { 'Content-Encoding': 'gzip' },
    ],
    ['a bzip2 bomb', bzip2Bomb, 413, 'Request body is too large', { 'Content-Encoding': 'bzip2' }],
    [
      'no gzip at all',
      Buffer.from(aTestResult()),
      422,
      'Invalid document: not a gzip stream',
      { 'Content-Encoding': 'gzip' },
    ],
    [
      'gzip that is cut off',
      gzipSync(aTestResult()).subarray(0, -10),
      422,
      'Invalid document: not a gzip stream',
      { 'Content-Encoding': 'gzip' },
    ],
    [
      'no bzip2 at all',
      Buffer.from(aTestResult()),
      422,
      'Invalid document: not a bzip2 stream',
      { 'Content-Encoding': 'bzip2' },
    ],
  ];

  // Only names, because jest formats the rows of a table for its titles, which takes minutes for megabytes.
  it.each(documents.map(([name]) => name))('with %s is refused at once and stores nothing', async (wanted) => {
    const [, document, status, text, headers] = documents.find(([name]) => name === wanted)!;
    const { policy, system } = await givenScannableSystem(db, api);
    let body: unknown;
    const spentMs = await measureProcessorTime(async () => {
      ({ body } = await upload(system.id, document, headers).expect(status));
    });

    expect(spentMs).toBeLessThan(REFUSAL_LIMIT_MS);
    expect(body).toEqual({ errors: [text] });
    expect((await api.get(`${BASE}/reports/${policy.id}/test_results`).expect(200)).body.data).toEqual([]);
  });

  it('that arrives slowly delays only its own account', async () => {
    const path = `${BASE}/systems/${(await givenSystem(db)).id}/test_results`;
    const identity = api.as({ username: 'slow' }).post(path).get('X-VENDOR-IDENTITY');
    const headers = { 'X-VENDOR-IDENTITY': identity, 'Content-Type': 'application/xml', 'Content-Length': 1_000 };
    const slow = Array.from({ length: 8 }, () => {
      const request = http.request(api.url + path, { method: 'POST', agent: false, headers });
      request.on('error', () => undefined);
      request.write('<a>');
      return request;
    });
    await new Promise((resolve) => setTimeout(resolve, 500));
    const { system, benchmark } = await givenScannableSystem(db, api);
    await upload(system.id, aTestResult({ benchmark })).timeout(20_000).expect(201);
    for (const request of slow) request.destroy();
  });

  it('never delays others', async () => {
    const { id } = await givenSystem(db);
    // From source the thread's code is bundled at first use, which an installed service never does.
    await upload(id, '<html/>').expect(422);
    const eventLoop = watchEventLoop();
    await Promise.all(documents.map(([, document, status, , headers]) => upload(id, document, headers).expect(status)));
    const { longestTurnMs } = eventLoop.stop();

    expect(longestTurnMs).toBeLessThan(100);
  });
});

/** Response to an announced body of `byteCount` bytes, none of which is sent. */
function announced(systemId: string, byteCount: number): Promise<{ status: number | undefined; text: string }> {
  const path = `${BASE}/systems/${systemId}/test_results`;
  return new Promise((resolve, reject) => {
    const request = http.request(`${api.url}${path}`, {
      method: 'POST',
      headers: {
        'X-VENDOR-IDENTITY': api.post(path).get('X-VENDOR-IDENTITY'),
        'Content-Type': 'application/xml',
        'Content-Length': byteCount,
      },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if (!text.endsWith('}')) return;
        resolve({ status: response.statusCode, text });
        request.destroy();
      });
    });
    request.flushHeaders();
  });
}
