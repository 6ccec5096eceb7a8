import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError, CommonError, type ErrorRenderer, errorTypeUrl, GatewayError } from '@wardstone/errors';
import { BROWSER_HEADERS } from './browser-border';
import type { ServiceMetrics } from './metrics';
import { whenOver } from './when-over';

/** How long a client may go on sending before it is cut off; hung up at once, it would not read its answer. */
const LINGER_MS = 2_000;

function toApiError({ code }: NodeJS.ErrnoException): ApiError {
  // The gateway's types, for the same parser says the same thing here.
  if (code === 'HPE_HEADER_OVERFLOW') return new ApiError(GatewayError.headers_too_large);
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ApiError(GatewayError.request_timeout);
  return new ApiError(CommonError.invalid_request, 'This is not an HTTP request.');
}

/**
 * Whether the request that could not be read was HEAD, as far as its first bytes are at hand: a body after such an answer
 * would be taken for the next one.
 */
function asksForHead(failure: Error): boolean {
  return (failure as { rawPacket?: Buffer }).rawPacket?.subarray(0, 5).toString('latin1') === 'HEAD ';
}

/** The response to a request that the parser could not read. */
export interface BareAnswer {
  error: ApiError;
  requestId: string;
  renderer: ErrorRenderer;
  /** Without a trailing slash. */
  publicBaseUrl: string;
}

/** Responds on the bare socket, and closes it. @param failure what the parser said */
export function answerOnSocket(
  socket: Socket,
  failure: Error,
  { error, requestId, renderer, publicBaseUrl }: BareAnswer,
): void {
  const request = { headers: {}, method: 'GET', url: '/' } as IncomingMessage;
  const { contentType, text } = renderer.render(error, { request, requestId, publicBaseUrl });
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'Connection: close',
    `Content-Type: ${contentType}`,
    `Content-Length: ${Buffer.byteLength(text)}`,
    `X-Error-Type: ${error.kind.type}`,
    `Link: <${errorTypeUrl(publicBaseUrl, error.kind)}>; rel="help"`,
    `X-Request-Id: ${requestId}`,
    ...Object.entries(BROWSER_HEADERS).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${asksForHead(failure) ? '' : text}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Responds on the bare socket to what never becomes a request, with an error type like every other error. */
export function answerUnreadable(
  server: Server,
  { renderer, publicBaseUrl, metrics }: { renderer: ErrorRenderer; publicBaseUrl: string; metrics: ServiceMetrics },
): void {
  const answering = new WeakSet<Socket>();
  server.on('request', ({ socket }, response) => {
    answering.add(socket);
    whenOver(response, () => answering.delete(socket));
  });
  server.on('clientError', (failure: NodeJS.ErrnoException, duplex) => {
    const socket = duplex as Socket;
    // Another answer may not be written into one that is under way.
    if (!socket.writable || failure.code === 'ECONNRESET' || answering.has(socket)) {
      socket.destroy();
      return;
    }
    const error = toApiError(failure);
    metrics.errorAnswered(error.kind.type);
    answerOnSocket(socket, failure, { error, requestId: randomUUID(), renderer, publicBaseUrl });
  });
}
