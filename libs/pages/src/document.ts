import { Markup, markup } from '@wardstone/markup';
import { PAGE_STYLE } from './style';

/** The signed-in account, with links to the console and to sign out; both belong to the gateway. */
export function renderSignOut(name: string, console = '/console/'): Markup {
  return markup`<form class="user" method="post" action="/logout"><a href="${console}">Console</a> · Signed in as ${name} <button>Sign out</button></form>`;
}

export interface PageDocument {
  /** Title of the window. */
  title: string;
  /** Further elements of the head, e.g. a redirect. */
  head?: Markup | undefined;
  /** Content before the main part, e.g. a header with navigation. */
  top?: Markup | undefined;
  main: Markup;
  /** Below the content. */
  bottom?: Markup | undefined;
  /** Whether the page is continuous text, shown in one narrow column. */
  isText?: boolean;
}

const STYLE = new Markup(`<style>${PAGE_STYLE}</style>`);

/** The HTML document of every page: for any width, printable, without scripts. */
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
