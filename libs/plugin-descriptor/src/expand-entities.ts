import { DescriptorError } from './descriptor-error';
import { countLines, ENTITY_NAME, type EntityTable, readDoctype } from './internal-subset';

/** A document without document type declaration and entity references. */
export interface ExpandedXml {
  readonly text: string;
  /** Line in the original for a line (from 1) of the text; inside an expansion, that of the reference. */
  readonly sourceLine: (line: number) => number;
}

export const ENTITY_LIMITS = { depth: 8, expansions: 10_000, expandedBytes: 20 * 1024 * 1024 };

const MAX_ATTRIBUTES = 1000;
const PREDEFINED = new Set(['lt', 'gt', 'amp', 'apos', 'quot']);
const REFERENCE = new RegExp(`&(?:#[0-9]+|#x[0-9a-fA-F]+|(${ENTITY_NAME}));`, 'uy');
const MARKUP = /[<&]/g;
const TAG_MARK = /["'>]/g;

/**
 * Replaces the internal entities of a document by their text, before its namespaces are known: a prefix inside of a
 * fragment is bound where the fragment is used (rule plugins-3). Comments, CDATA sections and processing instructions
 * are unchanged, in entities as in the document, and so are predefined entities and character references.
 * @throws DescriptorError on a reference to anything external or undeclared, on fragments that do not close what they
 * open, and beyond the limits.
 */
export function expandEntities(text: string): ExpandedXml {
  const doctype = findDoctype(text);
  const expansion = new Expansion(doctype?.entities ?? new Map());
  if (doctype) {
    expansion.copyDocument(text, 0, doctype.start);
    expansion.skip(text, doctype.start, doctype.end);
  }
  expansion.copyDocument(text, doctype?.end ?? 0, text.length);
  return expansion.result();
}

function findDoctype(text: string): { start: number; end: number; entities: EntityTable } | undefined {
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    if (text.startsWith('<!DOCTYPE', at)) return { start: at, ...readDoctype(text, at) };
    const close = text.startsWith('<!--', at) ? '-->' : text.startsWith('<?', at) ? '?>' : undefined;
    if (close === undefined) return undefined;
    const end = text.indexOf(close, at + 2);
    if (end < 0) return undefined;
    at = end + close.length;
  }
  return undefined;
}

/**
 * From here on, lines of the expanded text correspond to original lines starting at `source`, or all to the line
 * `source`.
 */
interface LineMark {
  readonly from: number;
  readonly source: number;
  readonly isFixed: boolean;
}

/** A text that is copied: the document, or the replacement of an entity. */
interface Span {
  readonly text: string;
  readonly end: number;
}

class Expansion {
  private readonly pieces: string[] = [];
  private readonly marks: LineMark[] = [{ from: 1, source: 1, isFixed: false }];
  private readonly open: string[] = [];
  /** Text copied since the last piece, as a single range, so that plain documents consist of few pieces. */
  private stretch = { text: '', start: 0, end: 0 };
  private sourceLine = 1;
  private writtenLine = 1;
  private bytes = 0;
  private expansions = 0;
  private openElements = 0;

  constructor(private readonly entities: EntityTable) {}

  copyDocument(text: string, start: number, end: number): void {
    this.copyContent({ text, end }, start);
    this.flush();
  }

  /** Omits a part of the document. */
  skip(text: string, start: number, end: number): void {
    this.sourceLine += countLines(text, start, end);
    this.mark();
  }

  result(): ExpandedXml {
    const marks = this.marks;
    return { text: this.pieces.join(''), sourceLine: (line) => getSourceLine(marks, line) };
  }

  private copyContent(span: Span, start: number): void {
    const { text, end } = span;
    let at = start;
    while (at < end) {
      MARKUP.lastIndex = at;
      const next = Math.min(MARKUP.exec(text)?.index ?? end, end);
      this.copy(text, at, next);
      if (next === end) break;
      at = text[next] === '&' ? this.copyReference(span, next, 'content') : this.copyMarkup(span, next);
    }
  }

  private copyMarkup(span: Span, at: number): number {
    const { text } = span;
    if (text.startsWith('<!--', at)) return this.copyThrough(span, at, 4, '-->');
    if (text.startsWith('<![CDATA[', at)) return this.copyThrough(span, at, 9, ']]>');
    if (text.startsWith('<?', at)) return this.copyThrough(span, at, 2, '?>');
    if (text.startsWith('<!', at)) throw this.problem('The document has a misplaced declaration');
    if (text.startsWith('</', at)) {
      if (--this.openElements < 0) throw this.problem('A closing tag has no opening tag in the same entity');
      return this.copyThrough(span, at, 2, '>');
    }
    return this.copyStartTag(span, at);
  }

  private copyStartTag(span: Span, start: number): number {
    const { text } = span;
    let at = start;
    for (let attributes = 0; ; attributes++) {
      if (attributes > MAX_ATTRIBUTES) throw this.problem(`An element has more than ${MAX_ATTRIBUTES} attributes`);
      TAG_MARK.lastIndex = at;
      const mark = TAG_MARK.exec(text);
      if (!mark) return this.copyUnclosed(span, at);
      if (mark[0] === '>') {
        if (text[mark.index - 1] !== '/') this.openElements++;
        this.copy(text, at, mark.index + 1);
        return mark.index + 1;
      }
      const end = text.indexOf(mark[0], mark.index + 1);
      if (end < 0) return this.copyUnclosed(span, at);
      this.copy(text, at, mark.index + 1);
      this.copyValue({ text, end }, mark.index + 1, false);
      this.copy(text, end, end + 1);
      at = end + 1;
    }
  }

  /** Text of an attribute, or of an entity in one, where quotes are ordinary characters. */
  private copyValue(span: Span, start: number, isReplacement: boolean): void {
    const { text, end } = span;
    let at = start;
    while (at < end) {
      // Searches only the value: searching the rest of the document for each value would take quadratic time.
      const found = text.slice(at, end).indexOf('&');
      const next = found < 0 ? end : at + found;
      if (isReplacement) this.writeInValue(text.slice(at, next));
      else this.copy(text, at, next);
      if (next === end) break;
      at = this.copyReference(span, next, 'value');
    }
  }

  private writeInValue(text: string): void {
    if (text.includes('<')) throw this.problem(`Entity "${this.open.at(-1)}" puts "<" into an attribute`);
    const quoted = text.replaceAll('"', '&quot;').replaceAll("'", '&apos;');
    this.copy(quoted, 0, quoted.length);
  }

  private copyReference({ text, end }: Span, at: number, place: 'content' | 'value'): number {
    REFERENCE.lastIndex = at;
    const match = REFERENCE.exec(text);
    if (!match || at + match[0].length > end) throw this.problem('"&" does not start a reference');
    const [reference, name] = match;
    if (name === undefined || PREDEFINED.has(name)) this.copy(text, at, at + reference.length);
    else this.expand(name, place);
    return at + reference.length;
  }

  private expand(name: string, place: 'content' | 'value'): void {
    this.flush();
    const replacement = this.entities.get(name);
    if (replacement === undefined) throw this.problem(`Entity "${name}" is not declared`);
    if (replacement === null) throw this.problem(`Entity "${name}" is external; external entities are not loaded`);
    if (this.open.includes(name)) throw this.problem(`Entity "${name}" refers to itself`);
    if (this.open.length >= ENTITY_LIMITS.depth) {
      throw this.problem(`Entities are nested more than ${ENTITY_LIMITS.depth} levels deep`);
    }
    if (++this.expansions > ENTITY_LIMITS.expansions) {
      throw this.problem(`The document has more than ${ENTITY_LIMITS.expansions} entity references`);
    }
    this.open.push(name);
    this.mark();
    if (place === 'value') this.copyValue({ text: replacement, end: replacement.length }, 0, true);
    else this.copyFragment(name, replacement);
    this.flush();
    this.open.pop();
    this.mark();
  }

  private copyFragment(name: string, replacement: string): void {
    const outside = this.openElements;
    this.openElements = 0;
    this.copyContent({ text: replacement, end: replacement.length }, 0);
    if (this.openElements !== 0) throw this.problem(`Entity "${name}" opens an element that it does not close`);
    this.openElements = outside;
  }

  private copyThrough(span: Span, at: number, offset: number, mark: string): number {
    const end = span.text.indexOf(mark, at + offset);
    if (end < 0) return this.copyUnclosed(span, at);
    this.copy(span.text, at, end + mark.length);
    return end + mark.length;
  }

  /** The parser reports unclosed constructs. */
  private copyUnclosed({ text, end }: Span, at: number): number {
    if (this.open.length > 0) throw this.problem(`Entity "${this.open.at(-1)}" is not well-formed`);
    this.copy(text, at, end);
    return end;
  }

  private copy(text: string, start: number, end: number): void {
    if (this.stretch.text === text && this.stretch.end === start) {
      this.stretch.end = end;
      return;
    }
    this.flush();
    this.stretch = { text, start, end };
  }

  private flush(): void {
    const { text, start, end } = this.stretch;
    this.stretch = { text: '', start: 0, end: 0 };
    if (start === end) return;
    const piece = text.slice(start, end);
    this.bytes += Buffer.byteLength(piece);
    if (this.bytes > ENTITY_LIMITS.expandedBytes) {
      throw this.problem('The document is larger than 20 MiB with its entities expanded');
    }
    const lines = countLines(piece);
    this.writtenLine += lines;
    if (this.open.length === 0) this.sourceLine += lines;
    this.pieces.push(piece);
  }

  private mark(): void {
    this.marks.push({ from: this.writtenLine, source: this.sourceLine, isFixed: this.open.length > 0 });
  }

  private problem(reason: string): DescriptorError {
    this.flush();
    return new DescriptorError(reason, this.sourceLine);
  }
}

/** Marks are in order of lines; the last one at or before the line applies. */
function getSourceLine(marks: readonly LineMark[], line: number): number {
  let low = 0;
  let high = marks.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((marks[middle]?.from ?? 0) <= line) low = middle;
    else high = middle;
  }
  const mark = marks[low];
  if (!mark) return line;
  return mark.isFixed ? mark.source : mark.source + line - mark.from;
}
