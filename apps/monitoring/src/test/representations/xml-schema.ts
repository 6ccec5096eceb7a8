import { SaxesParser } from 'saxes';

/** Simple types of XML Schema, as far as responses use them. */
const TYPES = {
  string: /^[^]*$/,
  int: /^-?\d{1,10}$/,
  long: /^-?\d{1,19}$/,
  /** Also the text for "no value" (rule http-5). */
  double: /^(-?\d+(\.\d+)?([eE][+-]?\d+)?|NaN)$/,
  boolean: /^(true|false)$/,
  uri: /^(https?:\/\/[^\s<>"]+|[^\s<>":]*)$/,
} as const;

/** Text of a simple type, or one of a few constants. */
export type ValueType = keyof typeof TYPES | readonly string[];

/** `?` may be missing, `*` may repeat. */
export type Occurs = '1' | '?' | '*';

export interface ElementSchema {
  readonly attributes?: Readonly<Record<string, ValueType>>;
  /** In any order (rule http-6). Without children, an element holds nothing, or text of `text`. */
  readonly children?: Readonly<Record<string, readonly [Occurs, ElementSchema | ValueType]>>;
  readonly text?: ValueType;
}

/** Schema of a document: its root element and content. */
export interface DocumentSchema {
  readonly root: string;
  readonly element: ElementSchema;
}

/** A top-level list. See rule http-6. */
export function collection(item: string, element: ElementSchema): DocumentSchema {
  return { root: 'collection', element: { children: { [item]: ['*', element] } } };
}

interface Node {
  name: string;
  attributes: Record<string, string>;
  children: Node[];
  text: string;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** Violations of the schema. @throws Error if the document is not well-formed */
export function findFaults(xml: string, { root, element }: DocumentSchema): string[] {
  const node = parse(xml);
  return [
    ...(xml.startsWith(`${DECLARATION}<`) ? [] : ['the declaration is another']),
    ...(node.name === root ? elementFaults(node, element, root) : [`the root is ${node.name}, not ${root}`]),
  ];
}

function elementFaults(node: Node, schema: ElementSchema, path: string): string[] {
  const { attributes = {}, children = {}, text } = schema;
  const faults: string[] = [];
  for (const [name, type] of Object.entries(attributes)) {
    const value = node.attributes[name];
    if (value === undefined) faults.push(`${path} has no attribute ${name}`);
    else if (!matchesType(type, value)) faults.push(`${path}/@${name} is ${value}`);
  }
  for (const name of Object.keys(node.attributes)) {
    if (!(name in attributes)) faults.push(`${path} has the attribute ${name}`);
  }
  for (const [name, [occurs]] of Object.entries(children)) {
    const count = node.children.filter((child) => child.name === name).length;
    if ((occurs === '1' && count !== 1) || (occurs === '?' && count > 1)) {
      faults.push(`${path} has ${count} of ${name}`);
    }
  }
  for (const child of node.children) {
    const type = children[child.name]?.[1];
    const childPath = `${path}/${child.name}`;
    if (type === undefined) faults.push(`${childPath} is not expected`);
    else faults.push(...elementFaults(child, isSimple(type) ? { text: type } : type, childPath));
  }
  if (text === undefined ? node.text !== '' : !matchesType(text, node.text)) faults.push(`${path} holds ${node.text}`);
  return faults;
}

function isSimple(type: ElementSchema | ValueType): type is ValueType {
  return typeof type === 'string' || Array.isArray(type);
}

function matchesType(type: ValueType, value: string): boolean {
  return typeof type === 'string' ? TYPES[type].test(value) : type.includes(value);
}

function parse(xml: string): Node {
  const parser = new SaxesParser();
  const open: Node[] = [{ name: '', attributes: {}, children: [], text: '' }];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const node: Node = { name, attributes, children: [], text: '' };
    open.at(-1)!.children.push(node);
    open.push(node);
  });
  parser.on('closetag', () => void open.pop());
  parser.on('text', (text) => {
    open.at(-1)!.text += text;
  });
  parser.write(xml).close();
  return open[0]!.children[0]!;
}
