import { createHash } from 'node:crypto';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express, RequestHandler } from 'express';
import { withNullTypes } from './nullable-schemas';

export interface ApiDescription {
  title: string;
  description: string;
  version: string;
}

/** The OpenAPI 3.1 document of a service; addresses are relative, so it holds behind the gateway as well. */
export function describeApi(app: INestApplication, api: ApiDescription): OpenAPIObject {
  const base = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle(api.title)
    .setDescription(api.description)
    .setVersion(api.version)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/')
    .addBasicAuth({ type: 'http', scheme: 'basic', description: 'Local account' }, 'basic')
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'Token of POST /auth/token or of the OIDC issuer',
      },
      'bearer',
    )
    .build();
  return withNullTypes(
    SwaggerModule.createDocument(app, base, { operationIdFactory: (_controller, method) => method }),
  );
}

/** Swagger UI needs scripts and styles of its own origin, which the service's own policy forbids. */
const DOCS_POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'";

/** Serves `/openapi.json` and, for people, `/docs`. `jsonPath` adds the place a contract names for the document. */
export function serveApiDocuments(
  app: NestExpressApplication,
  document: OpenAPIObject,
  extraJsonPaths: readonly string[],
): void {
  const allowScripts: RequestHandler = (_request, response, next) => {
    response.setHeader('Content-Security-Policy', DOCS_POLICY);
    next();
  };
  app.use('/docs', allowScripts);
  const sendDocument = documentHandler(JSON.stringify(document));
  const express: Express = app.getHttpAdapter().getInstance();
  for (const path of ['/openapi.json', ...extraJsonPaths]) express.get(path, sendDocument);
  SwaggerModule.setup('docs', app, document, { raw: ['yaml'], customSiteTitle: document.info.title });
}

/**
 * Answers with the same bytes always: a document of megabytes that anybody may ask for must not cost memory for every
 * client that is slow to read it.
 */
function documentHandler(text: string): RequestHandler {
  const bytes = Buffer.from(text);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
  return (_request, response) => {
    response.set('ETag', etag).type('application/json').send(bytes);
  };
}
