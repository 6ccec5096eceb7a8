import { bestMediaType } from '@wardstone/errors';
import type { MediaType, Offer } from './media-type';

/**
 * Chooses the representation of an answer. See rule http-4.
 *
 * Shape: `offers` in the order that decides between equally liked ones.
 * Edges: no header or an empty one accepts everything.
 * Answer: undefined when nothing is acceptable.
 */
export function negotiate<T extends MediaType>(
  accept: string | undefined,
  offers: readonly Offer<T>[],
): Offer<T> | undefined {
  const best = bestMediaType(
    accept,
    offers.map(({ name }) => name),
  );
  return offers.find(({ name }) => name === best);
}
