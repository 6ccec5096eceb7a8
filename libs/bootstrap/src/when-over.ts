import type { ServerResponse } from 'node:http';

const waiting = new WeakMap<ServerResponse, (() => void)[]>();

/**
 * Does `work` once a response has ended, or its client has gone. However many ask, there is one listener: Node warns of
 * more than ten, and a stream that is written to the response has most of them.
 */
export function whenOver(response: ServerResponse, work: () => void): void {
  const known = waiting.get(response);
  if (known) {
    known.push(work);
    return;
  }
  const all = [work];
  waiting.set(response, all);
  response.once('close', () => all.forEach((one) => one()));
}
