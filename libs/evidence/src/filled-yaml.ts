import { createHash } from 'node:crypto';
import { Document, isAlias, isMap, isPair, isScalar, isSeq, parseDocument, type ParsedNode, visit } from 'yaml';

/** The reason for omitting a fix from the playbook, for its reader. */
export class LeftOut extends Error {}

interface Value {
  /** Offset in the text, in characters. */
  readonly at: number;
  readonly text: string;
}

/** Keeps every scalar as text: Ansible reads YAML 1.1, where `0644` is octal, but in YAML 1.2 it is 644. */
const AS_WRITTEN = { schema: 'failsafe' } as const;
/** Delimiters of Jinja templates, which Ansible evaluates. */
const TEMPLATE = /\{[{%#]|[}%#]\}/g;

/**
 * A YAML sequence with inserted values. It is parsed with placeholders, which are then replaced inside of scalars, so
 * that a value stays a single text, whatever YAML syntax it contains.
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

  /** Empty if the document is not a sequence. */
  get items(): readonly unknown[] {
    const { contents, errors } = this.document;
    return errors.length === 0 && isSeq(contents) ? contents.items : [];
  }

  /**
   * Throws unless the written text parses to the same document.
   * @throws LeftOut
   */
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
        // An empty plain scalar would be null instead of text.
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

/** Tags, texts and positions; equal for documents with equal meaning. */
function getShape(node: unknown): string {
  if (isPair(node)) return JSON.stringify(['pair', getShape(node.key), getShape(node.value)]);
  if (isAlias(node)) return JSON.stringify(['alias', node.source]);
  if (isScalar(node)) return JSON.stringify(['scalar', node.tag, node.anchor, node.value]);
  if (isMap(node)) return JSON.stringify(['map', node.tag, node.anchor, ...node.items.map(getShape)]);
  return isSeq(node) ? JSON.stringify(['seq', node.tag, node.anchor, ...node.items.map(getShape)]) : 'nothing';
}
