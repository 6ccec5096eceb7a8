import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

const ACCEPTED_ID = /^[A-Za-z0-9._-]{1,128}$/;
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

interface Traced extends IncomingMessage {
  requestId?: string;
}

/** The id of a request: taken from the client when harmless, made otherwise. See rule platform-4. */
export function requestIdOf(request: IncomingMessage): string {
  const traced = request as Traced;
  if (traced.requestId === undefined) {
    const given = request.headers['x-request-id'];
    traced.requestId = typeof given === 'string' && ACCEPTED_ID.test(given) ? given : randomUUID();
  }
  return traced.requestId;
}

/** The W3C trace context of a request: the client's if valid, else the root of a new trace. */
export function traceparentOf(request: IncomingMessage): string {
  const given = request.headers.traceparent;
  if (typeof given === 'string' && TRACEPARENT.test(given)) return given;
  const made = `00-${randomHex(16)}-${randomHex(8)}-01`;
  request.headers.traceparent = made;
  return made;
}

const POOL_BYTES = 3072;
let pool = Buffer.alloc(0);
let used = 0;

/** Drawn from a pool: asking the system for so few bytes costs twenty times as much. */
function randomHex(bytes: number): string {
  if (used + bytes > pool.length) {
    pool = randomBytes(POOL_BYTES);
    used = 0;
  }
  used += bytes;
  return pool.toString('hex', used - bytes, used);
}

/** Fixes the id of the request and echoes it. */
export function identifyRequest(request: IncomingMessage, response: ServerResponse): string {
  const id = requestIdOf(request);
  request.headers['x-request-id'] = id;
  response.setHeader('X-Request-Id', id);
  return id;
}
