import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CanActivate, type DynamicModule, Module, type PipeTransform, type Type } from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import { AuthModule, type AuthModuleOptions } from '@wardstone/auth';
import { Clock, SystemClock } from '@wardstone/clock';
import type { ServiceConfig } from '@wardstone/config';
import {
  type ApiError,
  CommonError,
  documentErrors,
  ErrorFilter,
  type ErrorMapping,
  type ErrorOwner,
  type ErrorRenderer,
} from '@wardstone/errors';
import type { Express, Request, RequestHandler, Response } from 'express';
import { ResponseAdapter } from './handler-response';
import { BodyBytes } from './body/body-bytes';
import { JsonBodyGuard, type JsonBodyOptions, JsonBodyReader, RecordValidation } from './body/json-body.guard';
import {
  respondToUnparseable,
  closeServer,
  type ConnectionLimits,
  createHttpServer,
  limitConnections,
  listen,
} from './http-server';
import { globalValues } from './global-values';
import { createLogger, FrameworkLogger, type Logger, withoutRedaction } from './logger';
import { version } from '../../../package.json';
import { ServiceMetrics } from './metrics';
import { ObservabilityController } from './observability.controller';
import { getRequestId, RequestLog } from './observe-request';
import { AuditLog, type AuditRules } from './audit-log';
import { BROWSER_HEADERS, foreignWrite, respondToPreflight } from './browser-border';
import { bodyTag } from './entity-tag';
import { type ApiDescription, describeApi, serveApiDocuments } from './openapi';
import { PublicAddress } from './public-address';
import { Readiness } from './readiness';

export const LOGGER = Symbol('LOGGER');

/** Handles every request before the framework; calls `next` to pass it on. */
export type EdgeHandler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

export interface ServiceDefinition<C extends ServiceConfig = ServiceConfig> {
  name: Exclude<ErrorOwner, 'common'>;
  api: Omit<ApiDescription, 'version'>;
  config: Readonly<C>;
  /** Root module of the features; controllers have full paths. */
  module: Type | DynamicModule;
  renderer: ErrorRenderer;
  errorMapping?: ErrorMapping;
  /** Whether it has sent its own response to the error. */
  respondInstead?: (error: ApiError, request: IncomingMessage, response: ServerResponse) => boolean;
  jsonBody: JsonBodyOptions;
  /**
   * Validates arguments of handlers where the contract fixes texts and order of refusals; by default every problem is
   * reported.
   */
  validationPipe?: PipeTransform;
  /** Guards of every route, after those of modules and the body reader. */
  guards?: (app: NestExpressApplication) => CanActivate[];
  auth?: Partial<AuthModuleOptions>;
  /** Public address of the product, if other parts of the service use it as well. */
  address?: PublicAddress;
  /** The edge handler itself refuses writes of other origins and responds to preflights. */
  edgeJudgesOrigins?: true;
  /** Exclusions of the audit log, and the store of its events. */
  audit?: (app: NestExpressApplication) => AuditRules;
  /** Headers of every response, besides those for browsers. */
  headers?: Readonly<Record<string, string>>;
  /** Writes the results of handlers; by default as Nest does. */
  adapter?: ResponseAdapter;
  /** Express handlers that run before routing, in order. */
  middleware?: (app: NestExpressApplication) => RequestHandler[];
  edgeHandler?: (app: NestExpressApplication) => EdgeHandler;
  /** Options of the HTTP server besides its limits. */
  serverOptions?: Parameters<typeof createHttpServer>[3];
  /** Connection limits besides that of the process. */
  connectionLimits?: Pick<ConnectionLimits, 'mostOfAddress'>;
  /**
   * Sets limits and handles events of the HTTP server before it listens. Requests that the parser cannot read get the
   * service's error body, unless it listens to `clientError` itself.
   */
  prepareServer?: (server: Server) => void;
  /** Final changes to the OpenAPI document, e.g. names that depend on settings. */
  completeOpenApi?: (document: OpenAPIObject) => OpenAPIObject;
  /** Additional paths of the OpenAPI document. */
  openApiPaths?: readonly string[];
  /** Why the process cannot start yet; it then waits, alive and not ready. Undefined if it can. */
  findStartGap?: () => Promise<string | undefined>;
  clock?: Clock;
  logger?: Logger;
}

export interface RunningService {
  app: NestExpressApplication;
  openApi(): OpenAPIObject;
  /**
   * Builds the OpenAPI document in advance; otherwise the first request waits for it, for seconds on a slow machine.
   */
  prepareDocuments(): void;
  server: Server;
  logger: Logger;
  /** Address with the actual port; valid after `listen`. */
  url(): string;
  listen(): Promise<void>;
  /** Becomes not ready, waits, refuses new connections, finishes requests in flight, and closes the module. */
  close(): Promise<void>;
}

/** Version of the product. */
export const VERSION = version;

/** Assembles a service from its features and everything that all services share. */
export async function createService<C extends ServiceConfig>(
  definition: ServiceDefinition<C>,
): Promise<RunningService> {
  const { config, name } = definition;
  const logger = definition.logger ?? createLogger(name, config.LOG_LEVEL);
  const metrics = new ServiceMetrics(name);
  const readiness = new Readiness(logger);
  const app = await createApp(definition, { logger, metrics, readiness });
  app.useGlobalPipes(definition.validationPipe ?? new RecordValidation());
  app.useGlobalGuards(
    new JsonBodyGuard(app.get(Reflector), app.get(JsonBodyReader)),
    ...(definition.guards?.(app) ?? []),
  );
  const address = definition.address ?? new PublicAddress(config);
  const publicBaseUrl = address.configured;
  const filter = new ErrorFilter({
    renderer: definition.renderer,
    mapping: definition.errorMapping ?? {},
    getBaseAddress: (request) => address.getBaseAddress(request),
    requestIdOf: getRequestId,
    report: (error, request) => reportError(error, request, { logger, metrics }),
    ...(definition.respondInstead ? { respondInstead: definition.respondInstead } : {}),
  });
  app.useGlobalFilters(filter);
  const express: Express = app.getHttpAdapter().getInstance();
  express.disable('x-powered-by');
  express.set('etag', bodyTag);
  express.set('trust proxy', config.TRUST_PROXY);
  const middleware = definition.middleware?.(app) ?? [];
  if (middleware.length > 0) app.use(inOrder(middleware));
  const documents = serveApiDocuments(app, definition.api.title, definition.openApiPaths ?? [], () => {
    const described = describeApi(app, { ...definition.api, version: VERSION });
    documentErrors(described, definition.renderer, publicBaseUrl);
    return definition.completeOpenApi?.(described) ?? described;
  });
  await app.init();
  // Failures outside of the router, such as a malformed percent escape, still get the service's error body.
  express.use((error: unknown, request: Request, response: Response, _next: () => void) =>
    filter.respond(error, request, response),
  );

  const edgeHandler = definition.edgeHandler?.(app);
  const requestLog = new RequestLog({
    logger: withoutRedaction(logger),
    metrics,
    trustProxy: config.TRUST_PROXY,
  });
  const audit = new AuditLog(logger, config.TRUST_PROXY, definition.audit?.(app));
  const headers = Object.entries({ ...BROWSER_HEADERS, ...definition.headers });
  readiness.onDraining(() => headers.push(['Connection', 'close']));
  const listener: RequestListener = (request, response) => {
    requestLog.observe(request, response);
    audit.watch(request, response);
    for (const [name, value] of headers) response.setHeader(name, value);
    if (!definition.edgeJudgesOrigins && respondToPreflight(request, response)) return;
    const refusal = definition.edgeJudgesOrigins ? undefined : foreignWrite(request, address);
    address.serve(request, () => {
      if (refusal) filter.respond(refusal, request as Request, response as Response);
      else if (edgeHandler) edgeHandler(request, response, () => void express(request, response));
      else express(request, response);
    });
  };
  const server = createHttpServer(config, logger, listener, definition.serverOptions);
  limitConnections(server, { most: config.MAX_CONNECTIONS, ...definition.connectionLimits }, { logger, metrics });
  definition.prepareServer?.(server);
  if (server.listenerCount('clientError') === 0) {
    respondToUnparseable(server, { renderer: definition.renderer, publicBaseUrl, metrics });
  }

  return {
    app,
    openApi: () => documents.document(),
    prepareDocuments: () => documents.prepare(),
    server,
    logger,
    url: () =>
      `${config.TLS_CERT_FILE === undefined ? 'http' : 'https'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    listen: () => listen(server, config),
    close: async () => {
      readiness.startDraining();
      if (config.DRAIN_SECONDS > 0) await new Promise((resolve) => setTimeout(resolve, config.DRAIN_SECONDS * 1000));
      await closeServer(server);
      requestLog.close();
      await audit.close();
      await app.close();
    },
  };
}

type Handled = Parameters<RequestHandler>;

/** Combines handlers into one, because the router's work for each entry costs more than what most handlers do. */
function inOrder(handlers: readonly RequestHandler[]): RequestHandler {
  return (request, response, next) => handleFrom(0, handlers, request, response, next);
}

function handleFrom(at: number, handlers: readonly RequestHandler[], ...[request, response, next]: Handled): void {
  const handler = handlers[at];
  if (!handler) {
    next();
    return;
  }
  try {
    const handled = handler(request, response, (error?: unknown) => {
      if (error) next(error);
      else handleFrom(at + 1, handlers, request, response, next);
    });
    if (handled instanceof Promise) handled.catch(next);
  } catch (error) {
    next(error);
  }
}

interface Parts {
  logger: Logger;
  metrics: ServiceMetrics;
  readiness: Readiness;
}

function createApp<C extends ServiceConfig>(
  definition: ServiceDefinition<C>,
  parts: Parts,
): Promise<NestExpressApplication> {
  const { adapter = new ResponseAdapter() } = definition;
  const logger = new FrameworkLogger(parts.logger);
  return NestFactory.create<NestExpressApplication>(rootModule(definition, parts), adapter, {
    bodyParser: false,
    logger,
    abortOnError: false,
  });
}

function rootModule<C extends ServiceConfig>(definition: ServiceDefinition<C>, parts: Parts): DynamicModule {
  const clock = definition.clock ?? new SystemClock();
  const mapping = definition.errorMapping ?? {};
  const bytes = new BodyBytes(mapping, definition.config.TRUST_PROXY);
  const platform = globalValues(
    { provide: Clock, useValue: clock },
    { provide: LOGGER, useValue: parts.logger },
    { provide: ServiceMetrics, useValue: parts.metrics },
    { provide: Readiness, useValue: parts.readiness },
    { provide: BodyBytes, useValue: bytes },
    { provide: JsonBodyReader, useValue: new JsonBodyReader(definition.jsonBody, mapping, bytes) },
  );
  class ServiceModule {}
  Module({})(ServiceModule);
  return {
    module: ServiceModule,
    imports: [
      platform,
      AuthModule.forRoot({ service: definition.name, config: definition.config, clock, ...definition.auth }),
      definition.module,
    ],
    controllers: [ObservabilityController],
  };
}

function reportError(
  error: ApiError,
  request: Request,
  { logger, metrics }: { logger: Logger; metrics: ServiceMetrics },
): void {
  metrics.errorReturned(error.kind.type);
  if (error.status < 500) return;
  const line = { requestId: getRequestId(request), type: error.kind.type, error: error.cause ?? error };
  if (error.kind === CommonError.internal_error) logger.error(line, 'unexpected failure');
  else logger.warn(line, error.message);
}
