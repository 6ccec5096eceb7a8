import { refuseTooMany } from './report-reader';

/** Why items of a report were not stored. */
export class Rejections {
  readonly list: { index: number; reason: string }[] = [];

  add(index: number, reason: string): void {
    this.list.push({ index, reason });
  }

  inOrder(): Rejections['list'] {
    return this.list.sort((a, b) => a.index - b.index);
  }
}

/** The items of a report that could be read, each with its place. */
export interface ReadItems<Item extends object> {
  items: (Item & { index: number })[];
  rejections: Rejections;
}

/**
 * The items of a list. What `read` returns a text for is rejected for this reason.
 *
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

export const resourceIdsOf = (items: readonly OfResource[]): number[] => [
  ...new Set(items.map(({ resourceId }) => resourceId)),
];

/**
 * Takes in the items of known resources, in the order of ids, so that two reports never wait for each other in a circle.
 * What `take` returns a text for is rejected for this reason.
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
