import { decodeXml } from './decode-xml';
import { parseDescriptorXml, textOf, type XmlElement } from './descriptor-xml';
import type { PackagedGroupDefinition } from './plugin-model';

/**
 * The group definitions that come with a plugin (rule plugins-9). Each detail is an attribute or an element, in any
 * namespace. A definition without name or expression is left out.
 *
 * @throws DescriptorError when the file is no XML.
 */
export function readGroupDefinitions(xml: Uint8Array): PackagedGroupDefinition[] {
  return [...definitionsIn(parseDescriptorXml(decodeXml(xml)))].flatMap((definition) => {
    const name = detail(definition, 'name');
    const expressions = elementsOf(definition, 'expression').flatMap((expression) => textOf(expression).trim() || []);
    if (name === null || expressions.length === 0) return [];
    return {
      id: detail(definition, 'id'),
      name,
      description: detail(definition, 'description'),
      isCreatedByDefault: isTrue(detail(definition, 'createByDefault')),
      recalculationMinutes: toMinutes(detail(definition, 'recalcInMinutes')),
      isRecursive: isTrue(detail(definition, 'recursive')),
      expressions,
    };
  });
}

function* definitionsIn(element: XmlElement): Generator<XmlElement> {
  for (const part of element.content) {
    if (typeof part === 'string') continue;
    if (part.local === 'definition') yield part;
    else yield* definitionsIn(part);
  }
}

function detail(definition: XmlElement, name: string): string | null {
  const [element] = elementsOf(definition, name);
  return (definition.attributes.get(name) ?? (element && textOf(element)))?.trim() || null;
}

function elementsOf(element: XmlElement, local: string): XmlElement[] {
  return element.content.filter((part) => typeof part !== 'string' && part.local === local) as XmlElement[];
}

function isTrue(text: string | null): boolean {
  return text === 'true' || text === '1';
}

/** 0, which stands for never, when it is no number. */
function toMinutes(text: string | null): number {
  const minutes = text !== null && /^[0-9]+$/.test(text) ? Number(text) : 0;
  return Number.isSafeInteger(minutes) ? minutes : 0;
}
