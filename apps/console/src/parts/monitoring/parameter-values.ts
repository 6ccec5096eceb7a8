import type { MapValue, ObjectMap } from '@wardstone/dto';
import type { SimplePropDef } from '@wardstone/client/monitoring';

/** Entered texts, by parameter name. */
export type Entered = Readonly<Record<string, string>>;
export type FieldProblem = 'required' | 'notNumber';

const WHOLE = new Set<SimplePropDef['type']>(['INTEGER', 'LONG']);
const FRACTIONS = new Set<SimplePropDef['type']>(['FLOAT', 'DOUBLE']);

/** Initial values of the form. Pure. */
export function getDefaults(params: readonly SimplePropDef[]): Entered {
  return Object.fromEntries(params.map(({ name, defaultValue }) => [name, defaultValue ?? '']));
}

/** Error of a value; the service checks the rest. Pure. */
export function validateValue({ required, type }: SimplePropDef, text: string): FieldProblem | undefined {
  if (text === '') return required ? 'required' : undefined;
  if (WHOLE.has(type) && !/^[+-]?\d+$/.test(text.trim())) return 'notNumber';
  if (FRACTIONS.has(type) && !Number.isFinite(Number(text.trim() || NaN))) return 'notNumber';
  return undefined;
}

/** Converts the values to their types; empty ones are omitted. Pure. */
export function toTypedValues(params: readonly SimplePropDef[], entered: Entered): ObjectMap {
  const values: Record<string, MapValue> = {};
  for (const { name, type } of params) {
    const text = entered[name] ?? '';
    if (text === '') continue;
    if (type === 'BOOLEAN') values[name] = text === 'true';
    else values[name] = WHOLE.has(type) || FRACTIONS.has(type) ? Number(text) : text;
  }
  return values;
}
