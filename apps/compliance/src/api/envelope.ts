import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { HandlerResponse, type ResponseParts } from '@wardstone/bootstrap';
import { listLinks, listMeta, renderList } from '@wardstone/pagination';
import { map, type Observable } from 'rxjs';
import type { ListRequest } from './request';

/** A page; `total` counts the matches regardless of limit and offset. */
export interface Page<T> {
  readonly total: number;
  readonly records: readonly T[];
}

/**
 * `{"data": [...], "meta": {...}, "links": {...}}` (rule compliance-4), as text, because JSON.stringify cannot write
 * offsets above 2^53.
 */
export type ListEnvelope = HandlerResponse<string>;

/** With `ids_only`, each item is exactly `{"id": "…"}` (rule compliance-4). */
export function listEnvelope(request: ListRequest, { total, records }: Page<{ readonly id: string }>): ListEnvelope {
  const data = request.ids_only ? records.map(({ id }) => ({ id })) : records;
  return new HandlerResponse(renderList(data, listMeta(request, total), listLinks(request.path, request, total)));
}

interface WriteParts extends ResponseParts {
  /** Details of the write, beside the record. */
  readonly meta?: object | undefined;
}

/** Result of a write with another status, a location or `meta`. */
export type StoredRecord<T> = HandlerResponse<T, WriteParts>;

interface Outcome extends Pick<WriteParts, 'meta'> {
  readonly status: 200 | 201 | 202;
  /** Path and query of the new record. */
  readonly location?: string;
}

export function storedRecord<T>(record: T, { status, location, meta }: Outcome): StoredRecord<T> {
  return new HandlerResponse<T, WriteParts>(record, {
    status,
    headers: location === undefined ? {} : { Location: location },
    meta,
  });
}

/** Wraps the record that a handler returns: `{"data": record}` (rule compliance-1), with the `meta` of a write. */
export class RecordInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler<unknown>): Observable<HandlerResponse> {
    return next.handle().pipe(
      map((result) => {
        const response =
          result instanceof HandlerResponse ? (result as StoredRecord<unknown>) : new HandlerResponse(result);
        const { meta, ...parts }: WriteParts = response.parts;
        return new HandlerResponse({ data: response.value, ...(meta && { meta }) }, parts);
      }),
    );
  }
}
