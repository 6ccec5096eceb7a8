import type { PointBatch } from '../storage/log-segment';

const [QUOTE, COMMA, COLON, PLUS, MINUS, DOT, ZERO, NINE] = [34, 44, 58, 43, 45, 46, 48, 57];
const [OPEN_LIST, CLOSE_LIST, OPEN_RECORD, CLOSE_RECORD] = [91, 93, 123, 125];
const [SPACE, TAB, LINE_FEED, RETURN, SMALL_E, LARGE_E] = [32, 9, 10, 13, 101, 69];

const TIME = Buffer.from('"timeStamp"');
const VALUE = Buffer.from('"value"');
const SCHEDULE = Buffer.from('"scheduleId"');
const HAS_ALL = 7;
const MAX_INT = 2 ** 31 - 1;

/** Maximum number of digits for which the arithmetic of doubles is exact. */
const EXACT_DIGITS = 15;
const POWERS_OF_TEN = Float64Array.from({ length: EXACT_DIGITS + 1 }, (_, power) => 10 ** power);

/** Grows to the longest list seen; results are copied out of it. */
let scratch = columnsFor(1024);

/**
 * Parses `[{"timeStamp": …, "value": …, "scheduleId": …}, …]` directly from the bytes, in a third of the parser's time
 * and without an object per point. Each record must have exactly these three numeric fields; undefined otherwise, so
 * that the parser reads or refuses it.
 */
export function scanPoints(bytes: Buffer): PointBatch | undefined {
  return new Scanner(bytes).list();
}

function columnsFor(length: number): PointBatch {
  return {
    scheduleIds: new Int32Array(length),
    times: new Float64Array(length),
    values: new Float64Array(length),
  };
}

class Scanner {
  private at = 0;

  constructor(private readonly bytes: Buffer) {}

  list(): PointBatch | undefined {
    if (!this.takes(OPEN_LIST)) return undefined;
    let length = 0;
    if (!this.takes(CLOSE_LIST)) {
      do {
        if (length === scratch.times.length) grow();
        if (!this.record(length++)) return undefined;
      } while (this.takes(COMMA));
      if (!this.takes(CLOSE_LIST)) return undefined;
    }
    this.skipBlanks();
    if (this.at < this.bytes.length) return undefined;
    const { scheduleIds, times, values } = scratch;
    return {
      scheduleIds: scheduleIds.slice(0, length),
      times: times.slice(0, length),
      values: values.slice(0, length),
    };
  }

  /** Reads one record into the columns; false if it has another structure. */
  private record(index: number): boolean {
    if (!this.takes(OPEN_RECORD)) return false;
    let seen = 0;
    do {
      this.skipBlanks();
      const field = this.field();
      if (field === 0 || (seen & field) !== 0 || !this.takes(COLON)) return false;
      seen |= field;
      this.skipBlanks();
      const number = this.number();
      if (field === 2) {
        if (!Number.isFinite(number)) return false;
        scratch.values[index] = number;
      } else {
        // Adding zero converts minus zero to zero.
        if (!Number.isSafeInteger(number)) return false;
        if (field === 1) scratch.times[index] = number + 0;
        else if (Math.abs(number) > MAX_INT) return false;
        else scratch.scheduleIds[index] = number;
      }
    } while (this.takes(COMMA));
    return seen === HAS_ALL && this.takes(CLOSE_RECORD);
  }

  /** 1 for timeStamp, 2 for value, 4 for scheduleId, 0 for anything else. */
  private field(): number {
    if (this.bytes[this.at] !== QUOTE) return 0;
    switch (this.bytes[this.at + 1]) {
      case 116:
        return this.isNext(TIME) ? 1 : 0;
      case 118:
        return this.isNext(VALUE) ? 2 : 0;
      case 115:
        return this.isNext(SCHEDULE) ? 4 : 0;
      default:
        return 0;
    }
  }

  private isNext(name: Buffer): boolean {
    for (let i = 0; i < name.length; i++) if (this.bytes[this.at + i] !== name[i]) return false;
    this.at += name.length;
    return true;
  }

  /** NaN unless there is a valid JSON number. */
  private number(): number {
    const { bytes } = this;
    const start = this.at;
    const isNegative = bytes[this.at] === MINUS;
    if (isNegative) this.at++;
    const firstDigit = this.at;
    let digits = 0;
    let byte = bytes[this.at]!;
    for (; byte >= ZERO && byte <= NINE; byte = bytes[++this.at]!) digits = digits * 10 + byte - ZERO;
    const wholeDigits = this.at - firstDigit;
    if (wholeDigits === 0 || (wholeDigits > 1 && bytes[firstDigit] === ZERO)) return NaN;
    let decimals = 0;
    if (byte === DOT) {
      const firstDecimal = ++this.at;
      for (byte = bytes[this.at]!; byte >= ZERO && byte <= NINE; byte = bytes[++this.at]!) {
        digits = digits * 10 + byte - ZERO;
      }
      decimals = this.at - firstDecimal;
      if (decimals === 0) return NaN;
    }
    if (byte === SMALL_E || byte === LARGE_E) return this.exponent() ? this.longNumber(start) : NaN;
    if (wholeDigits + decimals > EXACT_DIGITS) return this.longNumber(start);
    // Both are exact, so that the quotient is the nearest double.
    const number = digits / POWERS_OF_TEN[decimals]!;
    return isNegative ? -number : number;
  }

  /** Reads the digits of an exponent; false if there are none. */
  private exponent(): boolean {
    const { bytes } = this;
    const sign = bytes[++this.at];
    if (sign === MINUS || sign === PLUS) this.at++;
    const firstDigit = this.at;
    while (bytes[this.at]! >= ZERO && bytes[this.at]! <= NINE) this.at++;
    return this.at > firstDigit;
  }

  private longNumber(start: number): number {
    return Number(this.bytes.toString('latin1', start, this.at));
  }

  private takes(byte: number): boolean {
    this.skipBlanks();
    if (this.bytes[this.at] !== byte) return false;
    this.at++;
    return true;
  }

  private skipBlanks(): void {
    for (;;) {
      const byte = this.bytes[this.at];
      if (byte !== SPACE && byte !== TAB && byte !== LINE_FEED && byte !== RETURN) return;
      this.at++;
    }
  }
}

function grow(): void {
  const { scheduleIds, times, values } = scratch;
  scratch = columnsFor(times.length * 2);
  scratch.scheduleIds.set(scheduleIds);
  scratch.times.set(times);
  scratch.values.set(values);
}
