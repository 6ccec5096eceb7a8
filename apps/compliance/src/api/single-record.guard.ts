import { type CanActivate, type ExecutionContext, Injectable, UseGuards } from '@nestjs/common';
import { decodeQuery } from '@wardstone/pagination';
import type { Request } from 'express';
import { refuseUnknown } from './domain/unknown-names';
import { queryStringOf } from './request-target';

@Injectable()
export class SingleRecordGuard implements CanActivate {
  canActivate(context: ExecutionContext): true {
    const parameters = decodeQuery(queryStringOf(context.switchToHttp().getRequest<Request>()));
    refuseUnknown(parameters.map(({ name }) => name));
    return true;
  }
}

/** The operation is about one record and takes no query parameter but `format` (rule compliance-3). */
export const NoParameters = (): MethodDecorator => UseGuards(SingleRecordGuard);
