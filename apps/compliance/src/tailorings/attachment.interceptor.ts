import { Injectable } from '@nestjs/common';
import type { CallHandler, ExecutionContext, NestInterceptor, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { tap } from 'rxjs';
import type { Observable } from 'rxjs';

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
