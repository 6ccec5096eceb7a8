/** The name of a metric as PromQL can write it. See rule prometheus-5. */
export function metricNameOf({ name, isPerMinute }: { name: string; isPerMinute: boolean }): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9:]+/g, '_')
    .replace(/^_+|_+$/g, '');
  const safe = /^[0-9]|^$/.test(words) ? `_${words}` : words;
  return isPerMinute ? `${safe}_per_minute` : safe;
}

interface Named {
  readonly id: number;
  readonly typeId: number;
  readonly name: string;
  readonly isPerMinute: boolean;
}

/** The names of definitions by id; where two of one type would share one, the younger has its id behind it. */
export function metricNames(definitions: readonly Named[]): Map<number, string> {
  const taken = new Set<string>();
  const names = new Map<number, string>();
  for (const definition of definitions.toSorted((a, b) => a.id - b.id)) {
    const usual = metricNameOf(definition);
    const name = taken.has(`${definition.typeId} ${usual}`) ? `${usual}_${definition.id}` : usual;
    taken.add(`${definition.typeId} ${usual}`);
    names.set(definition.id, name);
  }
  return names;
}
