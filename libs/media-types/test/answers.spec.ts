import { Controller, Get, Put } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { StringValue } from '@wardstone/dto/monitoring';
import express from 'express';
import request from 'supertest';
import {
  HandlerResponse,
  IfMatch,
  nameSettings,
  one,
  Precondition,
  RecordBody,
  RecordsBody,
  result,
  type SentBody,
  type SentList,
} from '../src';
import { aDefinition, Definition, Notification } from './sample-records';
import { sampleOptions, startSample } from './sample-service';

const OPTIONS = sampleOptions('jsonp');
const SHOWN = { title: 'Definition', example: aDefinition() };
const SENT = { description: 'The definition', example: { name: 'disk full' } };
const WRAPPED = 'application/vnd.acme.wrapped+json';

let stored: Definition = aDefinition();

@Controller('rest')
class SampleController {
  @Get('one')
  @result('alert', Definition, { ...SHOWN, gzip: true, cacheControl: 'private, max-age=60' })
  read(): HandlerResponse<Definition> {
    return new HandlerResponse(stored, { headers: { 'Last-Modified': 'Thu, 01 Jan 2026 00:00:00 GMT' } });
  }

  @Put('one')
  @result('alert', Definition, { ...SHOWN, showsTarget: true })
  write(@RecordBody(Definition, SENT) body: SentBody<Definition>, @IfMatch() precondition: Precondition): Definition {
    precondition.require(Definition, stored);
    stored = { ...stored, ...body.read() };
    return stored;
  }

  @Put('many')
  @result('alert', StringValue, { title: 'Names', example: { value: 'a' } })
  many(
    @RecordsBody(Notification, { description: 'Them', example: [{ id: 1 }] })
    body: SentList<Notification>,
  ) {
    return { value: JSON.stringify(body.read()) };
  }

  @Get('moved')
  @result('alert', Definition, SHOWN)
  moved(): HandlerResponse {
    return new HandlerResponse(undefined, { status: 302, headers: { Location: 'https://x/' }, text: 'elsewhere\n' });
  }

  @Get('failed')
  @result('alert', Definition, { ...SHOWN, cacheControl: 'max-age=600' })
  failed(): HandlerResponse {
    return new HandlerResponse({ value: 'Failure: x' }, { status: 500, kind: one(StringValue) });
  }
}

describe('responses with more than a record', () => {
  let app: NestExpressApplication;
  const server = () => request(app.getHttpServer());

  beforeAll(async () => {
    app = await startSample(SampleController, OPTIONS, {
      bodies: [express.json({ strict: false }), express.text({ type: ['*/xml'] })],
    });
  });
  afterAll(() => app.close());
  beforeEach(() => void (stored = aDefinition()));

  it('keep headers, cache times, and their last modification', async () => {
    const { headers } = await server().get('/rest/one').expect(200);
    expect(headers['cache-control']).toBe('private, max-age=60');
    expect(headers['last-modified']).toBe('Thu, 01 Jan 2026 00:00:00 GMT');
    await server().get('/rest/one').set('If-Modified-Since', 'Thu, 01 Jan 2026 00:00:00 GMT').expect(304);
    await server().get('/rest/one').set('If-Modified-Since', 'Wed, 31 Dec 2025 23:59:59 GMT').expect(200);
    await server().get('/rest/one').set('If-None-Match', headers['etag']!).expect(304);
    await server()
      .get('/rest/one')
      .set({ 'If-None-Match': '"other"', 'If-Modified-Since': 'Thu, 01 Jan 2026 00:00:00 GMT' })
      .expect(200);
  });

  it('may redirect, in plain text for any Accept header', async () => {
    const { headers, text } = await server().get('/rest/moved').set('Accept', 'text/html').expect(302);
    expect(headers['location']).toBe('https://x/');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(headers['etag']).toBeUndefined();
    expect(text).toBe('elsewhere\n');
    const script = await server().get('/rest/moved?jsonp=f').buffer(true).expect(302);
    expect(script.text).toBe('f();');
  });

  it('may have another kind and status, and are then not cached', async () => {
    const { headers, text } = await server().get('/rest/failed.xml').expect(500);
    expect(text).toContain('<value value="Failure: x"/>');
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(headers['etag']).toBeUndefined();
  });

  describe('If-Match', () => {
    const put = (tag: string) => server().put('/rest/one').set('If-Match', tag).send({ name: 'new' });
    const toTag = async (headers: Record<string, string>) => {
      return (await server().get('/rest/one').set(headers).expect(200)).headers['etag']!;
    };

    it.each(['application/json', 'application/xml', WRAPPED])(
      'permits the version that was read as %s',
      async (type) => {
        await put(await toTag({ Accept: type })).expect(200);
      },
    );

    it('permits the version that was read compressed, one of several tags, and *', async () => {
      stored = aDefinition({ name: 'long '.repeat(500) });
      const tag = await toTag({ 'Accept-Encoding': 'gzip' });
      expect(tag).toMatch(/-gzip"$/);
      await put(`"other", ${tag}`).expect(200);
      await put('*').expect(200);
    });

    it('refuses a changed version, changing nothing', async () => {
      const tag = await toTag({});
      stored = aDefinition({ name: 'changed meanwhile' });
      const { headers } = await put(tag).expect(412);
      expect(headers['x-error-type']).toBe('precondition_failed');
      await put('"other"').expect(412);
      expect(stored.name).toBe('changed meanwhile');
    });

    it('returns the tag of the new version', async () => {
      const { headers } = await server().put('/rest/one').send({ name: 'new' }).expect(200);
      expect(headers['etag']).toBe(await toTag({}));
      expect(headers['cache-control']).toBeUndefined();
    });
  });

  describe('bodies', () => {
    const put = (type: string, body: string) => server().put('/rest/one').set('Content-Type', type).send(body);

    it('are read from JSON and XML alike', async () => {
      expect((await put('application/json', '{"id":"7"}').expect(200)).body.id).toBe(7);
      const xml = await put('application/xml; charset=utf-8', '<definition><id>8</id></definition>').expect(200);
      expect(xml.body.id).toBe(8);
      const list = '<collection><notification><id>1</id></notification></collection>';
      const many = await server().put('/rest/many').type('text/xml').send(list).expect(200);
      expect(many.body).toEqual({ value: '[{"id":1}]' });
      await server()
        .put('/rest/many')
        .send([{ id: 2 }])
        .expect(200, { value: '[{"id":2}]' });
    });

    it('are accepted as rendered', async () => {
      const json = await server().get('/rest/one');
      await put('application/json', json.text).expect(200, json.body as object);
      const xml = await server().get('/rest/one.xml');
      await put('text/xml', xml.text).expect(200, json.body as object);
    });

    it.each([
      ['a wrong type', 'application/json', '{"id":"x"}', 'Field id must be a whole number'],
      ['a list', 'application/json', '[]', 'The body must be an object'],
      ['broken XML', 'application/xml', '<definition>', 'cannot be parsed'],
      ['another element', 'application/xml', '<alert/>', 'must be a definition element'],
      ['a wrong type in XML', 'application/xml', '<definition><id>x</id></definition>', 'Field id must be'],
    ])('with %s are refused', async (_case, type, body, message) => {
      const response = await put(type, body).expect(406);
      expect(response.headers['x-error-type']).toBe('invalid_content');
      expect(response.body.message).toContain(message);
    });

    it('that are missing are refused', async () => {
      expect((await server().put('/rest/one').expect(406)).body.message).toBe('The request requires a body');
    });

    it('are documented with their media types, fields and errors, without those of reads', () => {
      const document = nameSettings(SwaggerModule.createDocument(app, new DocumentBuilder().build()), OPTIONS);
      const operation = document.paths['/rest/one']!.put!;
      const { content } = operation.requestBody as { content: Record<string, { schema: Record<string, unknown> }> };
      expect(Object.keys(content)).toEqual(['application/json', 'application/xml']);
      expect(content['application/xml']!.schema).toMatchObject({
        title: 'AlertDefinitionRest',
        xml: { name: 'definition' },
        example: { name: 'disk full' },
      });
      expect(content['application/json']!.schema['required']).toBeUndefined();
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['200', '406', '412', '413', '415']));
      expect(operation.responses['304']).toBeUndefined();
      expect(operation.parameters).toEqual([
        expect.objectContaining({ name: 'If-Match', in: 'header' }),
        expect.objectContaining({ name: 'include', in: 'query' }),
      ]);
    });
  });
});
