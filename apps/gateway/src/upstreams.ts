import { ApiError, GatewayError } from '@wardstone/errors';
import type { GatewayConfig } from './gateway.config';
import { ROUTES, type ServiceName } from './routes';

/** A service behind the gateway. */
export interface Upstream {
  service: ServiceName;
  /** Display name. */
  title: string;
  /** Origin, without a trailing slash. */
  address: string;
  /** Path prefixes of the service. */
  prefixes: readonly string[];
}

const TITLES: Readonly<Record<ServiceName, string>> = {
  compliance: 'Compliance',
  monitoring: 'Monitoring',
  'error-registry': 'Error registry',
};

/** The installed services in display order. */
export function listUpstreams(config: Readonly<GatewayConfig>): Upstream[] {
  const upstreams = ROUTES.filter(({ upstream }) => config[upstream] !== '').map(({ service, upstream }) => ({
    service,
    title: TITLES[service],
    address: new URL(config[upstream]).origin,
    prefixes: ROUTES.filter((route) => route.service === service).map(({ prefix }) => prefix),
  }));
  return [...new Map(upstreams.map((upstream) => [upstream.service, upstream])).values()];
}

/** @param service a service that is not part of this installation */
export function serviceNotInstalled(service: ServiceName): ApiError {
  return new ApiError(GatewayError.service_not_installed, `${TITLES[service]} is not part of this installation.`);
}

export const UPSTREAMS = Symbol('UPSTREAMS');
