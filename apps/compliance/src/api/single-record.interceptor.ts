import { Injectable, UseInterceptors } from '@nestjs/common';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { decodeQuery } from '@wardstone/pagination';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { refuseUnknown } from './domain/unknown-names';
import { queryStringOf } from './request-target';

@Injectable()
export class SingleRecordInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const parameters = decodeQuery(queryStringOf(context.switchToHttp().getRequest<Request>()));
    refuseUnknown(parameters.map(({ name }) => name));
    return next.handle();
  }
}

/** The operation is about one record and takes no query parameter but `format` (rule compliance-3). */
export const NoParameters = (): MethodDecorator => UseInterceptors(SingleRecordInterceptor);
