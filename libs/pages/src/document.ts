import { Markup, markup } from '@wardstone/markup';
import { PAGE_STYLE } from './style';

/** The signed-in account, with links to the console and to sign out; both belong to the gateway. */
export function renderSignOut(name: string, console = '/console/'): Markup {
  return markup`<form class="user" method="post" action="/logout"><a href="${console}">Console</a> · Signed in as ${name} <button>Sign out</button></form>`;
}

export interface PageDocument {
  /** Title of the window. */
  title: string;
  /** More of the head, e.g. where to go on. */
  head?: Markup | undefined;
  /** Between the start of the page and its content, e.g. a header with the way to other pages. */
  top?: Markup | undefined;
  main: Markup;
  /** Below the content. */
  bottom?: Markup | undefined;
  /** Whether the page is read rather than searched: one narrow column. */
  isText?: boolean;
}

const STYLE = new Markup(`<style>${PAGE_STYLE}</style>`);

/** The one HTML document around everything a browser is shown: for any width, printable, without scripts. */
export function renderDocument({ title, head, top, main, bottom, isText = false }: PageDocument): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${STYLE}
${head}</head>
<body${isText && TEXT}>
<a class="skip" href="#main">Skip to the content</a>
${top}
<main id="main" tabindex="-1">
${main}
</main>
${bottom}
</body>
</html>
`.html;
}

const TEXT = new Markup(' class="text"');
