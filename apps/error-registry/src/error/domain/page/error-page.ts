import type { ErrorDescriptionBody } from '@wardstone/dto/error-registry';
import { type Markup, markup } from '@wardstone/markup';
import { renderPage } from './catalogue-frame';

const DEPRECATED = markup`
<p class="notice">Deprecated: this error is no longer returned. The explanation is kept for old logs.</p>`;

function example({ example: shown }: ErrorDescriptionBody): Markup | undefined {
  return (
    shown &&
    markup`
<section>
<h2>Example</h2>
<pre><code>${shown.request}

${shown.response}</code></pre>
</section>`
  );
}

function seeAlso({ related }: ErrorDescriptionBody, cataloguePath: string): Markup | undefined {
  if (related.length === 0) return undefined;
  const items = related.map((type) => markup`<li><a href="${cataloguePath}/${type}"><code>${type}</code></a></li>`);
  return markup`
<section>
<h2>See also</h2>
<ul>${items}</ul>
</section>`;
}

/**
 * The explanation of an error type as a page. Source: rule registry-2.
 * @param language BCP 47 tag of the texts
 * @param cataloguePath path of the catalogue, which contains the explanations
 */
export function renderErrorPage(error: ErrorDescriptionBody, language: string, cataloguePath: string): string {
  const list = (items: readonly string[]): Markup[] => items.map((item) => markup`<li>${item}</li>`);
  return renderPage({
    title: `${error.title} (${error.status})`,
    cataloguePath,
    main: markup`<h1><code>${error.title}</code></h1>
<p class="quiet">HTTP status ${error.status} · ${error.service}${error.custom && ' · custom'} · since ${error.since}</p>${error.deprecated && DEPRECATED}
<p lang="${language}">${error.description}</p>
<section>
<h2>Likely causes</h2>
<ul lang="${language}">${list(error.causes)}</ul>
</section>
<section>
<h2>What to do</h2>
<ol lang="${language}">${list(error.resolution)}</ol>
</section>${example(error)}${seeAlso(error, cataloguePath)}`,
    footer: markup`Address of this page: <a href="${error.type}">${error.type}</a>`,
  });
}
