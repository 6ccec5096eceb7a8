import { refuseTooMany } from './report-reader';

/** Collects why items of a report were not stored. */
export class Rejections {
  readonly list: { index: number; reason: string }[] = [];

  add(index: number, reason: string): void {
    this.list.push({ index, reason });
  }

  inOrder(): Rejections['list'] {
    return this.list.sort((a, b) => a.index - b.index);
  }
}

/** The readable items of a report, with their positions. */
export interface ReadItems<Item extends object> {
  items: (Item & { index: number })[];
  rejections: Rejections;
}

/**
 * Reads the items of a list; an item for which `read` returns a text is rejected with it.
 * @throws payload_too_large
 */
export function readItems<Item extends object>(
  given: readonly unknown[] | undefined,
  read: (item: unknown) => Item | string,
): ReadItems<Item> {
  const list = given ?? [];
  refuseTooMany(list.length);
  const rejections = new Rejections();
  const items = list.flatMap((value, index) => {
    const item = read(value);
    if (typeof item !== 'string') return [{ ...item, index }];
    rejections.add(index, item);
    return [];
  });
  return { items, rejections };
}

interface OfResource {
  resourceId: number;
}

export const listResourceIds = (items: readonly OfResource[]): number[] => [
  ...new Set(items.map(({ resourceId }) => resourceId)),
];

/**
 * Stores items of known resources in order of ids, so that two reports cannot deadlock; an item for which `take`
 * returns a text is rejected with it.
 */
export async function takeByResource<Item extends OfResource>(
  { items, rejections }: ReadItems<Item>,
  known: { has: (resourceId: number) => boolean },
  take: (item: Item) => Promise<string | void>,
): Promise<{ accepted: number; rejected: Rejections['list'] }> {
  let accepted = 0;
  for (const item of items.sort((a, b) => a.resourceId - b.resourceId || a.index - b.index)) {
    const { index, resourceId } = item;
    const problem = known.has(resourceId) ? await take(item) : `unknown resource ${resourceId}`;
    if (typeof problem === 'string') rejections.add(index, problem);
    else accepted += 1;
  }
  return { accepted, rejected: rejections.inOrder() };
}
