import type { GatewayConfig } from './gateway.config';
import { ROUTES, type ServiceName } from './routes';

/** A service behind the gateway. */
export interface Upstream {
  service: ServiceName;
  /** For people. */
  title: string;
  /** Origin, without a trailing slash. */
  address: string;
  /** Where its part of the API starts. */
  prefix: string;
}

const TITLES: Readonly<Record<ServiceName, string>> = {
  compliance: 'Compliance',
  monitoring: 'Monitoring',
  'error-registry': 'Error registry',
};

/** The services in the order people see them. */
export function upstreamsOf(config: Readonly<GatewayConfig>): Upstream[] {
  return ROUTES.map(({ service, upstream, prefix }) => ({
    service,
    title: TITLES[service],
    address: new URL(config[upstream]).origin,
    prefix,
  }));
}

export const UPSTREAMS = Symbol('UPSTREAMS');
