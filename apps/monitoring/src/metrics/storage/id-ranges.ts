/** Ids as ascending ranges [from, to), like the result of PostgreSQL's `range_agg`. */
export type IdRanges = readonly (readonly [from: number, to: number])[];

/** Parses the text of an int8multirange, such as `{[1,4),[7,8)}`; null means empty. */
export function parseIdRanges(text: string | null): IdRanges {
  return [...(text ?? '').matchAll(/\[(\d+),(\d+)\)/g)].map(([, from, to]) => [Number(from), Number(to)] as const);
}

export function* expandRanges(ranges: IdRanges): Generator<number> {
  for (const [from, to] of ranges) for (let id = from; id < to; id++) yield id;
}
