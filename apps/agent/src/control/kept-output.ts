/** A program that writes more is stopped. */
export const MAX_WRITTEN_BYTES = 64 * 1024 * 1024;
/** Number of bytes kept from the start, and from the end. */
const KEPT_BYTES = 32 * 1024;
// oxlint-disable-next-line no-control-regex -- the sequences begin with a control character
const TERMINAL_SEQUENCES = /\u001B\[[0-9;?]*[A-Za-z]/g;
const UNSHOWN = /[^\P{Cc}\n\t]/gu;

/** The first and the last part of a program's output. */
export class KeptOutput {
  private readonly head = Buffer.alloc(KEPT_BYTES);
  /** A ring buffer: byte n after the head is at n modulo its length. */
  private readonly tail = Buffer.alloc(KEPT_BYTES);
  /** Total number of bytes written. */
  written = 0;

  add(chunk: Buffer): void {
    const inHead = Math.min(chunk.length, Math.max(0, KEPT_BYTES - this.written));
    if (inHead > 0) chunk.copy(this.head, this.written, 0, inHead);
    this.written += chunk.length;
    const rest = chunk.subarray(Math.max(inHead, chunk.length - KEPT_BYTES));
    const at = (this.written - rest.length) % KEPT_BYTES;
    const room = KEPT_BYTES - at;
    rest.copy(this.tail, at, 0, room);
    if (rest.length > room) rest.copy(this.tail, 0, room);
  }

  get isCut(): boolean {
    return this.written > 2 * KEPT_BYTES;
  }

  /** Output as UTF-8, without terminal sequences and control characters. */
  get text(): string {
    const head = this.head.subarray(0, this.written);
    const at = this.written % KEPT_BYTES;
    if (!this.isCut) {
      const tail = this.tail.subarray(0, Math.max(0, this.written - KEPT_BYTES));
      return toSafeText(Buffer.concat([head, tail]));
    }
    const tail = Buffer.concat([this.tail.subarray(at), this.tail.subarray(0, at)]);
    return `${toSafeText(head)}\n[${this.written - 2 * KEPT_BYTES} bytes left out]\n${toSafeText(tail)}`;
  }
}

/** Bytes as UTF-8, without terminal sequences; control characters are replaced. */
export function toSafeText(bytes: Buffer): string {
  return bytes
    .toString('utf8')
    .replaceAll('\r\n', '\n')
    .replaceAll(TERMINAL_SEQUENCES, '')
    .replaceAll(UNSHOWN, '\uFFFD');
}
