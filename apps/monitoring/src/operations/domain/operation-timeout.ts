import type { ObjectMap } from '@wardstone/dto';

/** Parameter that overrides the time-out of one execution; agents never see it. */
export const TIMEOUT_PARAMETER = 'rhq.timeout';

const MAX_SECONDS = 2 ** 31 - 1;

/** Seconds an execution may take: what its parameters say, else its definition, else the server. See rule operations-7. */
export function timeoutSecondsOf(
  parameters: ObjectMap,
  definitionSeconds: number | null,
  serverSeconds: number,
): number {
  const stated = parameters[TIMEOUT_PARAMETER];
  const seconds = typeof stated === 'string' || typeof stated === 'number' ? Number(stated) : NaN;
  if (Number.isInteger(seconds) && seconds > 0 && seconds <= MAX_SECONDS) return seconds;
  return definitionSeconds ?? serverSeconds;
}
