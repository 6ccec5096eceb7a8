import { measureProcessorTime, watchEventLoop } from '@wardstone/testing';
import { createReadStream } from 'node:fs';
import http from 'node:http';
import { gzipSync } from 'node:zlib';
import { useCompliance } from '../../test/use-compliance';
import { sampleGuideFile } from '../../../../../libs/scap/test/sample-guides';
import { GUIDES, aGuideDocument, upload } from './given-guide-document';

/** Only work that grows faster than its input takes this long, even on a busy machine. */
const REFUSAL_LIMIT_MS = 15_000;

const { db, api } = useCompliance();

const MB = 1_000_000;

const countGuides = async (): Promise<number> => {
  const [row] = await db.query<{ n: number }>('SELECT count(*) AS n FROM security_guide');
  return row!.n;
};

describe('the upload of a guide', () => {
  it.each([
    ['application/xml', 201],
    ['text/xml; charset=utf-8', 200],
    ['APPLICATION/XML', 200],
  ])('may be declared as %s', async (mediaType, status) => {
    await api
      .post(GUIDES)
      .set('Content-Type', mediaType)
      .send(aGuideDocument({ version: '3.1' }))
      .expect(status);
  });

  it('may be chunked', async () => {
    const document = aGuideDocument({ version: '3.2' });
    const request = upload(api, '').set('Transfer-Encoding', 'chunked');
    for (let at = 0; at < document.length; at += 500) request.write(document.slice(at, at + 500));
    const { status } = await request;
    expect(status).toBe(201);
  });

  it.each([
    ['application/json', 'Unsupported media type: application/json'],
    ['application/vnd.api+json', 'Unsupported media type: application/vnd.api+json'],
    ['application/octet-stream', 'Unsupported media type: application/octet-stream'],
  ])('may not be declared as %s', async (mediaType, text) => {
    const { body } = await api.post(GUIDES).set('Content-Type', mediaType).send('{}').expect(415);
    expect(body).toEqual({ errors: [text] });
  });

  it('may not be compressed in other ways than gzip', async () => {
    const { body } = await upload(api, aGuideDocument()).set('Content-Encoding', 'br').expect(415);
    expect(body).toEqual({ errors: ['Unsupported content encoding: br'] });
  });

  it.each([
    ['os_major_version=eight', 'Invalid parameter: os_major_version must be an integer'],
    ['os_minor_versions=-1', 'Invalid parameter: os_minor_versions must be greater than or equal to 0'],
    ['replace=maybe', 'Invalid parameter: replace must be either true or false'],
    ['limit=10&foo=1', 'found unpermitted parameters: :limit, :foo'],
  ])('is refused with the parameters %s', async (query, text) => {
    const { body } = await upload(api, aGuideDocument({ version: '3.3' }), query).expect(422);
    expect(body).toEqual({ errors: [text] });
  });

  it('needs the permission to write content', async () => {
    await upload(api.anonymous, aGuideDocument()).expect(401);
    await upload(api.as({ roles: ['operator'] }), aGuideDocument()).expect(403);
  });

  describe('of a hostile document is refused at once and stores nothing:', () => {
    const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');
    const aRuleThenEnd = aGuideDocument({ version: '3.9' }).slice(0, -30);

    it.each([
      ['a billion laughs', `<!DOCTYPE l [<!ENTITY l0 "lol">${laughs}]><l>&l9;</l>`, 'DOCTYPE is not allowed'],
      ['200 000 levels', '<a>'.repeat(200_000), 'document is too complex'],
      ['an attribute of 20 MB', `<a b="${'x'.repeat(20 * MB)}"/>`, 'document is too complex'],
      [
        'an attribute of 20 MB in the midst',
        aGuideDocument().replace('</x:Benchmark>', `<x:a b="${'x'.repeat(20 * MB)}"/></x:Benchmark>`),
        'document is too complex',
      ],
      ['another encoding', '<?xml version="1.0" encoding="ISO-8859-1"?><a/>', 'encoding ISO-8859-1 is not supported'],
      [
        'another kind of document',
        '<html/>',
        'root element is neither a data-stream-collection nor a Benchmark of XCCDF 1.1 or 1.2',
      ],
      ['nothing', '', 'not well-formed XML (line 1, column 1)'],
    ])('%s', async (_name, document, reason) => {
      const before = await countGuides();
      let body: unknown;
      const spentMs = await measureProcessorTime(async () => {
        ({ body } = await upload(api, Buffer.from(document)).expect(422));
      });
      expect(spentMs).toBeLessThan(REFUSAL_LIMIT_MS);
      expect(body).toEqual({ errors: [`Invalid document: ${reason}`] });
      expect(await countGuides()).toBe(before);
    });

    it('one that is cut off', async () => {
      const { body } = await upload(api, aRuleThenEnd).expect(422);
      expect((body as { errors: string[] }).errors[0]).toMatch(
        /^Invalid document: not well-formed XML \(line 1, column \d+\)$/,
      );
    });

    it('mixed encodings', async () => {
      const document = Buffer.concat([Buffer.from('<a>\n'), Buffer.from('é', 'latin1'), Buffer.from('</a>')]);
      const { body } = await upload(api, document).expect(422);
      expect(body).toEqual({ errors: ['Invalid document: not well-formed XML (line 2, column 1)'] });
    });

    it('a gzip bomb', async () => {
      const comment = `<!--${'x'.repeat(1_000)}-->`;
      const bomb = gzipSync(`<a>${comment.repeat(60_000)}`, { level: 9 });
      let body: unknown;
      const spentMs = await measureProcessorTime(async () => {
        ({ body } = await upload(api, bomb).set('Content-Encoding', 'gzip').expect(413));
      });
      expect(spentMs).toBeLessThan(REFUSAL_LIMIT_MS);
      expect(body).toEqual({ errors: ['Request body is too large'] });
    });

    it('that is not gzip despite its Content-Encoding', async () => {
      const { body } = await upload(api, aGuideDocument()).set('Content-Encoding', 'gzip').expect(422);
      expect(body).toEqual({ errors: ['Invalid document: not a gzip stream'] });
    });
  });

  it('of more than 128 MiB is refused by its announced length', async () => {
    const { status } = await new Promise<{ status: number | undefined }>((resolve, reject) => {
      const request = http.request(`${api.url}${GUIDES}`, {
        method: 'POST',
        headers: {
          ...toHeaders(api.post(GUIDES)),
          'Content-Type': 'application/xml',
          'Content-Length': 128 * 1024 * 1024 + 1,
        },
      });
      request.on('response', (response) => {
        resolve({ status: response.statusCode });
        request.destroy();
      });
      request.on('error', reject);
      request.flushHeaders();
    });
    expect(status).toBe(413);
  });

  it('that is refused early leaves the connection in order for the next request', async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const send = (document: Buffer): Promise<[number | undefined, boolean]> =>
      new Promise((resolve, reject) => {
        const headers = { ...toHeaders(api.post(GUIDES)), 'Content-Type': 'application/xml' };
        const request = http.request(`${api.url}${GUIDES}`, { method: 'POST', agent, headers });
        // Reads the response only after sending everything, like many clients.
        const sent = new Promise<void>((done) => request.end(document, done));
        request.on('error', reject);
        request.on('response', (response) => {
          void sent.then(() => response.resume().on('end', () => resolve([response.statusCode, request.reusedSocket])));
        });
      });
    const refused = await send(Buffer.from(`<!DOCTYPE a><a>${'x'.repeat(20 * MB)}`));
    const taken = await send(Buffer.from(aGuideDocument({ version: '3.7' })));
    agent.destroy();
    expect([refused, taken]).toEqual([
      [422, false],
      [201, true],
    ]);
  });

  it('that the client aborts stores nothing and delays nothing', async () => {
    const before = await countGuides();
    const document = aGuideDocument({ version: '3.4' });
    // More than the limit of concurrent imports.
    for (let n = 0; n < 3; n++) {
      await new Promise<void>((resolve) => {
        const request = http.request(`${api.url}${GUIDES}`, {
          method: 'POST',
          headers: {
            ...toHeaders(api.post(GUIDES)),
            'Content-Type': 'application/xml',
            'Content-Length': document.length,
          },
        });
        request.on('error', () => resolve());
        request.write(document.slice(0, 1_000), () => setTimeout(() => request.destroy(), 50));
      });
    }
    await upload(api, aGuideDocument({ version: '3.5' })).expect(201);
    expect(await countGuides()).toBe(before + 1);
  });

  it('of a real guide of 24 MB takes seconds, while the service responds to other requests', async () => {
    // From source the thread's code is bundled at first use, which an installed service never does.
    await upload(api, aGuideDocument({ version: '3.6' })).expect(201);
    const eventLoop = watchEventLoop();
    let status: number | undefined;
    const spentMs = await measureProcessorTime(async () => {
      status = await new Promise<number | undefined>((resolve, reject) => {
        const request = http.request(`${api.url}${GUIDES}`, {
          method: 'POST',
          headers: { ...toHeaders(api.post(GUIDES)), 'Content-Type': 'application/xml', 'Content-Encoding': 'gzip' },
        });
        request.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode)));
        request.on('error', reject);
        createReadStream(sampleGuideFile('rhel8')).pipe(request);
      });
    });
    const { longestTurnMs } = eventLoop.stop();
    expect(status).toBe(201);
    expect(spentMs).toBeLessThan(15_000);
    expect(longestTurnMs).toBeLessThan(100);
    const [row] = await db.query<Record<string, number>>(
      `WITH guide AS (SELECT g.id FROM security_guide g WHERE g.ref_id LIKE '%RHEL-8')
       SELECT (SELECT count(*) FROM profile t JOIN guide ON guide.id = t.security_guide_id) AS profiles,
              (SELECT count(*) FROM rule t JOIN guide ON guide.id = t.security_guide_id) AS rules,
              (SELECT count(*) FROM rule_group t JOIN guide ON guide.id = t.security_guide_id) AS groups,
              (SELECT count(*) FROM value_definition t JOIN guide ON guide.id = t.security_guide_id) AS values,
              (SELECT count(*) FROM fix f JOIN rule t ON t.id = f.rule_id JOIN guide ON guide.id = t.security_guide_id) AS fixes,
              (SELECT sum(jsonb_array_length(t.reference_links))::integer FROM rule t JOIN guide ON guide.id = t.security_guide_id) AS links,
              (SELECT count(*) FROM profile_rule pr JOIN profile t ON t.id = pr.profile_id JOIN guide ON guide.id = t.security_guide_id) AS profile_rules,
              (SELECT count(*) FROM profile t JOIN guide ON guide.id = t.security_guide_id CROSS JOIN jsonb_object_keys(t.value_overrides)) AS overrides`,
    );
    expect(row).toEqual({
      profiles: 19,
      rules: 1520,
      groups: 250,
      values: 452,
      fixes: 2993,
      links: 44205,
      profile_rules: 3593,
      overrides: 496,
    });
  });
});

/** The credentials that a request of the test API carries. */
function toHeaders(request: { get(name: string): string }): Record<string, string> {
  return { 'X-VENDOR-IDENTITY': request.get('X-VENDOR-IDENTITY') };
}
