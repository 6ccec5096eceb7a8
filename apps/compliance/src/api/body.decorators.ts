import { createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { readBody } from './domain/given-body';
import { queryStringOf } from './request-target';

/**
 * The body of a request that writes, not yet looked into, as a `GivenBody`. Handlers of operations without a body take
 * it too: whatever is in it is refused by `refuseUnknownKeys`.
 */
export const JsonBody = createParamDecorator((_data: unknown, context: ExecutionContext) => {
  const request = context.switchToHttp().getRequest<Request>();
  return readBody(request.body, queryStringOf(request));
});
