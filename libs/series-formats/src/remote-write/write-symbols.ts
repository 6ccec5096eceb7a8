import { Reader } from 'protobufjs/minimal';
import type { LabelPair } from '../incoming-series';
import { RefusedSeries } from '../refusals';
import { MAX_KEY_BYTES, TOO_LONG } from './label-key';
import type { SymbolNumbers } from './symbol-numbers';
import { readEnd, labelTooLong, MalformedWrite, MAX_LABELS, readPair, requireEnd, tooManyLabels } from './write-fields';

/** The symbol table of a message, to which its series refer. */
export class Symbols {
  private readonly starts: Int32Array;
  private readonly ends: Int32Array;
  /** 0 for a symbol that no series has referred to yet. */
  private readonly numbers: Float64Array;
  private length = 0;
  /** References of the current series, with room for one label too many; reused to avoid garbage. */
  private readonly refs = new Int32Array(2 * MAX_LABELS + 2);
  private readonly numbersOfSeries = new Float64Array(2 * MAX_LABELS);
  private count = 0;

  /** @param count number of symbols that will be added */
  constructor(
    private readonly bytes: Buffer,
    private readonly known: SymbolNumbers,
    count: number,
  ) {
    this.starts = new Int32Array(count);
    this.ends = new Int32Array(count);
    this.numbers = new Float64Array(count);
  }

  add(reader: Reader): void {
    const end = readEnd(reader);
    this.starts[this.length] = reader.pos;
    this.ends[this.length++] = end;
    reader.pos = end;
  }

  getBytes(ref: number): Buffer {
    const end = this.symbolEnd(ref);
    return this.bytes.subarray(this.starts[ref], end);
  }

  beginSeries(): void {
    this.count = 0;
  }

  /** Reads references of labels, packed (tag 10) or single. */
  readRefs(reader: Reader, tag: number): void {
    const end = tag === 0x0a ? readEnd(reader) : reader.pos + 1;
    while (reader.pos < end) {
      const ref = reader.uint32();
      if (this.count < this.refs.length) this.refs[this.count++] = ref;
    }
    if (tag === 0x0a) requireEnd(reader, end);
  }

  keyOfSeries(): string {
    const { refs, count, numbers, numbersOfSeries } = this;
    if (count % 2 === 1) throw new MalformedWrite('a label of a series has no value');
    if (count === 0 || count > 2 * MAX_LABELS) return TOO_LONG;
    for (let i = 0; i < count; i++) {
      const ref = refs[i]!;
      numbersOfSeries[i] = numbers[ref] ||= this.known.getNumber(this.toLatin1(ref));
    }
    const key = this.known.toKey(numbersOfSeries, count);
    if (key !== undefined) return key;
    return this.totalLength(refs.subarray(0, count)) > MAX_KEY_BYTES
      ? TOO_LONG
      : this.known.makeKey(numbersOfSeries.slice(0, count));
  }

  /** @param place start and end of the series */
  readLabels([start, end]: readonly number[]): LabelPair[] | RefusedSeries {
    const refs = this.toRefs(start!, end!);
    if (refs.length > 2 * MAX_LABELS) return tooManyLabels(this.getBytes(refs.at(-2)!));
    if (this.totalLength(refs) > MAX_KEY_BYTES) {
      const longest = refs.reduce((a, b) => (this.getBytes(b).length > this.getBytes(a).length ? b : a));
      const name = refs[refs.indexOf(longest) & ~1]!;
      return labelTooLong(this.getBytes(name));
    }
    const labels: LabelPair[] = [];
    for (let i = 0; i < refs.length; i += 2) {
      const pair = readPair(this.getBytes(refs[i]!), this.getBytes(refs[i + 1]!));
      if (pair instanceof RefusedSeries) return pair;
      labels.push(pair);
    }
    return labels;
  }

  /** Rereads the references of a series, which is rarely needed. */
  private toRefs(start: number, end: number): Int32Array {
    const reader = Reader.create(this.bytes);
    reader.pos = start;
    this.beginSeries();
    while (reader.pos < end) {
      const tag = reader.uint32();
      if (tag === 0x0a || tag === 0x08) this.readRefs(reader, tag);
      else reader.skipType(tag & 7);
    }
    return this.refs.slice(0, this.count);
  }

  /** The bytes as text, without validation. */
  private toLatin1(ref: number): string {
    const end = this.symbolEnd(ref);
    return this.bytes.toString('latin1', this.starts[ref], end);
  }

  private symbolEnd(ref: number): number {
    const end = this.ends[ref];
    if (end === undefined) throw new MalformedWrite(`no symbol ${ref}`);
    return end;
  }

  private totalLength(refs: Int32Array): number {
    let length = 0;
    for (const ref of refs) length += this.symbolEnd(ref) - this.starts[ref]!;
    return length;
  }
}
