import { escapeAttribute, escapeText } from '@wardstone/markup';
import type { XmlElement } from './descriptor-xml';
import type { DescriptorElement } from './descriptor-element';

/**
 * The help text of a plugin or a type: the text of the `help` element, or its markup if it has elements (without
 * prefixes, because the namespaces of a descriptor mean nothing elsewhere).
 */
export function readHelp(owner: DescriptorElement): string | null {
  const help = owner.only(owner.structure('help'));
  if (!help) return null;
  const hasMarkup = help.xml.content.some((part) => typeof part !== 'string');
  return hasMarkup ? toContent(help.xml).trim() || null : help.content();
}

function toContent(element: XmlElement): string {
  return element.content.map((part) => (typeof part === 'string' ? escapeText(part) : toMarkup(part))).join('');
}

function toMarkup(element: XmlElement): string {
  const attributes = [...element.attributes].map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`).join('');
  return `<${element.local}${attributes}>${toContent(element)}</${element.local}>`;
}
