import { lastPage, type PageLink } from '@wardstone/pagination';
import { toLink } from '../record/link';
import type { AnyRecord } from '../record/record-view';
import { itemsOf, pageOf, type ResultKind } from '../record/result-kind';
import { jsonArray, jsonWriter } from './json-writer';

/** Records are already in the form JSON shows; a list is its items. See rule http-5. */
export function renderJson(kind: ResultKind, value: unknown): string {
  const data = itemsOf(kind, value);
  if (data !== undefined) return listJson(kind, data);
  return kind.form === 'one' && isRecord(value) ? jsonWriter(kind.dto)(value) : JSON.stringify(value);
}

/**
 * Lists with their page around them, single records as they are. A list without paging is one page of its own length.
 * See rule http-8.
 */
export function renderWrappedJson(kind: ResultKind, value: unknown, links: readonly PageLink[]): string {
  const data = itemsOf(kind, value);
  if (data === undefined) return renderJson(kind, value);
  const page = pageOf(kind, value);
  const around = JSON.stringify({
    pageSize: page?.window.size ?? data.length,
    currentPage: page?.window.page ?? 0,
    lastPage: page ? lastPage(page.window, page.total) : 0,
    totalSize: page?.total ?? data.length,
    links: links.map(({ rel, href }) => toLink(rel, href)),
  });
  return `{"data":${listJson(kind, data)},${around.slice(1)}`;
}

function listJson(kind: ResultKind, data: readonly unknown[]): string {
  return kind.form === 'list' ? jsonArray(kind.dto, data as readonly AnyRecord[]) : JSON.stringify(data);
}

function isRecord(value: unknown): value is AnyRecord {
  return typeof value === 'object' && value !== null;
}
