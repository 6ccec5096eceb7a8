import type { INestApplicationContext } from '@nestjs/common';
import { listRouteAccess } from '@wardstone/auth';
import { PublicAddress, type ServiceDefinition } from '@wardstone/bootstrap';
import { findSchemaGap } from '@wardstone/database';
import { ApiError, CommonError, type ErrorMapping, problemDetailsRenderer } from '@wardstone/errors';
import { AppModule } from './app.module';
import { databaseOptions } from './data-source';
import type { ErrorRegistryConfig } from './error-registry.config';

const DESCRIPTION = `Explains the error types of all services: what happened, likely causes, what to do.
Every error response names its type in \`X-Error-Type\` and links to the explanation here.`;

/** Allowed methods by path, from the controllers. */
class Routes {
  private routes: readonly { pattern: RegExp; method: string }[] = [];

  readFrom(app: INestApplicationContext): void {
    this.routes = listRouteAccess(app)
      .filter(({ path }) => path.startsWith('/api/'))
      .map(({ path, method }) => ({ pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`), method }));
  }

  /** 405 with `Allow` if another method is allowed, otherwise 404. See rule platform-4. */
  readonly errors: ErrorMapping = {
    routeNotFound: (method, path) => {
      const found = this.routes.filter(({ pattern }) => pattern.test(path));
      if (found.length === 0) return new ApiError(CommonError.not_found, `Unknown path: ${path}`);
      const allow = found.flatMap((route) => (route.method === 'GET' ? ['GET', 'HEAD'] : route.method)).join(', ');
      return new ApiError(CommonError.method_not_allowed, `${path} does not support ${method}, only ${allow}.`, {
        headers: { Allow: allow },
      });
    },
  };
}

/** The error registry for main, tests and the generated documents. */
export function errorRegistryService(config: Readonly<ErrorRegistryConfig>): ServiceDefinition<ErrorRegistryConfig> {
  const address = new PublicAddress(config);
  const routes = new Routes();
  return {
    name: 'error-registry',
    api: { title: 'Wardstone error registry', description: DESCRIPTION },
    config,
    module: AppModule.forRoot(config, address),
    findStartGap: () => findSchemaGap(databaseOptions(config)),
    renderer: problemDetailsRenderer,
    errorMapping: routes.errors,
    middleware: (app) => {
      routes.readFrom(app);
      return [];
    },
    jsonBody: { mediaTypes: ['application/json'], limitBytes: 256 * 1024 },
    auth: { servedOrganisations: config.SERVED_ORGANISATIONS },
    address,
    // Excludes the reports of the gateway.
    audit: () => ({ isUnaudited: (method, path) => method === 'POST' && path === '/api/v1/occurrences' }),
  };
}
