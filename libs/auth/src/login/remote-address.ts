import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/**
 * The address a login is counted against: the peer's or, behind a proxy of our own, the last one of X-Forwarded-For,
 * which that proxy wrote itself; what stands before it is the client's own claim.
 */
export function remoteAddressOf(
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  { trustProxy }: { trustProxy: boolean },
): string {
  const peer = request.socket.remoteAddress ?? 'unknown';
  if (!trustProxy) return peer;
  const forwarded = request.headers['x-forwarded-for'];
  const last = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '')).split(',').at(-1)?.trim() ?? '';
  return isIP(last) === 0 ? peer : last;
}

/** `::ffff:192.0.2.1` is 192.0.2.1 on a socket that speaks both families. */
export function plainAddress(address: string | undefined): string {
  if (address === undefined) return 'unknown';
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}
