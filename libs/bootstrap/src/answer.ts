import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  HttpCode,
  type NestInterceptor,
} from '@nestjs/common';
import { ApiNoContentResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';

export interface AnswerParts {
  /** In place of the operation's own. */
  status?: number;
  headers?: Readonly<Record<string, string>>;
}

/** What a handler returns when there is more to say than the result alone. */
export class Answer<T = unknown, P extends AnswerParts = AnswerParts> {
  constructor(
    /** Undefined for an answer without a result; a text is sent as it is. */
    readonly value: T,
    readonly parts: P = {} as P,
  ) {}
}

/** The operation returns 204. @param description what holds then */
export const NoContent = (description: string): MethodDecorator =>
  applyDecorators(HttpCode(204), ApiNoContentResponse({ description }));

/** Writes status and headers of answers, and leaves the results to the framework. */
export class AnswerInterceptor implements NestInterceptor {
  /** @param headers of every answer; errors bring headers of their own */
  constructor(private readonly headers: Readonly<Record<string, string>> = {}) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    return next.handle().pipe(
      map((result) => {
        const { value, parts } = result instanceof Answer ? (result as Answer) : new Answer(result);
        const response = context.switchToHttp().getResponse<Response>();
        if (parts.status !== undefined) response.status(parts.status);
        for (const [name, header] of Object.entries({ ...this.headers, ...parts.headers })) {
          response.setHeader(name, header);
        }
        return value;
      }),
    );
  }
}
