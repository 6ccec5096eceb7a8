import { Markup, markup } from '@wardstone/markup';
import type { PageLink } from '@wardstone/pagination';
import type { MediaType } from '../negotiation/media-type';
import { NOTHING_INCLUDED, selectFields } from '../record/fields-on-request';
import { type ListKind, getPage, TEXTS } from '../record/result-kind';
import { type PageParts, renderPage } from './page-frame';
import { type PageSettings, PageTools } from './page-tools';
import { listFoot, getListParts } from './render-html';
import { renderJson, wrappedFoot } from './render-json';
import { renderPlain } from './render-plain';
import { renderXml } from './render-xml';

/** Writes a list or table in blocks. */
export interface BlockRenderer<Block = readonly unknown[]> {
  readonly head: string;
  /** Text after the last block. */
  readonly foot: string;
  block(items: Block, isFirst: boolean): string;
}

interface StreamPage extends Omit<PageParts, 'content'> {
  readonly links: readonly PageLink[];
  /** The whole list, if it is in memory; then its foot is written as well. */
  readonly value: unknown;
}

/**
 * Produces the same text as the renderer of the whole list, except for the foot of pages whose list is not in memory.
 */
export function streamRenderer(
  kind: ListKind,
  type: MediaType,
  page: StreamPage,
  settings: PageSettings,
  included = NOTHING_INCLUDED,
): BlockRenderer {
  const jsonBlock = (items: readonly unknown[], isFirst: boolean): string =>
    (isFirst ? '' : ',') + renderJson(kind, selectFields(kind, items, included)).slice(1, -1);
  const listPage = page.value === undefined ? undefined : getPage(kind, page.value);
  switch (type) {
    case 'json':
      return { head: '[', foot: ']', block: jsonBlock };
    case 'wrapped': {
      let count = 0;
      return {
        head: '{"data":[',
        get foot() {
          return `]${wrappedFoot(listPage, count, page.links)}`;
        },
        block: (items, isFirst) => {
          count += items.length;
          return jsonBlock(items, isFirst);
        },
      };
    }
    case 'xml': {
      const [head, foot] = around(renderXml(TEXTS, ['']), '<value value=""/>');
      const block = (items: readonly unknown[]): string =>
        renderXml(kind, selectFields(kind, items, included)).slice(head.length, -foot.length);
      return { head, foot, block };
    }
    case 'html': {
      const tools = new PageTools(settings);
      const list = getListParts(kind);
      const ending = page.value === undefined ? '' : listFoot(kind, page.value, page.links, tools);
      const content = markup`${list.head}${ROWS}${list.foot}${ending}`;
      const [head, foot] = around(renderPage({ ...page, content }, settings), ROWS.html);
      const rows = (items: readonly unknown[]) => items.map((item) => list.item(item, tools).html);
      return { head, foot, block: (items) => rows(items).join('') };
    }
    case 'plain':
      return { head: '', foot: '', block: (items) => renderPlain(kind, selectFields(kind, items, included)) };
    case 'csv':
      throw new Error(`lists are not streamed as ${type}`);
  }
}

/** Placeholder of the rows. */
const ROWS = new Markup('<!-- rows -->');

function around(whole: string, middle: string): [string, string] {
  const at = whole.indexOf(middle);
  return [whole.slice(0, at), whole.slice(at + middle.length)];
}
