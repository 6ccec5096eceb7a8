import { createHash } from 'node:crypto';
import { Document, isAlias, isMap, isPair, isScalar, isSeq, parseDocument, type ParsedNode, visit } from 'yaml';

/** Why a fix is not in the playbook, in words for its reader. */
export class LeftOut extends Error {}

interface Value {
  /** Characters of the text before it. */
  readonly at: number;
  readonly text: string;
}

/** Every scalar stays the text that it is: `0644` is octal for Ansible, which reads YAML 1.1, and 644 in YAML 1.2. */
const AS_WRITTEN = { schema: 'failsafe' } as const;
/** Delimiters of Jinja templates, which Ansible evaluates. */
const TEMPLATE = /\{[{%#]|[}%#]\}/g;

/**
 * A YAML sequence with inserted values. It is parsed with placeholders, which are replaced inside of scalars: so a
 * value stays one text, whatever YAML would read in it, and changes nothing around it.
 */
export class FilledYaml {
  private readonly document: Document.Parsed<ParsedNode>;
  private readonly mark: RegExp;
  private readonly values: readonly string[];

  /** @throws LeftOut for a value that Ansible would evaluate */
  constructor(text: string, values: readonly Value[]) {
    const name = `v${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
    this.mark = new RegExp(`${name}x([0-9]+)v`, 'g');
    this.values = values.map((value) => value.text);
    let marked = '';
    let from = 0;
    for (const [index, { at }] of values.entries()) {
      marked += `${text.slice(from, at)}${name}x${index}v`;
      from = at;
    }
    this.document = parseDocument(marked + text.slice(from), AS_WRITTEN);
    this.fill();
  }

  /** Empty for what is no sequence. */
  get items(): readonly unknown[] {
    const { contents, errors } = this.document;
    return errors.length === 0 && isSeq(contents) ? contents.items : [];
  }

  /** Never other than it was read. @throws LeftOut */
  written(): string {
    const document = new Document(undefined, AS_WRITTEN);
    document.contents = this.document.contents;
    const text = document.toString({ lineWidth: 0 });
    const again = parseDocument(text, AS_WRITTEN);
    const isSame = again.errors.length === 0 && getShape(again.contents) === getShape(this.document.contents);
    if (!isSame || text.search(this.mark) >= 0) throw new LeftOut('its fix or a value cannot be written unchanged');
    return text;
  }

  private fill(): void {
    visit(this.document, {
      Node: (_key, node) => {
        node.comment &&= this.filled(node.comment, oneLine);
        node.commentBefore &&= this.filled(node.commentBefore, oneLine);
        if (!isScalar<string>(node)) return;
        const filled = this.filled(node.value);
        if (templatesIn(filled) !== templatesIn(node.value)) {
          throw new LeftOut('a value would be evaluated by Ansible as a template');
        }
        // Without quotes it would be no text but nothing.
        if (filled === '' && node.value !== '') node.type = 'QUOTE_DOUBLE';
        node.value = filled;
      },
    });
  }

  private filled(text: string, written = (value: string): string => value): string {
    return text.replace(this.mark, (_mark, index: string) => written(this.values[Number(index)]!));
  }
}

const oneLine = (value: string): string => value.replace(/\s+/g, ' ');

const templatesIn = (text: string): number => text.match(TEMPLATE)?.length ?? 0;

/** Tags, texts and places, of which two documents that mean the same have the same. */
function getShape(node: unknown): string {
  if (isPair(node)) return JSON.stringify(['pair', getShape(node.key), getShape(node.value)]);
  if (isAlias(node)) return JSON.stringify(['alias', node.source]);
  if (isScalar(node)) return JSON.stringify(['scalar', node.tag, node.anchor, node.value]);
  if (isMap(node)) return JSON.stringify(['map', node.tag, node.anchor, ...node.items.map(getShape)]);
  return isSeq(node) ? JSON.stringify(['seq', node.tag, node.anchor, ...node.items.map(getShape)]) : 'nothing';
}
