import { createHash } from 'node:crypto';
import { tooComplex } from '../documents/document-error';
import type { ElementHandler } from '../documents/element-handler';
import type { XmlElement } from '../documents/guarded-xml-reader';
import { toLiteralPath } from './named-files';

const DEFINITIONS = 'http://oval.mitre.org/XMLSchema/oval-definitions-5';
const NAME = /^oval:[^:\s]+:(?:def|tst|obj|ste|var):[0-9]+$/;
/** Attributes that do not change a check: texts for people, and version numbers. */
const WITHOUT_EFFECT = new Set(['comment', 'version', 'deprecated']);
const MAX_PARTS = 200_000;

export const isOvalName = (text: string): boolean => NAME.test(text);

export const isOvalDefinitions = (element: XmlElement): boolean =>
  element.uri === DEFINITIONS && element.local === 'oval_definitions';

interface Part {
  readonly digest: string;
  readonly references: readonly string[];
  /** Files that an object reads. */
  readonly files: readonly string[];
}

/**
 * OVAL definitions with everything they refer to: their digests, to find out whether a check is the same in two guides,
 * and the files that they read.
 */
export class OvalReader implements ElementHandler {
  private readonly parts = new Map<string, Part>();

  open(section: XmlElement): ElementHandler | undefined {
    return section.uri === DEFINITIONS && section.local !== 'generator'
      ? { open: (part) => this.openPart(part) }
      : undefined;
  }

  /** Digest of a definition and everything it refers to; undefined if it does not exist. */
  readonly toDigest = (name: string): string | undefined => {
    if (!this.parts.has(name)) return undefined;
    const lines = [...this.reach(name)].toSorted().map((one) => `${one} ${this.parts.get(one)?.digest ?? ''}`);
    return createHash('sha256').update(lines.join('\n')).digest('hex');
  };

  /** Files that a definition reads, as far as it names them literally. */
  readonly listFiles = (name: string): readonly string[] =>
    [...this.reach(name)].flatMap((one) => this.parts.get(one)?.files ?? []);

  private reach(name: string): ReadonlySet<string> {
    const reached = new Set([name]);
    for (const one of reached) for (const next of this.parts.get(one)?.references ?? []) reached.add(next);
    return reached;
  }

  private openPart(element: XmlElement): ElementHandler | undefined {
    const id = element.attributes['id']?.value;
    if (id === undefined || !isOvalName(id)) return undefined;
    if (this.parts.size >= MAX_PARTS) throw tooComplex();
    return new PartReader(element, (part) => this.parts.set(id, part));
  }
}

/** Reads a definition, test, object, state or variable. */
class PartReader implements ElementHandler {
  private readonly digest = createHash('sha256');
  private readonly references = new Set<string>();
  private depth = 1;
  private pending = '';
  private entity: XmlElement | undefined;
  /** Literal texts of an object's `filepath`, `path` and `filename`. */
  private readonly places: { filepath?: string; path?: string; filename?: string } = {};

  constructor(
    element: XmlElement,
    private readonly onRead: (part: Part) => void,
  ) {
    this.add(element);
  }

  open(child: XmlElement): ElementHandler | undefined {
    // Skips titles and descriptions.
    if (child.uri === DEFINITIONS && (child.local === 'metadata' || child.local === 'notes')) return undefined;
    this.flush();
    this.depth += 1;
    this.entity = this.depth === 2 ? child : undefined;
    this.add(child);
    return this;
  }

  text(text: string): void {
    this.pending += text;
  }

  close(): void {
    this.flush();
    this.digest.update('\0)');
    this.depth -= 1;
    this.entity = undefined;
    if (this.depth > 0) return;
    this.onRead({ digest: this.digest.digest('hex'), references: [...this.references], files: this.listFiles() });
  }

  private listFiles(): string[] {
    const { filepath, path, filename } = this.places;
    const joined = path !== undefined && filename ? `${path.replace(/\/$/, '')}/${filename}` : undefined;
    return [filepath, joined].filter((file) => file?.startsWith('/') === true) as string[];
  }

  private add({ uri, local, attributes }: XmlElement): void {
    this.digest.update(`\0(${uri} ${local}`);
    for (const name of Object.keys(attributes).toSorted()) {
      if (WITHOUT_EFFECT.has(name) || name === 'xmlns' || name.startsWith('xmlns:')) continue;
      const value = attributes[name]!.value;
      this.digest.update(`\0@${name}=${value}`);
      if (isOvalName(value)) this.references.add(value);
    }
  }

  private flush(): void {
    const text = this.pending.trim();
    this.pending = '';
    if (text === '') return;
    this.digest.update(`\0"${text}`);
    const name = this.entity?.local;
    if (name === 'filepath' || name === 'path' || name === 'filename') {
      const literal = toLiteralPath(text, this.entity?.attributes['operation']?.value);
      if (literal !== undefined) this.places[name] = literal;
    }
    if (isOvalName(text)) this.references.add(text);
  }
}
