import type { ConfigurationDefinition, PropertyDefinition } from '@wardstone/plugin-descriptor';

/** Names of the declared properties that are, or contain, passwords. */
export function secretProperties(definition: ConfigurationDefinition | null): ReadonlySet<string> {
  return new Set((definition?.properties ?? []).filter(isSecret).map(({ name }) => name));
}

function isSecret(property: PropertyDefinition): boolean {
  switch (property.kind) {
    case 'SIMPLE':
      return property.type === 'PASSWORD';
    case 'LIST':
      return property.member !== null && isSecret(property.member);
    case 'MAP':
      return property.members.some(isSecret);
    default:
      return false;
  }
}
