import { DescriptorError } from './descriptor-error';

/** Replacement texts of internal entities; null for an external one, which is never loaded. */
export type EntityTable = ReadonlyMap<string, string | null>;

export const ENTITY_NAME = '[\\p{L}_:][\\p{L}\\p{N}_:.\\u00b7-]*';

const DOCTYPE = new RegExp(`<!DOCTYPE\\s+${ENTITY_NAME}\\s*`, 'uy');
const ENTITY = new RegExp(`<!ENTITY\\s+(%\\s+)?(${ENTITY_NAME})\\s+`, 'uy');
const EXTERNAL_ID = /(SYSTEM|PUBLIC)\s/y;
const PARAMETER_REFERENCE = new RegExp(`%${ENTITY_NAME};`, 'u');
const CHARACTER_REFERENCE = /&#(?:x([0-9a-fA-F]+)|([0-9]+));/g;
const BLANKS = /\s*/y;

/** Reads a document type declaration at `start`; returns its entities and where it ends. @throws DescriptorError */
export function readDoctype(text: string, start: number): { entities: EntityTable; end: number } {
  return new DoctypeReader(text, start).read();
}

class DoctypeReader {
  private readonly entities = new Map<string, string | null>();
  private at: number;

  constructor(
    private readonly text: string,
    private readonly start: number,
  ) {
    this.at = start;
  }

  read(): { entities: EntityTable; end: number } {
    if (!this.take(DOCTYPE)) throw this.malformed(this.at);
    if (this.take(EXTERNAL_ID)) {
      throw this.problem('External DTDs are not supported', this.start);
    }
    if (this.text[this.at] === '[') {
      this.at++;
      this.readSubset();
      this.take(BLANKS);
    }
    if (this.text[this.at] !== '>') throw this.malformed(this.at);
    return { entities: this.entities, end: this.at + 1 };
  }

  private readSubset(): void {
    for (;;) {
      this.take(BLANKS);
      if (this.text[this.at] === ']') break;
      if (this.text.startsWith('<!--', this.at)) this.skipPast('-->', 4);
      else if (this.text.startsWith('<?', this.at)) this.skipPast('?>', 2);
      else if (this.text.startsWith('<!ENTITY', this.at)) this.readEntity();
      else if (this.text.startsWith('<!', this.at)) this.skipDeclaration();
      else if (this.text[this.at] === '%') {
        throw this.problem('References to parameter entities are not supported', this.at);
      } else throw this.malformed(this.at);
    }
    this.at++;
  }

  private readEntity(): void {
    const start = this.at;
    const declaration = this.take(ENTITY);
    if (!declaration) throw this.malformed(start);
    const [, isParameter, name = ''] = declaration;
    const isExternal = this.take(EXTERNAL_ID) !== null;
    const value = isExternal ? null : this.readLiteral();
    if (isExternal) this.skipDeclaration();
    else {
      this.take(BLANKS);
      if (this.text[this.at] !== '>') throw this.malformed(start);
      this.at++;
    }
    // The first declaration of a name counts.
    if (isParameter || this.entities.has(name)) return;
    this.entities.set(name, value === null ? null : this.toReplacement(value, start));
  }

  /** Character references are replaced in the declaration, entity references where the entity is used. */
  private toReplacement(value: string, at: number): string {
    if (PARAMETER_REFERENCE.test(value)) {
      throw this.problem('References to parameter entities are not supported', at);
    }
    return value.replace(CHARACTER_REFERENCE, (_, hex: string | undefined, decimal: string | undefined) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) throw this.malformed(at);
      return String.fromCodePoint(code);
    });
  }

  private readLiteral(): string {
    const quote = this.text[this.at];
    if (quote !== '"' && quote !== "'") throw this.malformed(this.at);
    const end = this.text.indexOf(quote, this.at + 1);
    if (end < 0) throw this.malformed(this.at);
    const value = this.text.slice(this.at + 1, end);
    this.at = end + 1;
    return value;
  }

  /** Moves to the end of a declaration; a ">" in quotes does not end it. */
  private skipDeclaration(): void {
    const start = this.at;
    for (; this.text[this.at] !== '>'; this.at++) {
      const char = this.text[this.at];
      if (char === undefined) throw this.malformed(start);
      if (char === '"' || char === "'") {
        this.readLiteral();
        this.at--;
      }
    }
    this.at++;
  }

  private skipPast(mark: string, offset: number): void {
    const end = this.text.indexOf(mark, this.at + offset);
    if (end < 0) throw this.malformed(this.at);
    this.at = end + mark.length;
  }

  private take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (match) this.at += match[0].length;
    return match;
  }

  private malformed(at: number): DescriptorError {
    return this.problem('The document type declaration is not well-formed', at);
  }

  private problem(reason: string, at: number): DescriptorError {
    return new DescriptorError(reason, countLines(this.text, 0, at) + 1);
  }
}

/** The number of line ends in [start, end) of a text. */
export function countLines(text: string, start = 0, end = text.length): number {
  let lines = 0;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x0a || (code === 0x0d && text.charCodeAt(at + 1) !== 0x0a)) lines++;
  }
  return lines;
}
