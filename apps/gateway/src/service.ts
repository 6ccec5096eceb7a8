import type { Server } from 'node:http';
import path from 'node:path';
import {
  Accounts,
  Authenticator,
  BrowserSessions,
  IdentityMinter,
  type PermissionName,
  SigningKey,
} from '@wardstone/auth';
import { LOGGER, type Logger, PublicAddress, type ServiceDefinition, ServiceMetrics } from '@wardstone/bootstrap';
import { SystemClock } from '@wardstone/clock';
import { findSchemaGap } from '@wardstone/database';
import { AccountsModule } from './accounts/accounts.module';
import { AppModule } from './app.module';
import { CredentialsModule } from './credentials/credentials.module';
import { databaseOptions } from './data-source';
import { AuditTrail } from './audit/audit-trail';
import { swaggerUi } from './docs/swagger-ui';
import { GatewayEdge } from './gateway-edge';
import type { GatewayConfig } from './gateway.config';
import { gatewayErrorMapping, gatewayRenderer } from './gateway-errors';
import { makeIdentityAliasTest, getIdentityHeader } from './identity/identity-aliases';
import { RequestLimiter } from './limits/request-limiter';
import { OIDC_CALLBACK_PATH } from './credentials/oidc/oidc-paths';
import { OccurrenceWatch } from './occurrence-watch';
import { getServiceResponse, ServiceProxy, upstreamSpans } from './proxy/service-proxy';
import { ErrorResponder } from './error-responder';
import { redirectToLogin } from './credentials/sessions/navigation';
import { KeyFailures } from './token/key-failures';
import type { ServiceName } from './routes';
import { prepareServer } from './server';
import { listUpstreams } from './upstreams';

const DESCRIPTION = `One address, one login and one rate limit in front of compliance, monitoring and the error registry.
The gateway's own operations are below; the drop-down shows those of the services.`;

/** Built files of the console, beside the program. */
const CONSOLE_FOLDER = path.join(__dirname, 'console');

/** Permissions that services, which sign their own tokens, have at the gateway. */
const PERMISSIONS_OF: Partial<Record<ServiceName, PermissionName[]>> = {
  compliance: ['REPORT_COMPLIANCE', 'accounts:standing'],
  monitoring: ['accounts:standing'],
};

const DAY_MS = 24 * 60 * 60 * 1000;

/** The gateway for main, tests and the generated documents. */
export async function gatewayService(
  config: Readonly<GatewayConfig>,
  consoleFolder = CONSOLE_FOLDER,
): Promise<ServiceDefinition<GatewayConfig>> {
  const clock = new SystemClock();
  const keyFailures = new KeyFailures();
  const signingKey = await SigningKey.loadOrCreate(config.SIGNING_KEY_FILE, {
    clock,
    aheadMs: config.SIGNING_KEY_AHEAD_SECONDS * 1000,
    ...(config.SIGNING_KEY_DAYS > 0 ? { maxAgeMs: config.SIGNING_KEY_DAYS * DAY_MS } : {}),
    failed: (error) => keyFailures.report(error),
  });
  const minter = new IdentityMinter(signingKey, clock);
  const upstreams = listUpstreams(config);
  const address = new PublicAddress(config, true);
  const responder = new ErrorResponder({
    address,
    vendorTokens: config.VENDOR_TOKEN,
  });
  const proxies = await getProxies(config);
  return {
    name: 'gateway',
    api: { title: 'Wardstone gateway', description: DESCRIPTION },
    config,
    clock,
    module: AppModule.forRoot({ config, upstreams, signingKey, minter, address, consoleFolder }),
    findStartGap: () => findSchemaGap(databaseOptions(config)),
    renderer: gatewayRenderer,
    errorMapping: gatewayErrorMapping,
    respondInstead: redirectToLogin,
    jsonBody: { mediaTypes: ['application/json'], limitBytes: 16 * 1024 },
    auth: {
      imports: [AccountsModule, CredentialsModule],
      localJwks: async () => {
        await signingKey.refresh();
        return signingKey.publicJwks();
      },
      services: upstreams
        .filter(({ service }) => PERMISSIONS_OF[service] !== undefined)
        .map(({ service, address: origin }) => ({
          service,
          keysUrl: new URL('/service-keys.json', origin),
          permissions: PERMISSIONS_OF[service]!,
        })),
    },
    address,
    edgeJudgesOrigins: true,
    audit: (app) => {
      const trail = app.get(AuditTrail);
      const accounts = app.get(Accounts);
      return {
        getForwardedResponse: getServiceResponse,
        changesByGet: [OIDC_CALLBACK_PATH],
        isAccount: async (name) => (await accounts.find(name)) !== undefined,
        store: (event) => trail.store(event),
      };
    },
    middleware: () => [swaggerUi(upstreams)],
    edgeHandler: (app) => {
      keyFailures.reportTo(app.get<Logger>(LOGGER));
      const metrics = app.get(ServiceMetrics);
      metrics.watchPolls();
      responder.reportTo({ logger: app.get<Logger>(LOGGER), metrics });
      const occurrences = app.get(OccurrenceWatch);
      const edge = new GatewayEdge({
        proxies,
        responder,
        limiter: new RequestLimiter({
          isOn: config.RATE_LIMIT,
          accountRequests: config.RATE_LIMIT_REQUESTS,
          addressRequests: config.RATE_LIMIT_ANONYMOUS_REQUESTS,
          windowSeconds: config.RATE_LIMIT_WINDOW_SECONDS,
        }),
        authenticator: app.get(Authenticator),
        sessions: app.get(BrowserSessions),
        minter,
        clock,
        address,
        metrics,
        settings: {
          identityHeader: getIdentityHeader(config.VENDOR_TOKEN),
          isIdentityHeader: makeIdentityAliasTest(config.VENDOR_TOKEN),
          trustsPlainIdentity: config.IDENTITY_TRUST === 'plain',
          trustsPeer: config.TRUST_PROXY,
          upstreamTimeoutMs: config.UPSTREAM_TIMEOUT_MS,
          uploadTimeoutMs: config.UPLOAD_TIMEOUT_MS,
          contentLimitBytes: config.CONTENT_LIMIT_MIB * 1024 * 1024,
        },
      });
      return (request, response, next) => {
        occurrences.watch(request, response);
        edge.handle(request, response, next);
      };
    },
    openApiPaths: ['/openapi/gateway.json'],
    // Avoids a stream for requests without a body, which are the majority.
    serverOptions: { optimizeEmptyRequests: true },
    connectionLimits: config.TRUST_PROXY ? {} : { mostOfAddress: config.CONNECTIONS_PER_ADDRESS },
    prepareServer: (server: Server) => {
      prepareServer(server, config, responder);
      server.once('close', () => Object.values(proxies).forEach((proxy) => proxy.close()));
    },
  };
}

async function getProxies(config: Readonly<GatewayConfig>): Promise<Partial<Record<ServiceName, ServiceProxy>>> {
  const isTraced = config.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined;
  const tracing = isTraced ? { startSpan: await upstreamSpans() } : {};
  const limits = { connectTimeoutMs: config.CONNECT_TIMEOUT_MS, idleMs: config.UPSTREAM_IDLE_MS };
  const proxies = listUpstreams(config).map(({ service, address }) => [
    service,
    new ServiceProxy({ service, address, ...limits, ...tracing }),
  ]);
  return Object.fromEntries(proxies) as Partial<Record<ServiceName, ServiceProxy>>;
}
