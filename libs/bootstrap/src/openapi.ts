import { type INestApplication } from '@nestjs/common';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { type Express, type RequestHandler } from 'express';
import { withCommonRules } from './document-rules';
import { bodyTag } from './entity-tag';
import { ObservabilityController } from './observability.controller';
import { shareParts } from './shared-parts';

export interface ApiDescription {
  title: string;
  description: string;
  version: string;
  /** Converts the name of a handler to the operation id, where the contract spells it differently. */
  operationId?: (handler: string) => string;
  /** Requests that the service sends to others. */
  webhooks?: OpenAPIObject['webhooks'];
}

/** The OpenAPI 3.1 document of a service; addresses are relative, so that it is also valid behind the gateway. */
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
    .addCookieAuth(
      'wardstone-session',
      {
        type: 'apiKey',
        description:
          'Session of a browser that has signed in at /login; only at the gateway; named __Host-wardstone-session under TLS',
      },
      'session',
    )
    .build();
  const document = SwaggerModule.createDocument(app, base, {
    operationIdFactory: (controller, handler) =>
      controller === ObservabilityController.name ? handler : (api.operationId?.(handler) ?? handler),
  });
  return withCommonRules(withNullTypes({ ...document, ...(api.webhooks && { webhooks: api.webhooks }) }));
}

export interface ApiDocuments {
  document(): OpenAPIObject;
  /** Builds the document ahead of the first request. */
  prepare(): void;
}

/** Swagger UI needs scripts and styles of its own origin, which the service's own policy forbids. */
const DOCS_POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'";

/**
 * Serves `/openapi.json` and, for users, `/docs`; `jsonPaths` adds paths of the contract. The document is built on the
 * first request, here or through the result, because many services in tests never need it.
 */
export function serveApiDocuments(
  app: NestExpressApplication,
  title: string,
  jsonPaths: readonly string[],
  describe: () => OpenAPIObject,
): ApiDocuments {
  // Only the bytes are kept, because the objects take several times as much memory.
  const served = once(() => toServed(shareParts(describe())));
  const shared = (): OpenAPIObject => JSON.parse(served().bytes.toString()) as OpenAPIObject;
  const allowScripts: RequestHandler = (_request, response, next) => {
    response.setHeader('Content-Security-Policy', DOCS_POLICY);
    next();
  };
  app.use('/docs', allowScripts);
  const sendDocument: RequestHandler = (_request, response) => {
    const { etag, bytes } = served();
    response.set('ETag', etag).type('application/json').send(bytes);
  };
  const express: Express = app.getHttpAdapter().getInstance();
  for (const path of ['/openapi.json', ...jsonPaths]) express.get(path, sendDocument);
  SwaggerModule.setup('docs', app, shared, { raw: ['yaml'], customSiteTitle: title });
  return { document: once(describe), prepare: () => void served() };
}

/** The same bytes for all clients: slow readers of a public document of megabytes must not cost memory each. */
function toServed(document: OpenAPIObject): { etag: string; bytes: Buffer } {
  const bytes = Buffer.from(JSON.stringify(document));
  return { etag: bodyTag(bytes), bytes };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/**
 * Rewrites `nullable: true` of OpenAPI 3.0, which 3.1 ignores, as a type that includes `null`. Returns a new document;
 * references become `anyOf` with `null`.
 */
export function withNullTypes<T>(document: T): T {
  return rewrite(document) as T;
}

const COMBINATIONS = ['allOf', 'anyOf', 'oneOf'];

function rewrite(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(rewrite);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).map(([key, value]) => [key, rewrite(value)] as const);
  const { nullable, ...schema } = Object.fromEntries(entries) as Record<string, unknown>;
  if (nullable !== true && nullable !== false) return Object.fromEntries(entries);
  if (!nullable) return schema;
  const { type, enum: values } = schema;
  // All parts of a combination must hold, so a `null` in the type beside them would satisfy none.
  if (typeof type !== 'string' || COMBINATIONS.some((key) => key in schema)) {
    const { description, example, ...rest } = schema;
    return {
      ...(description !== undefined && { description }),
      ...(example !== undefined && { example }),
      anyOf: [rest, { type: 'null' }],
    };
  }
  const withNull = { ...schema, type: [type, 'null'] };
  return Array.isArray(values) ? { ...withNull, enum: [...(values as unknown[]), null] } : withNull;
}
