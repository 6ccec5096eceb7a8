import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';

export interface ResponseParts {
  /** Replaces the status of the operation. */
  status?: number;
  headers?: Readonly<Record<string, string>>;
}

/** A handler's result with a status, headers or meta besides the body. */
export class HandlerResponse<T = unknown, P extends ResponseParts = ResponseParts> {
  constructor(
    /** Undefined for a response without a body; text is sent unchanged. */
    readonly value: T,
    readonly parts: P = {} as P,
  ) {}
}

/**
 * Express adapter that writes status and headers of responses. Not an interceptor: Nest binds those to the request, so
 * that its objects survive young-generation collections.
 */
export class ResponseAdapter extends ExpressAdapter {
  override reply(response: Response, result: unknown, status?: number): unknown {
    if (!(result instanceof HandlerResponse)) return super.reply(response, result, status) as unknown;
    const { value, parts } = result as HandlerResponse;
    for (const [name, header] of Object.entries(parts.headers ?? {})) response.setHeader(name, header);
    return super.reply(response, value, parts.status ?? status) as unknown;
  }
}
