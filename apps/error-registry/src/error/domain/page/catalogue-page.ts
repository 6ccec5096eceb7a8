import type { ErrorDescriptionBody } from '@wardstone/dto/error-registry';
import { type Markup, markup } from '@wardstone/markup';
import { renderPage } from './catalogue-frame';

/** A page of the catalogue. */
export interface Catalogue {
  errors: readonly ErrorDescriptionBody[];
  total: number;
  offset: number;
  /** Search parameters. */
  search: { q?: string | undefined; service?: string | undefined; status?: number | undefined };
  /** Services to choose from. */
  services: readonly string[];
  links: { previous?: string; next?: string };
}

function option(value: string, selected: string | undefined): Markup {
  return value === selected ? markup`<option selected>${value}</option>` : markup`<option>${value}</option>`;
}

function searchForm({ search, services }: Catalogue, cataloguePath: string): Markup {
  return markup`<form class="filters" action="${cataloguePath}" method="get" role="search">
<input type="search" name="q" value="${search.q}" maxlength="200" aria-label="Words to search for" placeholder="Words in name, description, causes">
<select name="service" aria-label="Service"><option value="">Any service</option>${services.map((name) => option(name, search.service))}</select>
<input type="number" name="status" min="400" max="599" value="${search.status}" aria-label="HTTP status" placeholder="Status">
<button>Search</button>
</form>`;
}

function count({ errors, total, offset }: Catalogue): string {
  if (total === 0) return 'No matching error types.';
  if (errors.length === 0) return `Past the last of ${total} error types.`;
  return `${offset + 1} to ${offset + errors.length} of ${total}`;
}

function entry(error: ErrorDescriptionBody, cataloguePath: string): Markup {
  return markup`
<dt><a href="${cataloguePath}/${error.title}"><code>${error.title}</code></a> ${error.status} · ${error.service}${error.deprecated && ' · deprecated'}</dt>
<dd>${error.description}</dd>`;
}

function otherPages({ links: { previous, next } }: Catalogue): Markup | undefined {
  if (previous === undefined && next === undefined) return undefined;
  const before = previous !== undefined && markup`<a rel="prev" href="${previous}">Previous</a>`;
  const after = next !== undefined && markup`<a rel="next" href="${next}">Next</a>`;
  return markup`
<nav class="pages">${before}${after}</nav>`;
}

/** The catalogue with its search box. Source: rule registry-3. */
export function renderCataloguePage(catalogue: Catalogue, cataloguePath: string): string {
  return renderPage({
    title: 'Error catalogue',
    cataloguePath,
    main: markup`<h1>Error catalogue</h1>
<p>Every error carries its type in the header <code>X-Error-Type</code>. Find it here to read what it means and what to do.</p>
${searchForm(catalogue, cataloguePath)}
<p class="quiet">${count(catalogue)}</p>
<dl>${catalogue.errors.map((error) => entry(error, cataloguePath))}
</dl>${otherPages(catalogue)}`,
  });
}
