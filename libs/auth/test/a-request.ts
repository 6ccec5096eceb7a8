import { type IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

/** A request as it is before routing: headers (names in lower case) and a peer. */
export function aRequest(headers: IncomingHttpHeaders): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: '10.0.0.1' });
  const request = new IncomingMessage(socket);
  request.headers = headers;
  return request;
}
