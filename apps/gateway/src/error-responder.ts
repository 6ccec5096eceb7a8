import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { type Socket } from 'node:net';
import {
  respondOnSocket,
  drainRequest,
  type Logger,
  type PublicAddress,
  getRequestId,
  type ServiceMetrics,
} from '@wardstone/bootstrap';
import {
  ApiError,
  bestMediaType,
  CommonError,
  complianceRenderer,
  type ErrorBody,
  type ErrorContext,
  type ErrorRenderer,
  errorTypeUrl,
  GatewayError,
  monitoringRenderer,
  otlpErrorRenderer,
  problemDetailsRenderer,
  writeError,
} from '@wardstone/errors';
import { markup } from '@wardstone/markup';
import { PAGE_POLICY, renderDocument } from '@wardstone/pages';
import { redirectToLogin } from './credentials/sessions/navigation';
import { type ServiceName } from './routes';

export interface ErrorResponderOptions {
  address: PublicAddress;
  vendorTokens: string;
}

/** Headers that a contract requires on every response, and so on those of the gateway itself. See rule compliance-1. */
const CONTRACT_HEADERS: Partial<Record<ServiceName, Readonly<Record<string, string>>>> = {
  compliance: {
    'Content-Security-Policy': "default-src 'none'",
    'Strict-Transport-Security': 'max-age=31556952',
  },
  // Its errors are pages for browsers.
  monitoring: { 'Content-Security-Policy': PAGE_POLICY },
};

const AMBIGUOUS = new Set([
  'HPE_INVALID_CONTENT_LENGTH',
  'HPE_UNEXPECTED_CONTENT_LENGTH',
  'HPE_INVALID_TRANSFER_ENCODING',
  'HPE_INVALID_HEADER_TOKEN',
  'HPE_LF_EXPECTED',
  'HPE_CR_EXPECTED',
  'HPE_STRICT',
  'HPE_INVALID_CHUNK_SIZE',
  'HPE_CHUNK_EXTENSIONS_OVERFLOW',
]);

/** The error for a request that the parser could not read. */
export function toParserError(failure: NodeJS.ErrnoException): ApiError {
  if (failure.code === 'HPE_HEADER_OVERFLOW') return new ApiError(GatewayError.headers_too_large);
  if (failure.code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ApiError(GatewayError.request_timeout);
  const isAmbiguous = failure.code !== undefined && AMBIGUOUS.has(failure.code);
  return isAmbiguous
    ? new ApiError(GatewayError.ambiguous_request, GatewayError.ambiguous_request.description, { cause: failure })
    : new ApiError(CommonError.invalid_request, 'This is not an HTTP request.', { cause: failure });
}

/** Responds with an error to requests that do not reach a service, or whose service does not respond. */
export class ErrorResponder {
  private readonly renderers: Record<ServiceName, ErrorRenderer>;
  private readonly closing = new WeakSet<Socket>();
  private observers: { logger: Logger; metrics: ServiceMetrics } | undefined;

  constructor(private readonly options: ErrorResponderOptions) {
    this.renderers = {
      compliance: complianceRenderer(options.vendorTokens),
      monitoring: otlpErrorRenderer(monitoringRenderer(options.vendorTokens)),
      'error-registry': problemDetailsRenderer,
    };
  }

  reportTo(observers: { logger: Logger; metrics: ServiceMetrics }): void {
    this.observers = observers;
  }

  /**
   * Responds with an error. Errors that are defined by the service's contract (bad credentials, a body that is too
   * large) have its format; the gateway's own are problem details, and pages for browsers.
   */
  respond(request: IncomingMessage, response: ServerResponse, error: ApiError, service?: ServiceName): void {
    const publicBaseUrl = this.options.address.getBaseAddress(request);
    const requestId = getRequestId(request);
    this.report(error, requestId);
    if (redirectToLogin(error, request, response)) return;
    const isGatewayMatter = service === undefined || error.kind.service === 'gateway';
    if (service !== undefined && !response.headersSent) this.setContractHeaders(response, service);
    const renderer = isGatewayMatter ? problemRenderer : this.renderers[service];
    writeError(response, error, renderer, { request, requestId, publicBaseUrl });
    drainOrClose(request);
  }

  /** Responds and closes the connection, because nothing after a request with an uncertain end can be trusted. */
  respondAndClose(request: IncomingMessage, response: ServerResponse, error: ApiError): void {
    this.closing.add(request.socket);
    if (!response.headersSent) response.setHeader('Connection', 'close');
    this.respond(request, response, error);
  }

  /** Whether the connection must not be used after an earlier request. */
  isClosing(socket: Socket): boolean {
    return this.closing.has(socket);
  }

  /** Responds on the raw socket to a request that the parser could not read. */
  respondOnSocket(socket: Socket, failure: NodeJS.ErrnoException): void {
    if (!socket.writable || failure.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const error = toParserError(failure);
    const requestId = randomUUID();
    this.report(error, requestId);
    const publicBaseUrl = this.options.address.configured;
    respondOnSocket(socket, failure, { error, requestId, renderer: problemDetailsRenderer, publicBaseUrl });
  }

  private setContractHeaders(response: ServerResponse, service: ServiceName): void {
    for (const [name, value] of Object.entries(CONTRACT_HEADERS[service] ?? {})) response.setHeader(name, value);
  }

  private report(error: ApiError, requestId: string): void {
    this.observers?.metrics.errorReturned(error.kind.type);
    if (error.status < 500) return;
    this.observers?.logger.warn({ requestId, type: error.kind.type, error: error.cause ?? error }, error.message);
  }
}

/** Lets a client finish sending, so that it reads the response; a longer body is cut off. */
export function drainOrClose(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  void drainRequest(request).then(() => {
    if (!request.complete) request.socket.destroy();
  });
}

const PROBLEM = 'application/problem+json';
const PAGE = 'text/html';

/** Errors of the gateway itself: problem details, and a page for browsers. Pure. */
export const problemRenderer: ErrorRenderer = {
  render: (error, context) =>
    bestMediaType(context.request.headers.accept, [PROBLEM, 'application/json', PAGE]) === PAGE
      ? renderPage(error, context)
      : problemDetailsRenderer.render(error, context),
  describe: (status, path) => ({
    ...problemDetailsRenderer.describe(status, path),
    [PAGE]: { type: 'string', description: 'A page with the message and a link to its explanation' },
  }),
};

function renderPage({ kind, detail }: ApiError, { requestId, publicBaseUrl }: ErrorContext): ErrorBody {
  const title = STATUS_CODES[kind.status] ?? 'Error';
  const text = renderDocument({
    title: `${title} - Wardstone`,
    isText: true,
    main: markup`<h1>${title}</h1>
<p class="problem">${detail}</p>
<p><a href="${errorTypeUrl(publicBaseUrl, kind)}">Explanation and resolution</a></p>
<p><a href="/console/">Console</a> · <a href="/services">State of the services</a></p>
<p class="quiet">Status ${kind.status}, <code>${kind.type}</code>, request <code>${requestId}</code></p>`,
  });
  return {
    contentType: `${PAGE}; charset=utf-8`,
    text,
    headers: { 'Content-Security-Policy': PAGE_POLICY },
  };
}
