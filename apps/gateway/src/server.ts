import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError, GatewayError } from '@wardstone/errors';
import type { GatewayConfig } from './gateway.config';
import { type ErrorResponder, toParserError } from './error-responder';

/** Options of `http.createServer` that the typings do not declare as properties. */
interface StrictServer extends Server {
  insecureHTTPParser: boolean;
  requireHostHeader: boolean;
}

const SILENCE_MARGIN_MS = 60_000;

/** The latest request of a connection. A property instead of a WeakMap, which would cost a microsecond. */
const EXCHANGE = Symbol('exchange');

type Exchanging = Socket & { [EXCHANGE]?: { request: IncomingMessage; response: ServerResponse } };

/** Settings of the HTTP server that the framing rules rely on, and responses to unparseable requests. */
export function prepareServer(server: Server, config: Readonly<GatewayConfig>, responder: ErrorResponder): void {
  const strict = server as StrictServer;
  // Overrides the command line.
  strict.insecureHTTPParser = false;
  // The framing rules refuse a missing host with an error type, unlike the server itself.
  strict.requireHostHeader = false;
  // Otherwise headers beyond the 1,000th would frame the request for the parser but be hidden from the rules.
  server.maxHeadersCount = 0;
  server.requestTimeout = config.REQUEST_TIMEOUT_SECONDS * 1000;
  // A connection may be silent while a service processes an upload; after that, the client has left or does not read.
  server.setTimeout(Math.max(config.UPSTREAM_TIMEOUT_MS, config.UPLOAD_TIMEOUT_MS) + SILENCE_MARGIN_MS);

  server.prependListener('request', (request, response) => {
    (request.socket as Exchanging)[EXCHANGE] = { request, response };
  });
  // Clients that send `Expect` get their response before the body; the edge sends "continue".
  server.on('checkContinue', (request, response) => server.emit('request', request, response));
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    responder.respondAndClose(request, response, new ApiError(GatewayError.expectation_failed));
  });
  server.on('connect', (_request, socket) => {
    responder.respondOnSocket(socket as Socket, new Error('CONNECT is not supported'));
  });
  server.on('clientError', (failure: NodeJS.ErrnoException, socket) => {
    const { request, response } = (socket as Exchanging)[EXCHANGE] ?? {};
    const isComplete = response === undefined || response.writableFinished;
    if (responder.isClosing(socket as Socket) || (!isComplete && response.writableEnded)) {
      // A response is already being sent, so the unreadable data after the request gets none.
      if (isComplete) (socket as Socket).destroySoon();
      else response.once('finish', () => (socket as Socket).destroySoon());
    } else if (request === undefined || isComplete) {
      responder.respondOnSocket(socket as Socket, failure);
    } else if (request.complete || response.headersSent || failure.code === 'ECONNRESET') {
      // A service is still responding to an earlier request, so no other response may be written.
      socket.destroy();
    } else {
      responder.respondAndClose(request, response, toParserError(failure));
    }
  });
}
