import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiOkResponse, DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { ApiErrors } from './api-errors.decorator';
import { documentErrors } from './document-errors';
import { type ErrorRenderer, problemDetailsRenderer } from './error-response';
import { CommonError } from './registry';
import { complianceRenderer } from './renderers/compliance';
import { monitoringRenderer } from './renderers/monitoring';

@Controller('toast')
class ToastController {
  @Get()
  @ApiOkResponse({ description: 'Toast' })
  @ApiErrors('session_required', 'expired_token')
  @ApiErrors('invalid_token')
  @ApiErrors('insufficient_scope')
  read(): string {
    return 'toast';
  }
}

@Module({ controllers: [ToastController] })
class ToastModule {}

async function documented(renderer: ErrorRenderer): Promise<OpenAPIObject> {
  const app = await NestFactory.create(ToastModule, { logger: false });
  const document = SwaggerModule.createDocument(app, new DocumentBuilder().build());
  await app.close();
  documentErrors(document, renderer, 'https://wardstone.example');
  return document;
}

const getOperation = (document: OpenAPIObject) => JSON.parse(JSON.stringify(document.paths['/toast']?.get));

/** Body that an example refers to. */
function toBody(document: OpenAPIObject, { $ref }: { $ref: string }) {
  const shared = document.components?.examples?.[$ref.replace('#/components/examples/', '')];
  return (JSON.parse(JSON.stringify(shared)) as { value: unknown }).value;
}

describe('documentErrors', () => {
  it('joins the declarations on the class and on the method, without duplicates', async () => {
    const operation = getOperation(await documented(problemDetailsRenderer));

    expect(operation['x-error-types']).toEqual([
      'expired_token',
      'insufficient_scope',
      'invalid_token',
      'session_required',
    ]);
    expect(Object.keys(operation.responses)).toEqual(['200', '401', '403', 'default']);
    expect(operation.responses['401'].description.match(/`\w+`/g)).toEqual([
      '`expired_token`',
      '`invalid_token`',
      '`session_required`',
    ]);
  });

  it('leaves successes unchanged', async () => {
    expect(getOperation(await documented(problemDetailsRenderer)).responses['200']).toEqual({ description: 'Toast' });
  });

  it('describes the headers of an error with examples', async () => {
    const { headers } = getOperation(await documented(problemDetailsRenderer)).responses['401'];

    expect(headers['X-Error-Type'].example).toBe('expired_token');
    expect(headers.Link.example).toBe('<https://wardstone.example/api/v1/error/expired_token>; rel="help"');
    expect(Object.keys(headers)).toContain('WWW-Authenticate');
  });

  it.each([
    [
      'problem details',
      problemDetailsRenderer,
      ['application/problem+json'],
      { title: 'expired_token', status: 401, detail: CommonError.expired_token.description },
    ],
    [
      'compliance',
      complianceRenderer('vendor'),
      ['application/vnd.api+json', 'application/problem+json'],
      { error: 'Authentication error: X-VENDOR-IDENTITY header should be provided' },
    ],
    [
      'monitoring',
      monitoringRenderer('vendor'),
      ['application/json', 'application/xml', 'text/html', 'text/plain', 'application/problem+json'],
      { message: CommonError.expired_token.description },
    ],
  ])('shows the bodies of %s as the service writes them', async (_name, renderer, mediaTypes, example) => {
    const document = await documented(renderer);
    const { content } = getOperation(document).responses['401'];

    expect(Object.keys(content)).toEqual(mediaTypes);
    expect(Object.keys(content[mediaTypes[0]!].examples)).toEqual([
      'expired_token',
      'invalid_token',
      'session_required',
    ]);
    expect(toBody(document, content[mediaTypes[0]!].examples.expired_token)).toMatchObject(example);
  });

  it('documents the errors of any request', async () => {
    const document = await documented(problemDetailsRenderer);
    const { content } = getOperation(document).responses.default;

    expect(toBody(document, content['application/problem+json'].examples.internal_error)).toMatchObject({
      status: 500,
    });
  });
});
