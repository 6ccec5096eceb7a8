import type { Server } from 'node:http';
import { type AuthenticatedRequest, authenticationMiddleware, Authenticator, parseVendorTokens } from '@wardstone/auth';
import { HeavyWork, isFromForeignPage, PublicAddress, type ServiceDefinition } from '@wardstone/bootstrap';
import { findSchemaGap } from '@wardstone/database';
import { monitoringRenderer, OTLP_PATH, otlpErrorRenderer } from '@wardstone/errors';
import {
  IgnoredParametersGuard,
  nameSettings,
  pageErrorRenderer,
  RepresentationAdapter,
  type RepresentationOptions,
  requestedType,
  XML_TYPES,
} from '@wardstone/media-types';
import { PAGE_POLICY } from '@wardstone/pages';
import { Reflector } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express, Request, RequestHandler } from 'express';
import { WEBHOOKS } from './notifications/delivery/webhook.openapi';
import { AppModule } from './app.module';
import { databaseOptions } from './data-source';
import { DirectReport } from './agents/measurements/direct-report';
import { respondDirectly, type DirectOperation, failAsBefore } from './api/respond-directly';
import {
  auditRules,
  BASE_PATH,
  limitToPaths,
  isOpenPath,
  knownOperation,
  PROMETHEUS_PATH,
  routePlainPath,
  type RouterLayer,
  RouteTable,
} from './api/request-paths';
import { consoleAddress, toConsolePlace } from './api/addresses';
import { monitoringErrorMapping } from './api/error-mapping';
import { DirectSubmission } from './metrics/submission/direct-submission';
import type { MonitoringConfig } from './monitoring.config';
import { KnownUsers, recordCaller } from './users/known-users';

const MIB = 1024 * 1024;
const UPLOAD_TIME_LIMIT_MS = 60 * 60_000;
/** Longer than any request takes, and than idle connections are kept. */
const SILENCE_LIMIT_MS = 120_000;

/** The monitoring and inventory service (contract: monitoring and inventory REST interface). */
export function monitoringService(config: Readonly<MonitoringConfig>): ServiceDefinition<MonitoringConfig> {
  const vendorTokens = parseVendorTokens(config.VENDOR_TOKEN);
  // It is also the prefix of an XML element's name, which cannot start with a digit.
  if (/^[0-9]/.test(vendorTokens[0] ?? '')) throw new Error('VENDOR_TOKEN must begin with a letter');
  const routes = new RouteTable();
  const heavyWork = new HeavyWork(config.HEAVY_REQUESTS);
  const address = new PublicAddress(config);
  const representations: RepresentationOptions = {
    productName: 'Wardstone',
    get publicBaseUrl() {
      return address.current;
    },
    basePath: BASE_PATH,
    ...(config.CONSOLE_URL && { consoleUrl: config.CONSOLE_URL.replace(/\/$/, '') }),
    addresses: routes,
    vendorTokens,
    jsonpParameter: config.JSONP_PARAMETER,
    servesJsonp: config.JSONP,
    permitsJsonp: (request) => config.JSONP && !isFromForeignPage(request, address),
    consolePageOf: (path) => consoleAddress(toConsolePlace(path.slice(BASE_PATH.length)), representations),
    userOf: (request) => {
      const { caller } = request as AuthenticatedRequest;
      return caller && { name: caller.username, hasSession: caller.hasSession === true };
    },
  };
  return {
    name: 'monitoring',
    api: {
      title: 'Wardstone monitoring',
      description:
        'Inventory of platforms, servers and services, with metrics, alerts, events and operations. A suffix on the path (.json, .xml, .html, .jsonw, .txt, .csv) selects the representation ' +
        'instead of the Accept header. Operations marked `x-addition` are our own: other servers of this interface lack them.',
      webhooks: WEBHOOKS,
    },
    config,
    address,
    audit: () => auditRules,
    module: AppModule.forRoot({ config, routes, heavyWork, representations }),
    findStartGap: () => findSchemaGap(databaseOptions(config)),
    renderer: otlpErrorRenderer(
      pageErrorRenderer(monitoringRenderer(config.VENDOR_TOKEN, { readsSuffix: false }), representations),
    ),
    errorMapping: monitoringErrorMapping,
    jsonBody: { mediaTypes: ['application/json'], acceptsJsonSuffix: true, textTypes: XML_TYPES, limitBytes: MIB },
    guards: (app) => [new IgnoredParametersGuard(app.get(Reflector), representations)],
    auth: { servedOrganisations: config.SERVED_ORGANISATIONS },
    // With no referrer at all, browsers would not state the origin of the sign-out form.
    headers: { 'Content-Security-Policy': PAGE_POLICY, 'Referrer-Policy': 'same-origin' },
    adapter: new RepresentationAdapter(representations, heavyWork),
    edgeHandler: (app) =>
      respondDirectly(
        [DirectSubmission, DirectReport].map((operation) => app.get<DirectOperation>(operation, { strict: false })),
        { authenticator: app.get(Authenticator, { strict: false }), users: app.get(KnownUsers, { strict: false }) },
      ),
    prepareServer: allowLongUploads,
    middleware: (app) => beforeRouting(app, routes, representations),
    completeOpenApi: (document) => nameSettings(document, representations),
  };
}

/** In the order of rule http-12: caller, path, method. */
function beforeRouting(
  app: NestExpressApplication,
  routes: RouteTable,
  representations: RepresentationOptions,
): RequestHandler[] {
  const express: Express = app.getHttpAdapter().getInstance();
  routes.attach(() => express.router.stack as RouterLayer[]);
  return [
    routePlainPath,
    // First, because the type also applies to the body of a 401.
    limitToPaths([BASE_PATH], requestedType(representations)),
    failAsBefore,
    authenticationMiddleware(app.get(Authenticator), { skip: (request) => isOpenPath((request as Request).path) }),
    recordCaller(app.get(KnownUsers, { strict: false })),
    limitToPaths([BASE_PATH, PROMETHEUS_PATH, OTLP_PATH], knownOperation(routes)),
  ];
}

/** Permits slow uploads that make progress. */
function allowLongUploads(server: Server): void {
  server.requestTimeout = UPLOAD_TIME_LIMIT_MS;
  server.timeout = SILENCE_LIMIT_MS;
}
