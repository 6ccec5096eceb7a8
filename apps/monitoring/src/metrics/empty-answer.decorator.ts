import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  HttpCode,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';

/** The response of an operation without a body. */
export interface EmptyAnswer {
  /** In place of the operation's own. */
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
}

@Injectable()
class EmptyAnswerInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<EmptyAnswer>): Observable<undefined> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map(({ headers, status }) => {
        if (status !== undefined) response.status(status);
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
        return undefined;
      }),
    );
  }
}

/** The operation returns without a body, whatever the client accepts. See rule http-4. */
export const AnswersEmpty = (status: number, description: string): MethodDecorator =>
  applyDecorators(
    HttpCode(status),
    ApiResponse({ status, description: `${description}; no body` }),
    UseInterceptors(EmptyAnswerInterceptor),
  );
