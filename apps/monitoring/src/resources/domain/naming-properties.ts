import type {
  ConfigurationDefinition,
  ConfigurationValue,
  ConfigurationValues,
  PropertyDefinition,
} from '@wardstone/plugin-descriptor';
import { effectiveConfiguration, type SentValues } from './effective-configuration';

/**
 * Sent properties other than the type's defaults that name, or may name, a file, folder, program or address of the
 * machine; undeclared ones may name anything.
 */
export function namingProperties(
  definition: ConfigurationDefinition | null,
  sent: SentValues = {},
): ConfigurationValues {
  const defaults = definition?.defaultValues ?? {};
  const properties = definition?.properties ?? [];
  return Object.fromEntries(
    Object.entries(effectiveConfiguration(null, sent)).filter(([name, value]) => {
      const isDefault = JSON.stringify(value) === JSON.stringify(defaults[name] ?? null);
      return !isDefault && !namesResources(definition, name) && namesThings(find(properties, name), value);
    }),
  );
}

/** Ids of the resources that sent properties name; undefined for each value that is not a list of ids. Pure. */
export function namedResources(
  definition: ConfigurationDefinition | null,
  sent: SentValues = {},
): readonly (number | undefined)[] {
  const naming = (definition?.properties ?? []).filter(({ name }) => namesResources(definition, name));
  const values = effectiveConfiguration(null, sent);
  return naming.flatMap(({ name }) => {
    const value = values[name] ?? null;
    if (value === null) return [];
    if (typeof value !== 'string') return [undefined];
    return value.split(',').map((id) => (/^\s*\d{1,9}\s*$/.test(id) ? Number(id) : undefined));
  });
}

function namesResources(definition: ConfigurationDefinition | null, name: string): boolean {
  const property = find(definition?.properties ?? [], name);
  return property?.kind === 'SIMPLE' && property.names === 'RESOURCES';
}

/** Removes secrets from values for a log. */
export function withoutSecrets(values: ConfigurationValues): ConfigurationValues {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, masked(name, value)]));
}

const SECRETS = 'pass|pwd|secret|token|credential|key|auth|community';
const SECRET_NAME = new RegExp(SECRETS, 'i');
// Repetitions are bounded, because the caller chooses the text.
const USER_INFO = /\/\/[^/@\s]*@/g;
/** `ann:secret@` and `ann/secret@` of connection strings other than URLs. */
const BARE_USER_INFO = /(?<![^\s:])[^\s/:@]{1,100}[:/][^\s/:@]{1,100}@/g;
const SECRET_PAIR = new RegExp(
  `\\b(\\w{0,40}?(?:${SECRETS})\\w{0,40}\\s{0,3}=\\s{0,3})("[^"]{0,200}"|'[^']{0,200}'|[^\\s;&,]+)`,
  'gi',
);
const MASK = '***';

function masked(name: string, value: ConfigurationValue): ConfigurationValue {
  if (value === null) return null;
  if (typeof value === 'string') return SECRET_NAME.test(name) ? MASK : withoutInnerSecrets(value);
  if (isList(value)) return value.map((member) => masked(name, member));
  return SECRET_NAME.test(name) ? MASK : withoutSecrets(value);
}

function withoutInnerSecrets(text: string): string {
  return text
    .replaceAll(USER_INFO, `//${MASK}@`)
    .replaceAll(BARE_USER_INFO, `${MASK}@`)
    .replaceAll(SECRET_PAIR, `$1${MASK}`);
}

function namesThings(property: PropertyDefinition | undefined, value: ConfigurationValue): boolean {
  if (value === null) return false;
  switch (property?.kind) {
    case undefined:
      return true;
    case 'SIMPLE':
      return typeof value !== 'string' || property.names !== undefined || ['FILE', 'DIRECTORY'].includes(property.type);
    case 'DYNAMIC':
      return typeof value !== 'string';
    case 'LIST':
      return !isList(value) || value.some((member) => namesThings(property.member ?? undefined, member));
    case 'MAP':
      return (
        typeof value === 'string' ||
        isList(value) ||
        Object.entries(value).some(([name, member]) => namesThings(find(property.members, name), member))
      );
  }
}

function find(properties: readonly PropertyDefinition[], name: string): PropertyDefinition | undefined {
  return properties.find((property) => property.name === name);
}

function isList(value: ConfigurationValue): value is readonly ConfigurationValue[] {
  return Array.isArray(value);
}
