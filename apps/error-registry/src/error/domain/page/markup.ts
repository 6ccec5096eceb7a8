/** Text that is HTML already. Made by `markup` alone. */
export class Markup {
  constructor(readonly text: string) {}
}

type Insert = Markup | string | number | false | undefined | null | readonly Insert[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function write(insert: Insert): string {
  if (insert === false || insert === undefined || insert === null) return '';
  if (insert instanceof Markup) return insert.text;
  if (typeof insert === 'object') return insert.map(write).join('');
  return String(insert).replace(/[&<>"']/g, (char) => ENTITIES[char]!);
}

/**
 * HTML from a template. (Not called `html`: formatters would reformat the page.)
 * Whatever is inserted is escaped, for elements and quoted attributes alike, unless it is markup
 * itself; lists are joined; false, null and undefined vanish.
 */
export function markup(parts: TemplateStringsArray, ...inserts: readonly Insert[]): Markup {
  return new Markup(parts.map((part, index) => part + write(inserts[index])).join(''));
}
