import { RecentMap } from '../recent-map';
import { KEY_OF_NUMBERS } from './label-key';

/** Maximum size of texts, and of keys; an entry takes about as much as a long text. */
const MAX_BYTES = 32 * 1024 * 1024;
const ENTRY_BYTES = 100;
const NUMBER_BYTES = 14;

interface KnownKey {
  readonly numbers: Float64Array;
  readonly key: string;
}

/**
 * Numbers of recent texts, never reused, so that recurring combinations are identified by a few characters. A forgotten
 * text gets a new number.
 */
export class SymbolNumbers {
  private readonly known = new RecentMap<string, number>(MAX_BYTES, (text) => text.length + ENTRY_BYTES);
  /** By hash; a collision replaces the entry. */
  private readonly keys = new RecentMap<number, KnownKey>(
    MAX_BYTES,
    (_hash, { numbers }) => numbers.length * NUMBER_BYTES + ENTRY_BYTES,
  );
  private last = 0;

  getNumber(text: string): number {
    let number = this.known.get(text);
    if (number === undefined) this.known.set(text, (number = ++this.last));
    return number;
  }

  /**
   * The key of the first `count` numbers, always as the same string object, because a new one would have to be hashed
   * and compared. Undefined if unknown.
   */
  toKey(numbers: Float64Array, count: number): string | undefined {
    const known = this.keys.get(toHash(numbers, count));
    return known && areEqual(known.numbers, numbers, count) ? known.key : undefined;
  }

  makeKey(numbers: Float64Array): string {
    const key = toText(numbers);
    this.keys.set(toHash(numbers, numbers.length), { numbers, key });
    return key;
  }
}

function toHash(numbers: Float64Array, count: number): number {
  let hash = count;
  for (let i = 0; i < count; i++) hash = Math.imul(hash ^ numbers[i]!, 0x9e3779b1) ^ (hash >>> 15);
  return hash;
}

function areEqual(known: Float64Array, numbers: Float64Array, count: number): boolean {
  if (known.length !== count) return false;
  for (let i = 0; i < count; i++) if (known[i] !== numbers[i]) return false;
  return true;
}

/** Three characters per number. */
function toText(numbers: Float64Array): string {
  const codes = Array.from(numbers).flatMap((number) => [
    number % 2 ** 16,
    Math.floor(number / 2 ** 16) % 2 ** 16,
    Math.floor(number / 2 ** 32),
  ]);
  return String.fromCharCode(KEY_OF_NUMBERS, ...codes);
}
