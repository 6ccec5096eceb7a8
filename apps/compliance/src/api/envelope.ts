import { Answer } from '@wardstone/bootstrap';
import { listLinks, listMeta, renderList } from '@wardstone/pagination';
import type { ListRequest } from './request';

/** `{"data": record}` (rule compliance-1), and what a write did, beside the record. */
export interface RecordEnvelope<T> {
  readonly data: T;
  readonly meta?: object;
}

/** One page: `total` counts the matches before limit and offset. */
export interface Page<T> {
  readonly total: number;
  readonly records: readonly T[];
}

export function recordEnvelope<T>(record: T): RecordEnvelope<T> {
  return { data: record };
}

/** `{"data": [...], "meta": {...}, "links": {...}}` (rule compliance-4), as text: offsets above 2^53 are no numbers of JSON.stringify. */
export type ListEnvelope = Answer<string>;

/** With `ids_only` each item is exactly `{"id": "…"}` (rule compliance-4). */
export function listEnvelope(request: ListRequest, { total, records }: Page<{ readonly id: string }>): ListEnvelope {
  const data = request.ids_only ? records.map(({ id }) => ({ id })) : records;
  return new Answer(renderList(data, listMeta(request, total), listLinks(request.path, request, total)));
}

/** The answer to a write: 201 with the address of what was created, else 200 or 202. */
export type StoredRecord<T> = Answer<RecordEnvelope<T>>;

interface Outcome {
  readonly status: 200 | 201 | 202;
  /** Path and query of the new record. */
  readonly location?: string;
  readonly meta?: object;
}

/** The contract returns 202 where a record was changed or deleted, though the work is done. */
export function storedRecord<T>(data: T, { status, location, meta }: Outcome = { status: 202 }): StoredRecord<T> {
  const headers: Record<string, string> = location === undefined ? {} : { Location: location };
  return new Answer({ data, ...(meta && { meta }) }, { status, headers });
}
