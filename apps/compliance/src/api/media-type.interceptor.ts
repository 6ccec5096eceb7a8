import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
import { ListEnvelope, recordEnvelope } from './envelope';
import { StoredRecord } from './stored-record';

/** The media type of every JSON answer (rule compliance-1). */
export const MEDIA_TYPE = 'application/vnd.api+json';

/** Responds in the contract's media type; the Accept header is ignored. */
@Injectable()
export class MediaTypeInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      map((answer: unknown) => {
        // Only once there is an answer: errors bring a media type of their own.
        const response = context.switchToHttp().getResponse<Response>();
        response.setHeader('Content-Type', `${MEDIA_TYPE}; charset=utf-8`);
        if (answer instanceof ListEnvelope) return answer.toText();
        return answer instanceof StoredRecord ? this.toEnvelope(answer, response) : answer;
      }),
    );
  }

  private toEnvelope({ status, record, location, meta }: StoredRecord<unknown>, response: Response): unknown {
    response.status(status);
    if (location !== undefined) response.setHeader('Location', location);
    return meta === undefined ? recordEnvelope(record) : { ...recordEnvelope(record), meta };
  }
}
