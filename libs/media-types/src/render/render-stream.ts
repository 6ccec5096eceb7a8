import { Markup, markup } from '@wardstone/markup';
import type { PageLink } from '@wardstone/pagination';
import type { MediaType } from '../negotiation/media-type';
import { dtoOf } from '@wardstone/dto';
import { NOTHING_INCLUDED, selectFields } from '../record/fields-on-request';
import { type AnyRecord, type ListKind, pageOf } from '../record/result-kind';
import { type PageParts, renderPage } from './page-frame';
import { type PageSettings, PageTools } from './page-tools';
import { listFoot, listParts } from './render-html';
import { renderJson, wrappedFoot } from './render-json';
import { renderXml } from './render-xml';

/** How a list or table is written block by block. */
export interface BlockRenderer<Block = readonly unknown[]> {
  readonly head: string;
  /** After the last block. */
  readonly foot: string;
  block(items: Block, isFirst: boolean): string;
}

type RecordsKind = Extract<ListKind, { form: 'list' }>;

interface StreamPage extends Omit<PageParts, 'content'> {
  readonly links: readonly PageLink[];
  /** The whole list, where it is at hand; its foot is written then, too. */
  readonly value: unknown;
}

/** The same text as the renderer of the whole list, but for the foot of pages of lists that are not at hand. */
export function streamRenderer(
  kind: RecordsKind,
  type: MediaType,
  page: StreamPage,
  settings: PageSettings,
  included = NOTHING_INCLUDED,
): BlockRenderer {
  const jsonBlock = (items: readonly unknown[], isFirst: boolean): string =>
    (isFirst ? '' : ',') + renderJson(kind, selectFields(kind, items, included)).slice(1, -1);
  const listPage = page.value === undefined ? undefined : pageOf(kind, page.value);
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
      const [head, foot] = around(renderXml(kind, [{}]), `<${dtoOf(kind.dto).element}/>`);
      const block = (items: readonly unknown[]): string =>
        renderXml(kind, selectFields(kind, items, included)).slice(head.length, -foot.length);
      return { head, foot, block };
    }
    case 'html': {
      const tools = new PageTools(settings);
      const list = listParts(kind.dto, kind.view);
      const ending = page.value === undefined ? '' : listFoot(kind, page.value, page.links, tools);
      const content = markup`${list.head}${ROWS}${list.foot}${ending}`;
      const [head, foot] = around(renderPage({ ...page, content }, settings), ROWS.html);
      const rows = (items: readonly unknown[]) => items.map((item) => list.item(item as AnyRecord, tools).html);
      return { head, foot, block: (items) => rows(items).join('') };
    }
    case 'plain':
    case 'csv':
      throw new Error(`lists are not streamed as ${type}`);
  }
}

/** Stands where the rows go. */
const ROWS = new Markup('<!-- rows -->');

function around(whole: string, middle: string): [string, string] {
  const at = whole.indexOf(middle);
  return [whole.slice(0, at), whole.slice(at + middle.length)];
}
