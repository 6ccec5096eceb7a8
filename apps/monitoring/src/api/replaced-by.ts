import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  SetMetadata,
  UseInterceptors,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Part } from '@wardstone/bootstrap';
import type { Response } from 'express';
import type { Observable } from 'rxjs';
import { Addresses } from './addresses';

const SUCCESSOR = Symbol('wardstone:successor');

/** Deprecated since the first release of the interface (rule platform-4). */
const DEPRECATED_SINCE = Math.floor(Date.UTC(2025, 0, 1) / 1000);

/** Adds headers that mark the operation as deprecated (RFC 9745) and name its successor. See rule platform-4. */
@Injectable()
class DeprecationInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly addresses: Addresses,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const successor = this.reflector.get<string>(SUCCESSOR, context.getHandler());
    const response = context.switchToHttp().getResponse<Response>();
    response.setHeader('Deprecation', `@${DEPRECATED_SINCE}`);
    response.appendHeader('Link', `<${this.addresses.of(successor)}>; rel="successor-version"`);
    return next.handle();
  }
}

/**
 * Marks an operation as deprecated.
 * @param successor path of its successor, below the root
 */
export function replacedBy(successor: string): Part {
  return applyDecorators(SetMetadata(SUCCESSOR, successor), UseInterceptors(DeprecationInterceptor));
}
