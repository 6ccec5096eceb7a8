import type { IncomingMessage } from 'node:http';
import { getRequestId, getTraceparent } from './observe-request';

const requestWith = (headers: Record<string, string>) => ({ headers }) as unknown as IncomingMessage;

describe('getRequestId', () => {
  it.each(['a', 'A.b_c-9', 'x'.repeat(128)])('keeps %s', (id) => {
    expect(getRequestId(requestWith({ 'x-request-id': id }))).toBe(id);
  });

  it.each(['', 'a b', 'a\u0007b', 'ä', 'x'.repeat(129)])('replaces %j', (id) => {
    expect(getRequestId(requestWith({ 'x-request-id': id }))).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('returns the same id for the same request', () => {
    const request = requestWith({});
    expect(getRequestId(request)).toBe(getRequestId(request));
  });
});

describe('getTraceparent', () => {
  const VALID = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

  it('keeps a valid trace context', () => {
    expect(getTraceparent(requestWith({ traceparent: VALID }))).toBe(VALID);
  });

  it.each([
    `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`,
    `00-${'a'.repeat(32)}-${'0'.repeat(16)}-01`,
    `ff-${'a'.repeat(32)}`,
  ])('starts a new trace instead of %s', (given) => {
    const request = requestWith({ traceparent: given });
    const made = getTraceparent(request);
    expect(made).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(made).not.toBe(given);
    expect(request.headers.traceparent).toBe(made);
  });
});
