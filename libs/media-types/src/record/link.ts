import type { Link } from '@wardstone/dto';

export function toLink(rel: string, href: string): Link {
  return { [rel]: { href } };
}

/** Relation and address of a link. */
export function partsOf(link: Link): { rel: string; href: string } {
  const [rel = ''] = Object.keys(link);
  return { rel, href: link[rel]?.href ?? '' };
}
