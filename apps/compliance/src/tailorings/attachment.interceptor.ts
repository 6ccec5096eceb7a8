import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  type StreamableFile,
} from '@nestjs/common';
import type { Response } from 'express';
import { type Observable, tap } from 'rxjs';

/** Returns 204 where there is no file (rule compliance-18). */
@Injectable()
export class AttachmentInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<StreamableFile | undefined>): Observable<unknown> {
    return next.handle().pipe(
      tap((file) => {
        if (!file) context.switchToHttp().getResponse<Response>().status(204);
      }),
    );
  }
}
