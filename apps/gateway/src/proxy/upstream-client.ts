import type { ServerResponse } from 'node:http';
import { Pool, buildConnector, errors } from 'undici';
import type { Dispatcher } from 'undici';
import { abortResponse, copyResponseHead, endResponse } from './proxy-context';
import type { ProxiedRequest } from './proxy-context';
import { UnreadableAnswer, UpstreamTimeout } from './upstream-failure';

export interface UpstreamClientOptions {
  /** Origin of the service. */
  address: string;
  connectTimeoutMs: number;
  /** How long an unused connection is kept, whatever the service offers. */
  idleMs: number;
}

/** Called when the service failed before its response began. */
type OnFailure = (failure: Error, wasKept: boolean) => void;

/**
 * HTTP client of one service over kept connections: `undici`, whose handlers get a response as it is parsed, at less than
 * two thirds of the processor time of `http.request` behind a proxy library (decision 17).
 */
export class UpstreamClient {
  private readonly pool: Pool;
  /** Failures of connections that had carried a response before. */
  private readonly ofKept = new WeakSet<Error>();

  constructor({ address, connectTimeoutMs, idleMs }: UpstreamClientOptions) {
    const connect = buildConnector({ timeout: connectTimeoutMs });
    this.pool = new Pool(address, {
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      connect: (options, callback) =>
        connect(options, (...[failure, socket]) => {
          if (failure) {
            callback(failure, null);
            return;
          }
          socket.on('error', (error: Error) => {
            if (socket.bytesRead > 0) this.ofKept.add(error);
          });
          callback(null, socket);
        }),
    });
  }

  send(
    request: ProxiedRequest,
    response: ServerResponse,
    body: Buffer | AsyncIterable<Buffer> | undefined,
    onFailure: OnFailure,
  ): void {
    const { headers, timeoutMs } = request.proxyContext!;
    this.pool.dispatch(
      {
        method: request.method as Dispatcher.HttpMethod,
        path: request.url!,
        headers: headers as Record<string, string>,
        // Its typings leave iterables out.
        body: body as Buffer | undefined,
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      },
      new ResponseHandler(request, response, (failure) => onFailure(plain(failure), this.ofKept.has(failure))),
    );
  }

  close(): void {
    void this.pool.destroy();
  }
}

/** Passes the response to one request on to the client. */
class ResponseHandler implements Dispatcher.DispatchHandler {
  private contentLength = -1;

  constructor(
    private readonly request: ProxiedRequest,
    private readonly response: ServerResponse,
    private readonly onFailure: (failure: Error) => void,
  ) {}

  onRequestStart(controller: Dispatcher.DispatchController): void {
    const context = this.request.proxyContext!;
    context.abort = (reason = new Error('the client no longer needs the response')) => controller.abort(reason);
    if (context.isOver) context.abort();
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
    message = '',
  ): void {
    // Sent ahead of a response, e.g. 103.
    if (status < 200) return;
    const { request, response } = this;
    const rawHeaders = (controller.rawHeaders as Buffer[]).map((bytes) => bytes.toString('latin1'));
    if (!copyResponseHead({ status, message, rawHeaders }, request, response)) {
      controller.abort(new Error('the client no longer needs the response'));
      return;
    }
    this.contentLength = Number(headers['content-length'] ?? -1);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const { response } = this;
    if (chunk.length === this.contentLength) {
      endResponse(this.request, response, chunk);
      return;
    }
    if (response.write(chunk)) return;
    controller.pause();
    response.once('drain', () => controller.resume());
  }

  onResponseEnd(): void {
    endResponse(this.request, this.response);
  }

  onResponseError(_controller: Dispatcher.DispatchController, failure: Error): void {
    const context = this.request.proxyContext!;
    if (context.isOver) return;
    // The service hung up in the middle: the client must see that the response is incomplete.
    if (context.isAnswered) abortResponse(this.request);
    else this.onFailure(failure);
  }
}

const TIMEOUTS = [errors.HeadersTimeoutError, errors.BodyTimeoutError, errors.ConnectTimeoutError];

function plain(failure: Error): Error {
  // Its code is not exposed, though meant to be.
  if (failure instanceof errors.HTTPParserError) return new UnreadableAnswer(failure.message, { cause: failure });
  return TIMEOUTS.some((Timeout) => failure instanceof Timeout) ? new UpstreamTimeout() : failure;
}
