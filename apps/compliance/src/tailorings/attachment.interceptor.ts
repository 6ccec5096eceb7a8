import { Injectable } from '@nestjs/common';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { map } from 'rxjs';
import type { Observable } from 'rxjs';
import type { TailoringFile } from './tailoring-file';

/** Returns a file as an attachment, and 204 where there is none (rule compliance-18). */
@Injectable()
export class AttachmentInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<TailoringFile | undefined>): Observable<unknown> {
    return next.handle().pipe(
      map((file) => {
        const response = context.switchToHttp().getResponse<Response>();
        if (!file) {
          response.status(204);
          return undefined;
        }
        response.setHeader('Content-Type', `${file.mediaType}; charset=utf-8`);
        response.setHeader('Content-Disposition', `attachment; filename="${file.name}"`);
        return file.text;
      }),
    );
  }
}
