import type { ServiceDefinition } from '@wardstone/bootstrap';
import { findSchemaGap } from '@wardstone/database';
import { complianceRenderer } from '@wardstone/errors';
import { plainGrants } from './access/plain-grants';
import { ContractPipe } from './api/contract.pipe';
import { complianceErrorMapping } from './api/error-mapping';
import { MEDIA_TYPE } from './api/operation-parts';
import { AppModule } from './app.module';
import { databaseOptions } from './data-source';
import type { ComplianceConfig } from './compliance.config';

const MIB = 1024 * 1024;

/** The compliance policy service (contract: compliance policy service API, v2). */
export function complianceService(config: Readonly<ComplianceConfig>): ServiceDefinition<ComplianceConfig> {
  return {
    name: 'compliance',
    api: {
      title: 'Wardstone compliance',
      description:
        'Security-compliance policies for registered systems: security guides and their profiles, policies, systems.',
      // Spelt as in the contract.
      operationId: (handler) => `${handler[0]!.toUpperCase()}${handler.slice(1)}`,
    },
    config,
    module: AppModule.forRoot(config),
    findStartGap: () => findSchemaGap(databaseOptions(config)),
    renderer: complianceRenderer(config.VENDOR_TOKEN),
    errorMapping: complianceErrorMapping,
    validationPipe: new ContractPipe(),
    jsonBody: { mediaTypes: [MEDIA_TYPE, 'application/json'], limitBytes: MIB },
    auth: { plainGrants: plainGrants(config) },
    headers: {
      'Content-Security-Policy': "default-src 'none'",
      'Strict-Transport-Security': 'max-age=31556952',
    },
    openApiPaths: [`${config.BASE_PATH}/openapi.json`],
  };
}
