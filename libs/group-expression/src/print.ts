import type { Attribute, Path } from './statement';

/** In its normal form: dots, keywords as the documentation writes them. */
export function printPath({ relative, attribute }: Path): string {
  return ['resource', ...(relative === null ? [] : [relative]), printAttribute(attribute)].join('.');
}

function printAttribute(attribute: Attribute): string {
  switch (attribute.kind) {
    case 'typePlugin':
      return 'type.plugin';
    case 'typeName':
      return 'type.name';
    case 'typeCategory':
      return 'type.category';
    case 'trait':
    case 'pluginConfiguration':
    case 'resourceConfiguration':
      return `${attribute.kind}[${attribute.key}]`;
    default:
      return attribute.kind;
  }
}
