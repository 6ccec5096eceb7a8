import { lastPage } from '@wardstone/pagination';
import type { PageLink } from '@wardstone/pagination';
import { toLink } from '../shape/link';
import { itemsOf, pageOf } from '../shape/result-kind';
import type { ResultKind } from '../shape/result-kind';

/** Records are already in the form JSON shows; a list is its items. Source: media spec 1.5. */
export function renderJson(kind: ResultKind, value: unknown): string {
  return JSON.stringify(itemsOf(kind, value) ?? value);
}

/**
 * Lists with their page around them, single records as they are. A list without paging is one page of its own length.
 * Source: media spec 1.8.
 */
export function renderWrappedJson(kind: ResultKind, value: unknown, links: readonly PageLink[]): string {
  const data = itemsOf(kind, value);
  if (data === undefined) return JSON.stringify(value);
  const page = pageOf(kind, value);
  return JSON.stringify({
    data,
    pageSize: page?.window.size ?? data.length,
    currentPage: page?.window.page ?? 0,
    lastPage: page ? lastPage(page.window, page.total) : 0,
    totalSize: page?.total ?? data.length,
    links: links.map(({ rel, href }) => toLink(rel, href)),
  });
}
