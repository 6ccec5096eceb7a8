import { parseUuid } from '@wardstone/pagination';
import type { GivenBody } from '../../api/domain/given-body';
import { ParameterError } from '../../api/domain/parameter-error';

/** The key `ids` of AssignSystems, each once; what is no UUID can be no system's id and is left out. @throws ParameterError */
export function readSystemIds({ values }: GivenBody): string[] {
  const given = values.get('ids');
  if (!Array.isArray(given)) throw new ParameterError('ids must be an array');
  const ids = given.map((item: unknown) => {
    if (typeof item !== 'string') throw new ParameterError('ids must be an array of strings');
    return parseUuid(item);
  });
  return [...new Set(ids.filter((id) => id !== undefined))];
}
