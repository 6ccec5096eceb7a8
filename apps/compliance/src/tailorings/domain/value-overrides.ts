import { parseUuid } from '@wardstone/pagination';

const NUMBER = /^(0|-?[1-9][0-9]*)$/;

function isOfType(valueType: string, value: string): boolean {
  if (valueType === 'boolean') return value === 'true' || value === 'false';
  return valueType !== 'number' || NUMBER.test(value);
}

/**
 * Reads the overrides of a tailoring against the value definitions of its guide (rule compliance-18).
 *
 * Shape: keys are ids of definitions in any notation of a UUID, values texts: `true` or `false` for a boolean, a decimal
 *        integer in canonical form (no `+`, no leading zeros, no `-0`) for a number, anything for a string.
 *
 * @param valueTypes id of the definition, canonical -> its type
 * @returns the overrides under canonical ids, or undefined when one of them breaks a rule.
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
