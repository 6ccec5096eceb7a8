import { useFetched, wardstone } from '../../api/client';

const TYPES = '/rest/resource/type';
const MAX_TYPES = 500;

/** Resource types by name for selection; those with the same name include their plugin. */
export function useTypeOptions(): readonly (readonly [id: string, name: string])[] {
  const types =
    useFetched([TYPES, 'options'], (signal) => wardstone.get(TYPES, { query: { ps: MAX_TYPES }, signal })).data ?? [];
  const count = Map.groupBy(types, ({ name }) => name);
  return types
    .map(({ id, name, pluginName }): [string, string] => [
      String(id),
      count.get(name)!.length > 1 ? `${name} (${pluginName})` : name,
    ])
    .sort(([, one], [, other]) => one.localeCompare(other));
}
