import { AgentConfig } from '../apps/agent/src';
import { ComplianceConfig } from '../apps/compliance/src';
import { ErrorRegistryConfig } from '../apps/error-registry/src';
import { GatewayConfig } from '../apps/gateway/src';
import { MonitoringConfig } from '../apps/monitoring/src';

/** The class of settings of each program that runs. */
export const APP_SETTINGS = {
  gateway: GatewayConfig,
  compliance: ComplianceConfig,
  monitoring: MonitoringConfig,
  'error-registry': ErrorRegistryConfig,
  agent: AgentConfig,
} as const;

export type AppName = keyof typeof APP_SETTINGS;
