import { SUFFIXES } from '../negotiation/suffix';
import type { RecordMediaType } from '../negotiation/media-type';
import { markup } from '@wardstone/markup';
import { Markup } from '@wardstone/markup';
import { PAGE_STYLE } from './page-style';
import { PageTools } from './page-tools';
import type { PageSettings } from './page-tools';

export interface PageParts {
  title: string;
  /** Path of the request, without suffix. */
  path: string;
  content: Markup;
  /** The other representations of the same thing. */
  alternatives?: readonly RecordMediaType[];
}

const STYLE = new Markup(`<style>${PAGE_STYLE}</style>`);

const TYPE_LABELS: Record<RecordMediaType, string> = {
  json: 'JSON',
  xml: 'XML',
  html: 'HTML',
  wrapped: 'wrapped JSON',
  plain: 'text',
};

/** The frame around everything a browser is shown. */
export function renderPage({ title, path, content, alternatives = [] }: PageParts, settings: PageSettings): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - ${settings.productName}</title>
${STYLE}
</head>
<body>
<header><nav aria-label="Breadcrumbs"><ol>${crumbs(path, settings)}</ol></nav></header>
<main>
<h1>${title}</h1>
${content}
</main>
${footer(path, alternatives, settings)}
</body>
</html>
`.html;
}

/** The way from the root to the page; steps that answer nothing themselves are words, not links. */
function crumbs(path: string, settings: PageSettings): Markup[] {
  const { basePath, productName, addresses } = settings;
  const tools = new PageTools(settings);
  const segments = path
    .slice(basePath.length)
    .split('/')
    .filter((segment) => segment !== '');
  const steps = [productName, ...segments].map((name, index) => ({
    name: index === 0 ? name : decoded(name),
    path: [basePath, ...segments.slice(0, index)].join('/'),
  }));
  return steps.map(({ name, path: step }, index) => {
    if (index === steps.length - 1) return markup`<li aria-current="page">${name}</li>`;
    return addresses.isServed(step)
      ? markup`<li><a href="${tools.pageOf(step)}">${name}</a></li>`
      : markup`<li>${name}</li>`;
  });
}

function footer(path: string, alternatives: readonly RecordMediaType[], settings: PageSettings): Markup {
  if (alternatives.length === 0 || !settings.addresses.takesSuffix(path)) return markup``;
  const stem = path === settings.basePath ? `${path}/` : path;
  const links = alternatives.map((type) => markup`<a href="${stem + SUFFIXES[type]}">${TYPE_LABELS[type]}</a> `);
  return markup`<footer><span>Also as</span> ${links}</footer>`;
}

/** A path segment as people read it; as it is when it cannot be decoded. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
