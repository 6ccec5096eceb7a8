/** The name of a metric in PromQL syntax. See rule prometheus-5. */
export function toMetricName({ name, isPerMinute }: { name: string; isPerMinute: boolean }): string {
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

/** Names of definitions by id; of two that would share a name within a type, the newer one gets its id as suffix. */
export function metricNames(definitions: readonly Named[]): Map<number, string> {
  const taken = new Set<string>();
  const names = new Map<number, string>();
  for (const definition of definitions.toSorted((a, b) => a.id - b.id)) {
    const usual = toMetricName(definition);
    const name = taken.has(`${definition.typeId} ${usual}`) ? `${usual}_${definition.id}` : usual;
    taken.add(`${definition.typeId} ${usual}`);
    names.set(definition.id, name);
  }
  return names;
}
