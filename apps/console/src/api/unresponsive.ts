import type { ApiError } from '@wardstone/client';
import { useSyncExternalStore } from 'react';

/** Services by path prefix of their operations. */
const SERVICES = [
  ['/api/compliance/', 'compliance'],
  ['/rest/', 'monitoring'],
] as const;
export type ServiceKey = (typeof SERVICES)[number][1];

/** Errors of the gateway when a service does not respond. */
const TYPES: readonly (string | undefined)[] = ['downstream_issue', 'external_service_timeout', 'invalid_response'];

let unresponsive: readonly ServiceKey[] = [];
const listeners = new Set<() => void>();

/** Records whether the service of a path has responded. */
export function noteAttempt(path: string, error: Pick<ApiError, 'type'> | undefined): void {
  const service = SERVICES.find(([begin]) => path.startsWith(begin))?.[1];
  if (service === undefined) return;
  const isAway = error !== undefined && TYPES.includes(error.type);
  if (isAway === unresponsive.includes(service)) return;
  unresponsive = isAway ? [...unresponsive, service] : unresponsive.filter((other) => other !== service);
  for (const listener of listeners) listener();
}

/** Services that did not respond to the last request. */
export function useUnresponsive(): readonly ServiceKey[] {
  return useSyncExternalStore(listen, () => unresponsive);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
