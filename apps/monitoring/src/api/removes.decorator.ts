import { applyDecorators, type CallHandler, type ExecutionContext, UseInterceptors } from '@nestjs/common';
import { NoContent, StreamedBody } from '@wardstone/bootstrap';
import { DeletionQuery } from '@wardstone/dto/monitoring';
import { ApiError, ApiErrors, type ErrorType } from '@wardstone/errors';
import type { Request } from 'express';
import { catchError, type Observable, of } from 'rxjs';
import { readQuery } from './read-query';
import { ApiQueryOf } from './request-query.decorator';

/**
 * The operation removes something and reads no body. That there is nothing to remove is an error only with `validate`.
 *
 * @param missing what the service throws where there is nothing
 * @param what e.g. `a missing silence`
 */
export function Removes(description: string, missing: ErrorType, what: string): MethodDecorator {
  const intercept = (context: ExecutionContext, next: CallHandler): Observable<unknown> =>
    next.handle().pipe(
      catchError((error: unknown) => {
        const { query } = context.switchToHttp().getRequest<Request>();
        const isMissing = error instanceof ApiError && error.kind === missing;
        if (!isMissing || readQuery(query, DeletionQuery).validate) throw error;
        return of(undefined);
      }),
    );
  return applyDecorators(
    NoContent(description),
    StreamedBody(),
    ApiErrors(missing),
    UseInterceptors({ intercept }),
    ApiQueryOf(DeletionQuery, { validate: `Whether ${what} is an error` }),
  );
}
