import { applyDecorators, type CallHandler, type ExecutionContext, UseInterceptors } from '@nestjs/common';
import { nothing, type Part, streamedBody } from '@wardstone/bootstrap';
import { DeletionQuery } from '@wardstone/dto/monitoring';
import { ApiError, ApiErrors, type ErrorName } from '@wardstone/errors';
import type { Request } from 'express';
import { catchError, type Observable, of } from 'rxjs';
import { readQuery } from './read-query';
import { queryDocs } from './request-query.decorator';

/**
 * Response of an operation that removes something and reads no body. Removing nothing is an error only with `validate`.
 * @param missing error if there is nothing to remove
 * @param what e.g. `a missing silence`
 */
export function removal(description: string, missing: ErrorName, what: string): Part {
  const intercept = (context: ExecutionContext, next: CallHandler): Observable<unknown> =>
    next.handle().pipe(
      catchError((error: unknown) => {
        const { query } = context.switchToHttp().getRequest<Request>();
        const isMissing = error instanceof ApiError && error.kind.type === missing;
        if (!isMissing || readQuery(query, DeletionQuery).validate) throw error;
        return of(undefined);
      }),
    );
  return applyDecorators(
    nothing(description),
    streamedBody,
    ApiErrors(missing),
    UseInterceptors({ intercept }),
    queryDocs(DeletionQuery, { validate: `Whether ${what} is an error` }),
  );
}
