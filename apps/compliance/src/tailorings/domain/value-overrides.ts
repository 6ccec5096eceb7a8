import { parseUuid } from '@wardstone/pagination';

const NUMBER = /^(0|-?[1-9][0-9]*)$/;

function isOfType(valueType: string, value: string): boolean {
  if (valueType === 'boolean') return value === 'true' || value === 'false';
  return valueType !== 'number' || NUMBER.test(value);
}

/**
 * Validates the overrides of a tailoring with the value definitions of its guide (rule compliance-18). Keys are ids of
 * definitions in any notation of a UUID; values are texts: `true` or `false` for a boolean, a decimal integer in
 * canonical form (no `+`, leading zeros or `-0`) for a number, anything for a string.
 * @param valueTypes types by canonical id of the definition
 * @returns the overrides by canonical id, or undefined if one of them is invalid
 */
export function coherentOverrides(
  overrides: ReadonlyMap<string, unknown>,
  valueTypes: ReadonlyMap<string, string>,
): Record<string, string> | undefined {
  const coherent: Record<string, string> = {};
  for (const [key, value] of overrides) {
    const id = parseUuid(key);
    const valueType = id === undefined ? undefined : valueTypes.get(id);
    if (id === undefined || valueType === undefined || typeof value !== 'string') return undefined;
    if (!isOfType(valueType, value)) return undefined;
    coherent[id] = value;
  }
  return coherent;
}
