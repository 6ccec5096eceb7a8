import { parseUuid } from '@wardstone/pagination';
import { requireStorableText } from '../../api/domain/given-body';
import type { GivenBody } from '../../api/domain/given-body';
import { ParameterError } from '../../api/domain/parameter-error';

/**
 * The key `os_minor_version` of CreateTailoring: a whole number from 0, of any size. Undefined when it is missing.
 *
 * @throws ParameterError
 */
export function readOsMinorVersion({ values }: GivenBody): number | undefined {
  const key = 'os_minor_version';
  if (!values.has(key)) return undefined;
  const value = values.get(key);
  if (typeof value !== 'number' || !Number.isInteger(value)) throw new ParameterError(`${key} must be an integer`);
  if (value < 0) throw new ParameterError(`${key} must be greater than or equal to 0`);
  return value;
}

/**
 * The key `value_overrides` of UpdateTailoring, as given; `areCoherent` looks at keys and values. Undefined when it is
 * missing.
 *
 * @throws ParameterError unless it is an object of what the database can hold
 */
export function readValueOverrides({ values }: GivenBody): ReadonlyMap<string, unknown> | undefined {
  const key = 'value_overrides';
  if (!values.has(key)) return undefined;
  const value = values.get(key);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ParameterError(`${key} must be a hash`);
  }
  const overrides = new Map<string, unknown>(Object.entries(value));
  for (const text of [...overrides].flat()) if (typeof text === 'string') requireStorableText(key, text);
  return overrides;
}

/** The rules a tailoring shall have: by id or by ref_id, as the first one decides (compliance spec C4). */
export type RuleSelection = { readonly by: 'id' | 'ref_id'; readonly values: readonly string[] };

/** The key `ids` of AssignRules. What is not of the first one's kind can be no rule's and is left out. @throws ParameterError */
export function readRuleSelection({ values }: GivenBody): RuleSelection {
  const given = values.get('ids');
  if (!Array.isArray(given)) throw new ParameterError('ids must be an array');
  const texts = given.map((item: unknown) => {
    if (typeof item !== 'string') throw new ParameterError('ids must be an array of strings');
    return item;
  });
  const areIds = parseUuid(texts[0] ?? '') !== undefined;
  if (!areIds) return { by: 'ref_id', values: texts.filter((text) => !text.includes('\0')) };
  return { by: 'id', values: texts.map(parseUuid).filter((id) => id !== undefined) };
}
