import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError, CommonError, GatewayError } from '@wardstone/errors';
import { drainOrClose } from '../error-responder';
import type { ServiceName } from '../routes';
import type { OpenProxyContext, ProxiedRequest, ProxyContext } from './proxy-context';
import { RequestBody } from './request-body';
import { UpstreamClient } from './upstream-client';
import type { UpstreamClientOptions } from './upstream-client';
import { toUpstreamError } from './upstream-failure';
import type { StartSpan } from './upstream-span';

export interface ServiceProxyOptions extends UpstreamClientOptions {
  service: ServiceName;
  /** Present when requests are traced. */
  startSpan?: StartSpan;
}

/** Safe methods: repeating such a request changes nothing. Source: RFC 9110 section 9.2.1. */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Forwards requests to one service and its responses back, streaming both ways. */
export class ServiceProxy {
  private readonly client: UpstreamClient;

  constructor(private readonly options: ServiceProxyOptions) {
    this.client = new UpstreamClient(options);
  }

  forward(request: IncomingMessage, response: ServerResponse, parts: ProxyContext): void {
    const context: OpenProxyContext = { ...parts, isOver: false, isAnswered: false, isRepeated: false };
    (request as ProxiedRequest).proxyContext = context;
    response.on('close', () => {
      if (response.writableFinished && request.complete) return;
      // The client left, or got its response before it had sent everything.
      context.isOver = true;
      context.abort?.();
      drainOrClose(request);
    });
    const endSpan = this.options.startSpan?.(request, this.options.service, context.headers);
    if (endSpan) response.once('close', () => endSpan(response.statusCode));

    const isChunked = request.headers['transfer-encoding'] !== undefined;
    const lengthBytes = isChunked ? undefined : Number(request.headers['content-length'] ?? 0);
    if (lengthBytes === 0) this.send(request, response);
    else this.sendBody(request, response, lengthBytes);
  }

  close(): void {
    this.client.close();
  }

  private sendBody(request: ProxiedRequest, response: ServerResponse, lengthBytes: number | undefined): void {
    const context = request.proxyContext!;
    const body = new RequestBody(
      request,
      { lengthBytes, limitBytes: context.bodyLimitBytes, silenceMs: context.timeoutMs },
      {
        begun: (bytes) => this.send(request, response, bytes),
        tooLarge: () => this.refuse(request, new ApiError(CommonError.payload_too_large)),
        silent: () => this.refuse(request, new ApiError(GatewayError.request_timeout)),
      },
    );
    response.once('close', () => body.close());
  }

  private send(request: ProxiedRequest, response: ServerResponse, body?: Buffer | RequestBody): void {
    this.client.send(request, response, body, (failure, wasKept) => {
      const context = request.proxyContext!;
      // A kept connection that the service closed just as it was used again says nothing about the service.
      if (wasKept && !body && !context.isRepeated && SAFE.has(request.method!) && isHangUp(failure)) {
        context.isRepeated = true;
        this.send(request, response);
        return;
      }
      this.fail(request, toUpstreamError(this.options.service, failure));
    });
  }

  /** Ends the exchange because of what the client sends; a response that has begun breaks off. */
  private refuse(request: ProxiedRequest, error: ApiError): void {
    const context = request.proxyContext!;
    if (!context.isAnswered) this.fail(request, error);
    context.abort?.();
  }

  private fail(request: ProxiedRequest, error: ApiError): void {
    const context = request.proxyContext!;
    if (context.isOver) return;
    context.isOver = true;
    context.fail(error);
  }
}

function isHangUp(failure: Error): boolean {
  const { code } = failure as NodeJS.ErrnoException;
  return code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET';
}
