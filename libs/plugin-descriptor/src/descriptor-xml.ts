import { SaxesParser } from 'saxes';
import { DescriptorError } from './descriptor-error';
import { expandEntities } from './expand-entities';

/** An element with its namespace and its attributes without namespace, since no others matter in a descriptor. */
export interface XmlElement {
  readonly uri: string;
  readonly local: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly content: (XmlElement | string)[];
  readonly line: number;
}

/** Deeper than any descriptor; the parser's time is quadratic in the depth. */
const MAX_DEPTH = 128;
/** Ten times the number in the largest known descriptors, some 25,000. */
const MAX_ELEMENTS = 250_000;

/** Parses the text of a document. @throws DescriptorError when it is not well-formed or refused (rule plugins-3). */
export function parseDescriptorXml(document: string): XmlElement {
  const expanded = expandEntities(document);
  const parser = new SaxesParser({ xmlns: true, position: true });
  const open: XmlElement[] = [];
  let elements = 0;
  let root: XmlElement | undefined;
  const problem = (reason: string): DescriptorError => new DescriptorError(reason, expanded.sourceLine(parser.line));
  // At most six handlers: from the seventh on, the parser takes five times as long.
  parser.on('error', (error) => {
    throw problem(`The descriptor is not well-formed: ${error.message.replace(/^\d+:\d+: /, '')}`);
  });
  parser.on('opentagstart', () => {
    if (open.length >= MAX_DEPTH) throw problem(`Elements are nested more than ${MAX_DEPTH} levels deep`);
    if (++elements > MAX_ELEMENTS) throw problem(`The descriptor has more than ${MAX_ELEMENTS} elements`);
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    const plain = new Map<string, string>();
    for (const attribute of Object.values(attributes)) {
      if (attribute.uri === '') plain.set(attribute.local, attribute.value);
    }
    const element: XmlElement = { uri, local, attributes: plain, content: [], line: expanded.sourceLine(parser.line) };
    open.at(-1)?.content.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  const addText = (characters: string): void => void open.at(-1)?.content.push(characters);
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(expanded.text).close();
  if (root === undefined) throw problem('The descriptor is not well-formed: it has no root element');
  return root;
}

/** All text in an element and its descendants. */
export function getText(element: XmlElement): string {
  return element.content.map((part) => (typeof part === 'string' ? part : getText(part))).join('');
}
