import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';

export interface AnswerParts {
  /** In place of the operation's own. */
  status?: number;
  headers?: Readonly<Record<string, string>>;
}

/** A handler's result with more than a body: status, headers or meta. */
export class Answer<T = unknown, P extends AnswerParts = AnswerParts> {
  constructor(
    /** Undefined for an answer without a result; a text is sent as it is. */
    readonly value: T,
    readonly parts: P = {} as P,
  ) {}
}

/**
 * Express as Nest uses it, which writes status and headers of answers. Not an interceptor: Nest binds those to the request
 * in a way that makes all that belongs to it outlive the collections of the young generation.
 */
export class AnswerAdapter extends ExpressAdapter {
  override reply(response: Response, result: unknown, status?: number): unknown {
    if (!(result instanceof Answer)) return super.reply(response, result, status) as unknown;
    const { value, parts } = result as Answer;
    for (const [name, header] of Object.entries(parts.headers ?? {})) response.setHeader(name, header);
    return super.reply(response, value, parts.status ?? status) as unknown;
  }
}
