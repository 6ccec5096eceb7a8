import { AgentConfig } from '../apps/agent/src/agent.config';
import { ComplianceConfig } from '../apps/compliance/src/compliance.config';
import { ErrorRegistryConfig } from '../apps/error-registry/src/error-registry.config';
import { GatewayConfig } from '../apps/gateway/src/gateway.config';
import { MonitoringConfig } from '../apps/monitoring/src/monitoring.config';

/** The class of settings of each program that runs. */
export const APP_SETTINGS = {
  gateway: GatewayConfig,
  compliance: ComplianceConfig,
  monitoring: MonitoringConfig,
  'error-registry': ErrorRegistryConfig,
  agent: AgentConfig,
} as const;

export type AppName = keyof typeof APP_SETTINGS;
