import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import supertest from 'supertest';
import { HandlerResponse, ResponseAdapter } from './handler-response';

@Controller()
class Samples {
  @Get('record')
  record(): object {
    return { a: 1 };
  }

  @Get('created')
  created(): HandlerResponse {
    return new HandlerResponse({ a: 1 }, { status: 201, headers: { Location: '/record' } });
  }

  @Get('text')
  text(): HandlerResponse {
    return new HandlerResponse('<p>', { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
  }
}

@Module({ controllers: [Samples] })
class SampleModule {}

describe('ResponseAdapter', () => {
  let app: NestExpressApplication;

  beforeAll(async () => {
    app = await NestFactory.create<NestExpressApplication>(SampleModule, new ResponseAdapter(), { logger: false });
    await app.init();
  });
  afterAll(() => app.close());

  it.each([
    ['a plain record', 'record', 200, 'application/json; charset=utf-8', '{"a":1}', undefined],
    ['status and headers', 'created', 201, 'application/json; charset=utf-8', '{"a":1}', '/record'],
    ['a text of a type of its own', 'text', 200, 'text/html; charset=utf-8', '<p>', undefined],
  ])('sends %s', async (_what, path, status, type, body, location) => {
    const { headers, text } = await supertest(app.getHttpServer())
      .get(`/${path}`)
      .buffer(true)
      .parse((response, done) => {
        let read = '';
        response.on('data', (chunk: Buffer) => (read += chunk.toString()));
        response.on('end', () => done(null, read));
      })
      .expect(status)
      .then(({ headers, body }) => ({ headers, text: body as string }));

    expect([headers['content-type'], text, headers['location']]).toEqual([type, body, location]);
  });
});
