import type { ServiceName } from '../system';
import type { Caller } from '../requests/caller';
import { renewCompliance } from './compliance-fixture';
import { renewGateway } from './gateway-fixture';
import type { KnownIds } from '../requests/known-ids';
import { renewMonitoring } from './monitoring-fixture';
import { renewErrorRegistry } from './registry-fixture';

/** What a service needs to have, so that requests find something. */
export const FIXTURES: Record<ServiceName, (caller: Caller, known: KnownIds, dataDir: string) => Promise<void>> = {
  compliance: renewCompliance,
  monitoring: renewMonitoring,
  'error-registry': renewErrorRegistry,
  gateway: renewGateway,
};
