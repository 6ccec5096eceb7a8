import { useFetched, wardstone } from '../../api/client';

const TYPES = '/rest/resource/type';
const MAX_TYPES = 500;

/** Types of resources by name, to choose from; those of the same name with their plugin. */
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
