import { gunzipSync } from 'node:zlib';
import { Controller, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { Link } from '@wardstone/dto';
import { parsePage } from '@wardstone/pagination';
import request from 'supertest';
import {
  IfMatch,
  LINKS,
  type ListPage,
  type MediaType,
  nameSettings,
  NegotiatedType,
  Precondition,
  result,
} from '../src';
import { aDefinition, Definition } from './sample-records';
import { sampleOptions, startSample } from './sample-service';

const OPTIONS = sampleOptions('callback');
const WRAPPED = 'application/vnd.acme.wrapped+json';
const TITLE = { title: 'Definitions', example: [aDefinition()] };

@Controller('rest')
class SampleController {
  @Get('definitions')
  @result('alert', [Definition], { ...TITLE, gzip: true })
  list(@Query() query: Record<string, string>): ListPage<Definition> {
    const window = parsePage(query);
    const ids = Array.from({ length: 45 }, (_, index) => index + 1).slice(window.offset, window.offset + window.size);
    return { items: ids.map((id) => aDefinition({ id })), total: 45, window };
  }

  @Get(['one', 'name/:name'])
  @result('alert', Definition, { title: 'Definition', example: aDefinition(), gzip: true })
  readOne(): Definition {
    return aDefinition({ name: '</script>é' });
  }

  @Get('noted')
  @result('alert', Definition, { title: 'Definition', example: aDefinition() })
  readNoted(): Definition {
    const notifications = [{ id: 1, senderName: 'mail', label: 'Mail', config: {} }];
    return aDefinition({ author: 'ann', notifications });
  }

  @Put('noted')
  @HttpCode(200)
  @result('alert', Definition, { title: 'Definition', example: aDefinition() })
  changeNoted(@IfMatch() precondition: Precondition): Definition {
    precondition.require(Definition, this.readNoted());
    return this.readNoted();
  }

  @Get('nothing')
  @result('alert', Definition, { title: 'Nothing', example: aDefinition() })
  readNothing(): undefined {
    return undefined;
  }

  @Get('links')
  @result('root', LINKS, { title: 'Links', example: [] })
  links(@NegotiatedType() type: MediaType): Link[] {
    return [{ type: { href: type } }];
  }

  @Post('definitions')
  @HttpCode(200)
  @result('alert', Definition, { title: 'Definition', example: aDefinition(), status: 201 })
  create(): Definition {
    return aDefinition();
  }
}

describe('result()', () => {
  let app: NestExpressApplication;
  const get = (path: string, headers: Record<string, string> = {}): request.Test =>
    request(app.getHttpServer()).get(`/rest${path}`).set(headers);

  beforeAll(async () => {
    app = await startSample(SampleController, OPTIONS);
  });
  afterAll(() => app.close());

  it('returns exactly the negotiated type, once', async () => {
    const response = await get('/one', { Accept: 'application/xml' }).expect(200);
    expect(response.headers['content-type']).toBe('application/xml');
    expect(response.headers['cache-control']).toBe('private, no-cache');
    expect(response.headers.vary).toBe('Accept, Accept-Encoding');
    expect((await get('/one').expect(200)).headers['content-type']).toBe('application/json');
    expect((await get('/one', { Accept: WRAPPED }).expect(200)).headers['content-type']).toBe(WRAPPED);
  });

  it('refuses types that the area does not offer, naming those that it does', async () => {
    const { body, headers } = await get('/one', { Accept: 'image/png' }).expect(406);
    expect(body.message).toBe(
      `The Accept header must allow one of application/json, application/xml, text/html, ${WRAPPED}`,
    );
    expect(headers['x-error-type']).toBe('not_acceptable');
  });

  describe('of a record with fields on request', () => {
    it.each(['application/json', 'application/xml', WRAPPED])('leaves them out of %s', async (type) => {
      const { text } = await get('/noted', { Accept: type }).buffer(true).expect(200);
      expect(text).not.toMatch(/author|label/);
    });

    it('includes requested ones, in nested records too, in any letter case', async () => {
      const { body } = await get('/noted?include=,%20Author').expect(200);
      expect(body).toMatchObject({ author: 'ann', notifications: [{ id: 1, senderName: 'mail', config: {} }] });
      expect(body.notifications[0]).not.toHaveProperty('label');
      const { text } = await get('/noted.xml?include=author,label').buffer(true).expect(200);
      expect(text).toContain('<author>ann</author>');
      expect(text).toContain('<label>Mail</label>');
    });

    it('refuses unknown ones, naming them', async () => {
      const { body } = await get('/noted?include=author,colour').expect(406);
      expect(body.message).toBe('Parameter include must list some of label, author');
    });

    it('includes all of them on pages', async () => {
      const { text } = await get('/noted.html').expect(200);
      expect(text).toContain('ann');
    });

    it('accepts the tag of the address that is written', async () => {
      const tags = await Promise.all(
        ['/noted', '/noted?include=author'].map(async (path) => (await get(path)).headers),
      );
      const [plain, whole] = tags.map(({ etag }) => String(etag)) as [string, string];
      const put = (path: string, tag: string): request.Test =>
        request(app.getHttpServer()).put(`/rest${path}`).set('If-Match', tag);
      await put('/noted', plain).expect(200);
      await put('/noted?include=author', whole).expect(200);
      await put('/noted', whole).expect(412);
    });
  });

  it('lets the suffix replace the Accept header, except in names', async () => {
    await get('/one.xml', { Accept: 'text/html' }).expect('Content-Type', 'application/xml');
    await get('/one.txt').expect(406);
    await get('/name/a.xml').expect('Content-Type', 'application/json');
    expect((await get('/links.jsonw')).body.data).toEqual([{ type: { href: 'wrapped' } }]);
  });

  it('sends page headers with lists that are not wrapped, and keeps the suffix in their links', async () => {
    const { headers, body } = await get('/definitions.json?ps=20&page=1&callback=').expect(200);
    expect(body).toHaveLength(20);
    expect(headers['x-collection-size']).toBe('45');
    expect(headers.link).toBe(
      [
        '<https://mon.example.test/rest/definitions.json?ps=20&page=2>; rel="next"',
        '<https://mon.example.test/rest/definitions.json?ps=20&page=0>; rel="prev"',
        '<https://mon.example.test/rest/definitions.json?ps=20&page=2>; rel="last"',
        '<https://mon.example.test/rest/definitions.json?ps=20&page=1>; rel="current"',
      ].join(', '),
    );
  });

  it('wraps lists instead of sending page headers', async () => {
    const { headers, body } = await get('/definitions?ps=44', { Accept: WRAPPED }).expect(200);
    expect(headers['x-collection-size']).toBeUndefined();
    expect(headers.link).toBeUndefined();
    expect(body).toMatchObject({ pageSize: 44, currentPage: 0, lastPage: 1, totalSize: 45 });
    expect(body.links).toEqual([
      { next: { href: 'https://mon.example.test/rest/definitions?ps=44&page=1' } },
      { last: { href: 'https://mon.example.test/rest/definitions?ps=44&page=1' } },
      { current: { href: 'https://mon.example.test/rest/definitions?ps=44' } },
    ]);
  });

  describe('compression', () => {
    it('is used where it is declared, accepted and worthwhile', async () => {
      const plain = await get('/definitions', { 'Accept-Encoding': 'identity' }).expect(200);
      const packed = await get('/definitions', { 'Accept-Encoding': 'br, gzip;q=0.5' })
        .buffer(true)
        .parse((response, done) => {
          // superagent unpacks; the raw length is that on the wire.
          done(null, response.headers['content-length']);
        });
      expect(packed.headers['content-encoding']).toBe('gzip');
      expect(Number(packed.headers['content-length'])).toBeLessThan(plain.text.length / 3);
      expect(packed.headers.etag).not.toBe(plain.headers.etag);
      expect(packed.headers.etag).toMatch(/^"[\w-]+-gzip"$/);
    });

    it.each([
      ['a small body', '/one', 'gzip'],
      ['a client that does not ask', '/definitions', 'identity'],
      ['a client that refuses', '/definitions', 'gzip;q=0, *;q=0'],
      ['a JSONP answer', '/definitions?callback=f', 'gzip'],
      ['an operation without the mark', '/links', 'gzip'],
    ])('is not used for %s', async (_name, path, accepted) => {
      const { headers } = await get(path, { 'Accept-Encoding': accepted }).expect(200);
      expect(headers['content-encoding']).toBeUndefined();
    });

    it('decompresses to the plain body', async () => {
      const packed = await get('/definitions', { 'Accept-Encoding': 'gzip' })
        .buffer(true)
        .parse((response, done) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => done(null, Buffer.concat(chunks)));
        });
      const bytes = packed.body as Buffer;
      const text = (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString();
      expect(text).toBe((await get('/definitions', { 'Accept-Encoding': 'identity' })).text);
    });
  });

  describe('validators', () => {
    it('differ between types that happen to have the same content', async () => {
      const tags = await Promise.all(
        ['application/json', WRAPPED].map(async (type) => (await get('/one', { Accept: type })).headers.etag as string),
      );
      expect(tags[0]).toMatch(/^"[\w-]{27}"$/);
      expect(tags[0]).not.toBe(tags[1]);
    });

    it('return 304 without body for the same representation only', async () => {
      const { headers } = await get('/one').expect(200);
      const unchanged = await get('/one', { 'If-None-Match': headers.etag! }).expect(304);
      expect(unchanged.text).toBe('');
      expect(unchanged.headers.etag).toBe(headers.etag);
      expect(unchanged.headers['content-type']).toBeUndefined();
      await get('/one', { 'If-None-Match': '*' }).expect(304);
      await get('/one', { 'If-None-Match': headers.etag!, Accept: 'application/xml' }).expect(200);
      await get('/one', { 'If-None-Match': `W/${headers.etag}, "x"` }).expect(304);
    });
  });

  it('handles HEAD like GET, without body', async () => {
    const plain = await get('/definitions', { 'Accept-Encoding': 'identity' });
    const head = await request(app.getHttpServer()).head('/rest/definitions').set('Accept-Encoding', 'identity');
    for (const name of [
      'content-length',
      'content-type',
      'etag',
      'link',
      'x-collection-size',
      'cache-control',
      'vary',
    ]) {
      expect([name, head.headers[name]]).toEqual([name, plain.headers[name]]);
    }
    expect(head.text).toBeUndefined();
  });

  it('keeps its status, and sends no validator for responses that are not reads', async () => {
    const { headers } = await request(app.getHttpServer()).post('/rest/definitions').expect(201);
    expect(headers['cache-control']).toBeUndefined();
  });

  describe('JSONP', () => {
    it('calls the function with the same bytes as the other response', async () => {
      const script = await get('/one?callback=app.show', { Accept: 'application/xml' }).expect(200);
      expect(script.headers['content-type']).toBe('application/javascript; charset=utf-8');
      const plain = await get('/one');
      const text = script.text ?? (script.body as Buffer).toString();
      expect(text).toBe(`app.show(${plain.text});`);
    });

    it('wraps when wrapped JSON was requested', async () => {
      const bySuffix = await get('/links.jsonw?callback=f').buffer(true).expect(200);
      const byHeader = await get('/links?callback=f', { Accept: `text/html, ${WRAPPED}` }).expect(200);
      expect(bySuffix.text).toContain('f({"data":');
      expect(bySuffix.text).toContain('{"current":{"href":"https://mon.example.test/rest/links.jsonw"}}');
      expect(byHeader.text).toContain('f({"data":');
    });

    it('calls the function with nothing for an empty body', async () => {
      expect((await get('/nothing?callback=f').expect(200)).text).toBe('f();');
    });

    it('refuses an invalid function name, in the type of the client', async () => {
      const { text, headers } = await get('/one?callback=a(b)', { Accept: 'application/xml' }).expect(406);
      expect(headers['x-error-type']).toBe('invalid_callback');
      expect(text).toContain('<acmeErrorWrapper><message>Parameter callback must be');
    });

    it('is ignored on other methods', async () => {
      await request(app.getHttpServer()).post('/rest/definitions?callback=a(b)').expect(201);
    });
  });

  it('writes errors as pages and scripts', async () => {
    const page = await get('/x%3Cb%3E', { Accept: 'text/html' }).expect(404);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.text).toContain('<h1>404 Not Found</h1>');
    expect(page.text).toContain('<a href="https://mon.example.test/api/v1/error/not_found">');
    expect((await get('/x?callback=f').expect(404)).text).toMatch(/^f\(\{"message":".+"\}\);$/);
  });

  it('documents every media type under the configured names, with examples', () => {
    const documented = (settings: typeof OPTIONS) =>
      nameSettings(SwaggerModule.createDocument(app, new DocumentBuilder().build()), settings);
    const operation = documented({ ...OPTIONS, servesJsonp: false }).paths['/rest/definitions']!.get!;
    const { content } = operation.responses['200'] as { content: Record<string, { example: unknown }> };
    const types = ['application/json', 'application/xml', 'text/html', WRAPPED];
    expect(Object.keys(content)).toEqual(types);
    const { get: withScripts, post } = documented(OPTIONS).paths['/rest/definitions']!;
    const getTypes = (response: unknown) => Object.keys((response as { content: object }).content);
    expect(getTypes(withScripts!.responses['200'])).toEqual([...types, 'application/javascript']);
    expect(getTypes(post!.responses['201'])).toEqual(types);
    for (const { example } of Object.values(content)) expect(JSON.stringify(example)).toContain('disk full');
    expect(operation.parameters).toContainEqual(expect.objectContaining({ name: 'callback', in: 'query' }));
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['200', '304', '406']));
  });
});
