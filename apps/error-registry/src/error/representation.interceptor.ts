import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
import type { Representation } from './domain/representation';

/** Sends representations as they are; Express handles 304 and HEAD by their entity tag. */
@Injectable()
export class RepresentationInterceptor implements NestInterceptor<Representation | undefined, string | undefined> {
  intercept(context: ExecutionContext, next: CallHandler<Representation | undefined>): Observable<string | undefined> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map((representation) => {
        if (!representation) return undefined;
        response.status(representation.status).set(representation.headers);
        return representation.text;
      }),
    );
  }
}
