import type { IncomingHttpHeaders } from 'node:http';

const ANY_JSON = new Set([
  undefined,
  '*/*',
  'application/json',
  'application/json, */*',
  'application/json, text/plain, */*',
]);

/** Whether a client plainly takes JSON; one that words it differently may take it too. */
export function acceptsJson({ accept }: IncomingHttpHeaders): boolean {
  return ANY_JSON.has(accept);
}
