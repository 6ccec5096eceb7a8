import { PublicAddress, type ServiceDefinition } from '@wardstone/bootstrap';
import { findSchemaGap } from '@wardstone/database';
import { problemDetailsRenderer } from '@wardstone/errors';
import { AppModule } from './app.module';
import { databaseOptions } from './data-source';
import type { ErrorRegistryConfig } from './error-registry.config';
import { Routes } from './routes';

const DESCRIPTION = `Explains the error types of all services: what happened, likely causes, what to do.
Every error response names its type in \`X-Error-Type\` and links to the explanation here.`;

/** The error registry as `createService` assembles it; main, tests and the generated documents use the same one. */
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
    // The gateway's own reports of what went wrong.
    audit: () => ({ isUnaudited: (method, path) => method === 'POST' && path === '/api/v1/occurrences' }),
  };
}
