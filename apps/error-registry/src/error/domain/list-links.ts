import { encodeFormText, type ListLinks } from '@wardstone/pagination';

/** Adds parameters to the query of list links, except undefined ones. */
export function addToQuery(links: ListLinks, added: Readonly<Record<string, string | number | undefined>>): ListLinks {
  const pairs = Object.entries(added)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `&${name}=${encodeFormText(String(value))}`)
    .join('');
  return Object.fromEntries(
    Object.entries(links).map(([rel, link]) => [rel, `${link}${pairs}`]),
  ) as unknown as ListLinks;
}
