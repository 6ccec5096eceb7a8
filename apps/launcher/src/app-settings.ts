import { AgentConfig } from '../../agent/src';
import { ComplianceConfig } from '../../compliance/src';
import { ErrorRegistryConfig } from '../../error-registry/src';
import { GatewayConfig } from '../../gateway/src';
import { MonitoringConfig } from '../../monitoring/src';

/** Settings class of each program. */
export const APP_SETTINGS = {
  gateway: GatewayConfig,
  compliance: ComplianceConfig,
  monitoring: MonitoringConfig,
  'error-registry': ErrorRegistryConfig,
  agent: AgentConfig,
} as const;

export type AppName = keyof typeof APP_SETTINGS;
