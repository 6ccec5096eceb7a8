import type { Health, UpstreamState } from './upstream-health';

export interface ServiceStates {
  services: { service: string; state: Health; prefixes: readonly string[] }[];
}

/** The states as JSON. */
export function toServiceStates(states: readonly UpstreamState[]): ServiceStates {
  return { services: states.map(({ service, health, prefixes }) => ({ service, state: health, prefixes })) };
}
