/** An object whose single key is the relation. Source: media spec 1.9. */
export type Link = Readonly<Record<string, { readonly href: string }>>;

export function toLink(rel: string, href: string): Link {
  return { [rel]: { href } };
}

/** Relation and address of a link. */
export function partsOf(link: Link): { rel: string; href: string } {
  const [rel = ''] = Object.keys(link);
  return { rel, href: link[rel]?.href ?? '' };
}
