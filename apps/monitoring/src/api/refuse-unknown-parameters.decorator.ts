import { type CanActivate, type ExecutionContext, UseGuards } from '@nestjs/common';
import { ignoredParametersOf } from '@wardstone/media-types';
import type { Request } from 'express';
import { invalidParameter } from './invalid-parameter';

/** Refuses what other operations ignore and name in a header. It runs after the guards of the service. */
const onlyKnownParameters: CanActivate = {
  canActivate(context: ExecutionContext): true {
    const names = ignoredParametersOf(context.switchToHttp().getRequest<Request>());
    if (names.length > 0) throw invalidParameter(`Unknown parameter ${names.join(', ')}`);
    return true;
  },
};

/** For searches: a criterion that is unknown must not look as if everything met it. */
export const RefuseUnknownParameters = (): MethodDecorator => UseGuards(onlyKnownParameters);
