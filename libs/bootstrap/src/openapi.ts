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
  SwaggerModule.setup('docs', app, document, { jsonDocumentUrl: 'openapi.json', customSiteTitle: document.info.title });
  const text = JSON.stringify(document);
  const sendDocument: RequestHandler = (_request, response) => {
    response.type('application/json').send(text);
  };
  const express: Express = app.getHttpAdapter().getInstance();
  for (const path of extraJsonPaths) express.get(path, sendDocument);
}
