import { type Markup, markup } from '@wardstone/markup';
import { renderDocument } from '@wardstone/pages';

export interface Page {
  title: string;
  /** Path of the catalogue, e.g. `/api/v1/error`. */
  cataloguePath: string;
  main: Markup;
  footer?: Markup;
}

/** The frame of all pages of the catalogue. */
export function renderPage({ title, cataloguePath, main, footer }: Page): string {
  return renderDocument({
    title,
    top: markup`<header><a class="brand" href="${cataloguePath}">Error catalogue</a></header>`,
    main,
    bottom: footer && markup`<footer>${footer}</footer>`,
    isText: true,
  });
}
