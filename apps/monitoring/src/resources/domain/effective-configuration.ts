import type { MapValue } from '@wardstone/dto';
import type { ConfigurationDefinition, ConfigurationValue, ConfigurationValues } from '@wardstone/plugin-descriptor';

/** Values sent by clients. */
export type SentValues = Readonly<Record<string, MapValue>>;

/**
 * The configuration of a new resource: the defaults of its type, overridden by the sent values (rule inventory-10).
 * Unknown properties are kept. Simple values are texts.
 */
export function effectiveConfiguration(
  definition: ConfigurationDefinition | null,
  sent: SentValues = {},
): ConfigurationValues {
  return Object.fromEntries([
    ...Object.entries(definition?.defaultValues ?? {}),
    ...Object.entries(sent).map(([name, value]) => [name, toConfigurationValue(value)] as const),
  ]);
}

/** Names of required properties without a value, in order of declaration. */
export function missingProperties(
  definition: ConfigurationDefinition | null,
  configuration: ConfigurationValues,
): string[] {
  return (definition?.properties ?? [])
    .filter(({ kind, isRequired }) => kind === 'SIMPLE' && isRequired)
    .filter(({ name }) => (configuration[name] ?? '') === '')
    .map(({ name }) => name);
}

function toConfigurationValue(value: MapValue): ConfigurationValue {
  if (value === null || typeof value === 'string') return value;
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return (value as readonly MapValue[]).map(toConfigurationValue);
  return Object.fromEntries(
    Object.entries(value as SentValues).map(([name, member]) => [name, toConfigurationValue(member)]),
  );
}
