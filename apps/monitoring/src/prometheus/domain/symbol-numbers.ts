import { LRUCache } from 'lru-cache';

/** Bytes that texts may take; an entry takes about as much as a long one. */
const MOST_BYTES = 32 * 1024 * 1024;
const ENTRY_BYTES = 100;

/**
 * Numbers of the texts that came last, never given twice: what consists of texts that keep coming is told apart by a few
 * characters. A text that was forgotten gets another number.
 */
export class SymbolNumbers {
  private readonly known = new LRUCache<string, number>({
    maxSize: MOST_BYTES,
    sizeCalculation: (_number, text) => text.length + ENTRY_BYTES,
  });
  private last = 0;

  numberOf(text: string): number {
    let number = this.known.get(text);
    if (number === undefined) this.known.set(text, (number = ++this.last));
    return number;
  }
}
