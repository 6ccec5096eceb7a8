import { createHash } from 'node:crypto';
import { Markup, markup } from '@wardstone/markup';

const STYLE = `
:root { color-scheme: light dark; --ink: #1c1f24; --paper: #fff; --dim: #5a6270; --line: #d5d9e0; --soft: #f3f5f8; --link: #0b57d0 }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8ec; --paper: #15181d; --dim: #9aa3b2; --line: #343a45; --soft: #1f242c; --link: #8ab4f8 } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 46rem; padding: 1rem; background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif }
header, footer { color: var(--dim); font-size: .875rem }
footer { margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: .75rem; overflow-wrap: anywhere }
a { color: var(--link) }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 1rem 0 .5rem; overflow-wrap: anywhere }
h2 { font-size: 1.1rem; margin: 1.75rem 0 .5rem }
code, pre { font-family: ui-monospace, monospace; font-size: .9em }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: .4rem; padding: .75rem; overflow-x: auto }
li { margin: .25rem 0 }
form { display: flex; flex-wrap: wrap; gap: .5rem; margin: 1rem 0 }
input, select, button { font: inherit; padding: .4rem .6rem; border: 1px solid var(--line); border-radius: .4rem; background: var(--paper); color: inherit }
input[type=search] { flex: 1 1 12rem; min-width: 0 }
dl { margin: 0 } dt { margin-top: 1rem; overflow-wrap: anywhere } dd { margin: .15rem 0 0 }
nav { display: flex; gap: 1rem; margin-top: 1.5rem }
.facts { color: var(--dim); margin: 0 0 1rem }
.note { border-left: .25rem solid var(--line); padding: .1rem .75rem; background: var(--soft) }
@media print { body { max-width: none; padding: 0 } form, nav, header { display: none } a { color: inherit } pre { white-space: pre-wrap } h2 { break-after: avoid } }
`;

/** Content-Security-Policy of the pages: their own style and nothing else; no scripts, no frames. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface Page {
  title: string;
  /** Path of the catalogue, e.g. `/api/v1/error`. */
  cataloguePath: string;
  main: Markup;
  footer?: Markup;
}

/** The one frame of all pages: readable on a phone, printable, without scripts. */
export function renderPage({ title, cataloguePath, main, footer }: Page): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Markup(STYLE)}</style>
</head>
<body>
<header><a href="${cataloguePath}">Error catalogue</a></header>
<main>
${main}
</main>${footer && markup`\n<footer>${footer}</footer>`}
</body>
</html>
`.html;
}
