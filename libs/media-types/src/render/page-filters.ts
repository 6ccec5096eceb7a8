import { type Markup, markup } from '@wardstone/markup';

/** A query parameter that narrows the list of a page. */
export interface PageFilter {
  /** Of the parameter. */
  name: string;
  label: string;
  /** What may be chosen; any text when absent. The first one is what holds when nothing is said. */
  choices?: readonly { value: string; label: string }[];
}

/** Query parameters as express parses them. */
export type PageQuery = Readonly<Record<string, unknown>>;

/** Fields to narrow a list by, filled with what narrows it now; rows of a page stay, and pages begin again. */
export function filterForm(filters: readonly PageFilter[], action: string, query: PageQuery): Markup {
  const size = textOf(query, 'ps');
  const rows = size === '' ? undefined : markup`<input type="hidden" name="ps" value="${size}">`;
  const fields = filters.map(
    (filter) => markup`<label>${filter.label} ${control(filter, textOf(query, filter.name))}</label>`,
  );
  return markup`<form class="filters" role="search" method="get" action="${action}">${rows}${fields}<button>Show</button></form>`;
}

function control({ name, choices }: PageFilter, current: string): Markup {
  if (!choices) return markup`<input type="search" name="${name}" value="${current}">`;
  // Constants may be written in any letter case.
  const chosen = choices.find(({ value }) => value.toLowerCase() === current.toLowerCase()) ?? choices[0];
  const options = choices.map((choice) => {
    const { value, label } = choice;
    return choice === chosen
      ? markup`<option value="${value}" selected="">${label}</option>`
      : markup`<option value="${value}">${label}</option>`;
  });
  return markup`<select name="${name}">${options}</select>`;
}

/** The first of a parameter's values; empty when it is not there. */
function textOf(query: PageQuery, name: string): string {
  const value = query[name];
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : '';
}
