import { type ListLinks, listLinks, type ListMeta, listMeta, renderList } from '@wardstone/pagination';
import type { ListRequest } from './request';

/** `{"data": record}` (rule compliance-1). */
export interface RecordEnvelope<T> {
  readonly data: T;
}

/** `{"data": [...], "meta": {...}, "links": {...}}` (rule compliance-4). */
export class ListEnvelope<T> {
  constructor(
    readonly data: readonly T[],
    readonly meta: ListMeta,
    readonly links: ListLinks,
  ) {}

  /** Offsets above 2^53 are no numbers of JSON.stringify. */
  toText(): string {
    return renderList(this.data, this.meta, this.links);
  }
}

/** One page: `total` counts the matches before limit and offset. */
export interface Page<T> {
  readonly total: number;
  readonly records: readonly T[];
}

export function recordEnvelope<T>(record: T): RecordEnvelope<T> {
  return { data: record };
}

/** With `ids_only` each item is exactly `{"id": "…"}` (rule compliance-4). */
export function listEnvelope<T extends { id: string }>(
  request: ListRequest,
  { total, records }: Page<T>,
): ListEnvelope<T | { id: string }> {
  const data = request.ids_only ? records.map(({ id }) => ({ id })) : records;
  return new ListEnvelope<T | { id: string }>(data, listMeta(request, total), listLinks(request.path, request, total));
}
