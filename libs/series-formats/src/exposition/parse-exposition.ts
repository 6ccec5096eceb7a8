/** A sample of an exporter. */
export interface ExposedSample {
  readonly name: string;
  readonly labels: readonly (readonly [name: string, value: string])[];
  readonly value: number;
  /** Undefined without a timestamp, as usual. */
  readonly timeMs: number | undefined;
}

/** A metric family of an exposition. */
export interface ExposedFamily {
  type?: string;
  help?: string;
  unit?: string;
}

export interface Exposition {
  readonly samples: readonly ExposedSample[];
  /**
   * By name. In the text format, the name is that of the samples except for the suffixes of histograms and summaries.
   */
  readonly families: ReadonlyMap<string, ExposedFamily>;
}

export type ExpositionFormat = 'text' | 'openmetrics';

/** The exposition violates the format. */
export class ExpositionError extends Error {
  override readonly name = 'ExpositionError';

  constructor(reason: string, line: number) {
    super(`line ${line}: ${reason}`);
  }
}

const TYPES: Readonly<Record<ExpositionFormat, readonly string[]>> = {
  text: ['counter', 'gauge', 'histogram', 'summary', 'untyped'],
  openmetrics: ['counter', 'gauge', 'histogram', 'gaugehistogram', 'stateset', 'info', 'summary', 'unknown'],
};
/** Suffixes of sample names in OpenMetrics. */
const SUFFIXES: Readonly<Record<string, readonly string[]>> = {
  counter: ['_total', '_created'],
  gauge: [''],
  histogram: ['_bucket', '_sum', '_count', '_created'],
  gaugehistogram: ['_bucket', '_gsum', '_gcount'],
  stateset: [''],
  info: ['_info'],
  summary: ['', '_sum', '_count', '_created'],
  unknown: [''],
};
const WITH_EXEMPLARS = /^(counter _total|(gauge)?histogram _bucket)$/;
const MAX_EXEMPLAR_LABELS = 128;

const NAME = /[A-Za-z_:][\w:]*/y;
const LABEL_NAME = /[A-Za-z_]\w*/y;
const LABEL_VALUE = /"((?:[^"\\\n]|\\[^\n])*)"/y;
const WORD = /[^ \t]+/y;
const NUMBER = /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|inf(?:inity)?|nan)$/i;
const WHOLE = /^[+-]?\d+$/;

/**
 * Parses an exposition: Prometheus' text format 0.0.4 or OpenMetrics 1.0.
 * @throws ExpositionError for invalid input, and for more than `most` samples
 */
export function parseExposition(text: string, format: ExpositionFormat, most = Infinity): Exposition {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const reader = format === 'text' ? new TextReader() : new OpenMetricsReader();
  for (const [index, line] of lines.entries()) {
    try {
      reader.take(line);
      if (reader.samples.length > most) throw new Refusal(`more than ${most} samples`);
    } catch (error) {
      if (error instanceof Refusal) throw new ExpositionError(error.message, index + 1);
      throw error;
    }
  }
  if (!reader.isComplete) throw new ExpositionError('no "# EOF" at the end', lines.length);
  return reader;
}

class Refusal extends Error {}

/** The text format allows comments and blank lines anywhere, and blanks between words; times are in ms. */
class TextReader implements Exposition {
  readonly samples: ExposedSample[] = [];
  readonly families = new Map<string, ExposedFamily>();
  readonly isComplete = true;

  take(line: string): void {
    const cursor = new Cursor(line);
    cursor.skipBlanks();
    if (cursor.isAt('#')) this.takeComment(cursor);
    else if (!cursor.isAtEnd) this.samples.push(this.readSample(cursor));
  }

  private takeComment(line: Cursor): void {
    line.require('#');
    line.skipBlanks();
    const isType = line.skip('TYPE');
    if (!isType && !line.skip('HELP')) return;
    if (!line.isAt(' ') && !line.isAt('\t')) return;
    line.skipBlanks();
    const name = line.read(NAME, 'the name of a metric');
    line.skipBlanks();
    const family = getFamily(this.families, name);
    if (!isType) family.help = unescape(line.rest, false);
    else if (TYPES.text.includes(line.rest.trimEnd())) family.type = line.rest.trimEnd();
    else throw new Refusal(`unknown type "${shown(line.rest)}"`);
  }

  private readSample(line: Cursor): ExposedSample {
    const name = line.read(NAME, 'the name of a metric');
    line.skipBlanks();
    const labels = line.isAt('{') ? readLabels(line, true) : [];
    line.skipBlanks();
    const value = toNumber(line.read(WORD, 'a value'));
    line.skipBlanks();
    const time = line.isAtEnd ? undefined : line.read(WORD, 'a time');
    if (time !== undefined && !WHOLE.test(time)) throw new Refusal(`"${shown(time)}" is no time in ms`);
    line.skipBlanks();
    line.requireEnd();
    return { name, labels, value, timeMs: time === undefined ? undefined : Number(time) };
  }
}

/** OpenMetrics has a single blank between words, metadata before the samples of a family, and an end marker. */
class OpenMetricsReader implements Exposition {
  readonly samples: ExposedSample[] = [];
  readonly families = new Map<string, ExposedFamily>();
  isComplete = false;
  /** The current family. */
  private current = '';
  private hasSamples = false;

  take(line: string): void {
    if (this.isComplete) throw new Refusal('text behind "# EOF"');
    if (line === '# EOF') this.isComplete = true;
    else if (line.startsWith('#')) this.takeMetadata(line);
    else this.samples.push(this.readSample(new Cursor(line)));
  }

  private takeMetadata(line: string): void {
    const [, kind, name, rest] = /^# (TYPE|HELP|UNIT) ([^ ]+)(?: (.*))?$/.exec(line) ?? [];
    if (kind === undefined || name === undefined || rest === undefined || !isWhole(NAME, name)) {
      throw new Refusal(`"${shown(line)}" is neither metadata nor "# EOF"`);
    }
    if (name !== this.current) this.begin(name);
    if (this.hasSamples) throw new Refusal(`metadata behind the samples of ${shown(name)}`);
    const family = this.families.get(name)!;
    const field = kind.toLowerCase() as keyof ExposedFamily;
    if (family[field] !== undefined) throw new Refusal(`a second ${kind} of ${shown(name)}`);
    if (kind === 'TYPE' && !TYPES.openmetrics.includes(rest)) throw new Refusal(`unknown type "${shown(rest)}"`);
    if (kind === 'UNIT' && rest !== '' && !name.endsWith(`_${rest}`)) {
      throw new Refusal(`${shown(name)} does not end in its unit "${shown(rest)}"`);
    }
    family[field] = kind === 'HELP' ? unescape(rest, true) : rest;
  }

  private begin(name: string): void {
    if (this.families.has(name)) throw new Refusal(`${shown(name)} comes again behind others`);
    this.families.set(name, {});
    this.current = name;
    this.hasSamples = false;
  }

  private readSample(line: Cursor): ExposedSample {
    const name = line.read(NAME, 'the name of a metric');
    const labels = line.isAt('{') ? readLabels(line, false) : [];
    line.require(' ');
    const value = toNumber(line.read(WORD, 'a value'));
    const suffix = this.findSuffix(name);
    const timeMs = line.isAtEnd || line.isAt(' # ') ? undefined : readSeconds(line);
    if (line.isAt(' # ')) this.skipExemplar(line, suffix);
    line.requireEnd();
    this.hasSamples = true;
    return { name, labels, value, timeMs };
  }

  /** Suffix of a name after that of its family, which starts here if it has no metadata. */
  private findSuffix(name: string): string {
    const { type = 'unknown' } = this.families.get(this.current) ?? {};
    const suffix = SUFFIXES[type]!.find((each) => name === this.current + each);
    if (suffix !== undefined && this.current !== '') return suffix;
    this.begin(name);
    return '';
  }

  private skipExemplar(line: Cursor, suffix: string): void {
    const { type = 'unknown' } = this.families.get(this.current)!;
    if (!WITH_EXEMPLARS.test(`${type} ${suffix}`)) throw new Refusal(`an exemplar where ${type} has none`);
    line.require(' # ');
    if (!line.isAt('{')) throw new Refusal('an exemplar without labels');
    const characters = readLabels(line, false).reduce((sum, label) => sum + [...label.join('')].length, 0);
    if (characters > MAX_EXEMPLAR_LABELS) throw new Refusal('labels of an exemplar are too long');
    line.require(' ');
    toNumber(line.read(WORD, 'the value of an exemplar'));
    if (!line.isAtEnd) readSeconds(line);
  }
}

/** A position in a line. */
class Cursor {
  private at = 0;

  constructor(private readonly line: string) {}

  get isAtEnd(): boolean {
    return this.at === this.line.length;
  }

  get rest(): string {
    return this.line.slice(this.at);
  }

  isAt(text: string): boolean {
    return this.line.startsWith(text, this.at);
  }

  skipBlanks(): void {
    while (this.isAt(' ') || this.isAt('\t')) this.at++;
  }

  /** Skips the text if it is next. */
  skip(text: string): boolean {
    if (!this.isAt(text)) return false;
    this.at += text.length;
    return true;
  }

  require(text: string): void {
    if (!this.skip(text)) throw new Refusal(`"${text}" expected at column ${this.at + 1}`);
  }

  requireEnd(): void {
    if (!this.isAtEnd) throw new Refusal(`end of line expected at column ${this.at + 1}`);
  }

  /** Consumes a sticky pattern; returns its first group, or the whole match. */
  read(pattern: RegExp, what: string): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.line);
    if (!found) throw new Refusal(`${what} expected at column ${this.at + 1}`);
    this.at = pattern.lastIndex;
    return found[1] ?? found[0];
  }
}

/** @param isLoose allows blanks between the parts and a trailing comma, as in the text format */
function readLabels(line: Cursor, isLoose: boolean): [string, string][] {
  const labels: [string, string][] = [];
  const names = new Set<string>();
  const blanks = (): void => (isLoose ? line.skipBlanks() : undefined);
  line.require('{');
  blanks();
  while (!line.skip('}')) {
    const name = line.read(LABEL_NAME, 'the name of a label');
    if (names.has(name)) throw new Refusal(`two labels "${shown(name)}"`);
    names.add(name);
    blanks();
    line.require('=');
    blanks();
    labels.push([name, unescape(line.read(LABEL_VALUE, 'the value of a label'), true)]);
    blanks();
    if (line.isAt('}')) continue;
    line.require(',');
    blanks();
    if (!isLoose && line.isAt('}')) throw new Refusal('the name of a label expected');
  }
  return labels;
}

function readSeconds(line: Cursor): number {
  line.require(' ');
  const seconds = toNumber(line.read(WORD, 'a time'));
  if (!Number.isFinite(seconds)) throw new Refusal('a time that is not finite');
  return Math.round(seconds * 1000);
}

function toNumber(text: string): number {
  if (!NUMBER.test(text)) throw new Refusal(`"${shown(text)}" is no number`);
  if (/nan$/i.test(text)) return NaN;
  return /inf/i.test(text) ? (text.startsWith('-') ? -Infinity : Infinity) : Number(text);
}

/** Unknown escapes keep both characters. */
function unescape(text: string, withQuotes: boolean): string {
  if (!text.includes('\\')) return text;
  return text.replaceAll(/\\([\\n"])/g, (both, escaped: string) => {
    if (escaped === 'n') return '\n';
    return escaped === '"' && !withQuotes ? both : escaped;
  });
}

function getFamily(families: Map<string, ExposedFamily>, name: string): ExposedFamily {
  const family = families.get(name) ?? {};
  families.set(name, family);
  return family;
}

function isWhole(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0;
  return pattern.exec(text)?.[0] === text;
}

function shown(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
