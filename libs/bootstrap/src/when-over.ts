import type { ServerResponse } from 'node:http';

/** A property and no WeakMap: an entry of one for each request makes garbage collections longer. */
const WORKS = Symbol('works');

type Watched = ServerResponse & { [WORKS]?: (() => void)[] };

/**
 * Does `work` once a response has ended, or its client has gone. However many ask, there is one listener: Node warns of
 * more than ten, and a stream that is written to the response has most of them.
 */
export function whenOver(response: Watched, work: () => void): void {
  const known = response[WORKS];
  if (known) {
    known.push(work);
    return;
  }
  const works = (response[WORKS] = [work]);
  response.once('close', () => works.forEach((one) => one()));
}
