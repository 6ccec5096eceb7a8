import { type SaxesAttributeNS, SaxesParser } from 'saxes';

/** An invalid body; the message is written for the client. */
export class BodyError extends Error {}

/** An element of a request body. Names are local: namespaces are ignored. */
export interface XmlNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, SaxesAttributeNS>>;
  readonly children: XmlNode[];
  /** The character data directly inside. */
  text: string;
}

/** A body that is not XML, or refused XML; the message is written for the client. */
export class XmlBodyError extends BodyError {}

/** Deeper than any record; also limits the time of the parser, which is quadratic in the depth. */
const MAX_DEPTH = 64;

/**
 * Parses a request body whose size the caller has limited. External entities are not resolved.
 * @throws XmlBodyError when it is not well-formed, nested too deeply, or declares a document type.
 */
export function parseXml(body: string): XmlNode {
  const parser = new SaxesParser({ xmlns: true, forceXMLVersion: true, defaultXMLVersion: '1.0' });
  const open: XmlNode[] = [];
  let root: XmlNode | undefined;
  parser.on('error', (error) => {
    throw new XmlBodyError(`The XML body cannot be parsed: ${error.message}`);
  });
  parser.on('doctype', () => {
    throw new XmlBodyError('The XML body must not declare a document type');
  });
  parser.on('opentagstart', () => {
    if (open.length >= MAX_DEPTH) throw new XmlBodyError(`The XML body is nested deeper than ${MAX_DEPTH} elements`);
  });
  parser.on('opentag', ({ local, attributes }) => {
    const node: XmlNode = { name: local, attributes, children: [], text: '' };
    open.at(-1)?.children.push(node);
    root ??= node;
    open.push(node);
  });
  parser.on('closetag', () => void open.pop());
  const addText = (text: string): void => {
    const node = open.at(-1);
    if (node) node.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(body).close();
  if (root === undefined) throw new XmlBodyError('The XML body has no element');
  return root;
}
