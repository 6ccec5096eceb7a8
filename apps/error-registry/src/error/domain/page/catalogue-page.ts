import type { ErrorDescription } from '../error-description';
import { html } from './html';
import type { Markup } from './html';
import { renderPage } from './page-frame';

/** One page of the catalogue. */
export interface Catalogue {
  errors: readonly ErrorDescription[];
  total: number;
  offset: number;
  /** What was searched for. */
  search: { q?: string | undefined; service?: string | undefined; status?: number | undefined };
  /** Owners to choose from. */
  services: readonly string[];
  links: { previous?: string; next?: string };
}

function option(value: string, selected: string | undefined): Markup {
  return value === selected ? html`<option selected>${value}</option>` : html`<option>${value}</option>`;
}

function searchForm({ search, services }: Catalogue, cataloguePath: string): Markup {
  return html`<form action="${cataloguePath}" method="get" role="search">
    <input
      type="search"
      name="q"
      value="${search.q}"
      aria-label="Words to search for"
      placeholder="Words in name, description, causes"
    />
    <select name="service" aria-label="Service">
      <option value="">Any service</option>
      ${services.map((name) => option(name, search.service))}
    </select>
    <input
      type="number"
      name="status"
      min="400"
      max="599"
      value="${search.status}"
      aria-label="HTTP status"
      placeholder="Status"
    />
    <button>Search</button>
  </form>`;
}

function count({ errors, total, offset }: Catalogue): string {
  if (total === 0) return 'No error type fits.';
  if (errors.length === 0) return `There are ${total} error types, but not that many.`;
  return `${offset + 1} to ${offset + errors.length} of ${total}`;
}

/** The catalogue with its search box. Source: error-registry spec 3. */
export function renderCataloguePage(catalogue: Catalogue, cataloguePath: string): string {
  const { errors, links } = catalogue;
  const entries = errors.map(
    (error) =>
      html`<dt>
          <a href="${cataloguePath}/${error.title}"><code>${error.title}</code></a> ${error.status} ·
          ${error.service}${error.deprecated && ' · deprecated'}
        </dt>
        <dd>${error.description}</dd> `,
  );
  return renderPage({
    title: 'Error catalogue',
    cataloguePath,
    main: html`<h1>Error catalogue</h1>
      <p>
        Every error carries its type in the header <code>X-Error-Type</code>. Find it here to read what it means and
        what to do.
      </p>
      ${searchForm(catalogue, cataloguePath)}
      <p class="facts">${count(catalogue)}</p>
      <dl>${entries}</dl>
      ${(links.previous ?? links.next) !== undefined && html`<nav>${links.previous && html`<a rel="prev" href="${links.previous}">Previous</a>`}${links.next && html`<a rel="next" href="${links.next}">Next</a>`}</nav>`}`,
  });
}
