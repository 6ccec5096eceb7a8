import type { Health, UpstreamState } from './upstream-health';

export interface ServiceStates {
  services: { service: string; state: Health; prefixes: readonly string[] }[];
}

/** The states for programs. */
export function toServiceStates(states: readonly UpstreamState[]): ServiceStates {
  return { services: states.map(({ service, health, prefixes }) => ({ service, state: health, prefixes })) };
}
