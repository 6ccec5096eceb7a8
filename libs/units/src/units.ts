/** Unit constants (rule http-22); `unitSymbol` returns their display form. */
export type Unit = keyof typeof UNIT_SYMBOLS;

const UNIT_SYMBOLS = {
  NONE: '',
  PERCENTAGE: '%',
  BYTES: 'B',
  KILOBYTES: 'KB',
  MEGABYTES: 'MB',
  GIGABYTES: 'GB',
  TERABYTES: 'TB',
  PETABYTES: 'PB',
  BITS: 'b',
  KILOBITS: 'Kb',
  MEGABITS: 'Mb',
  GIGABITS: 'Gb',
  TERABITS: 'Tb',
  PETABITS: 'Pb',
  EPOCH_MILLISECONDS: '',
  EPOCH_SECONDS: '',
  JIFFYS: 'j',
  NANOSECONDS: 'ns',
  MICROSECONDS: 'us',
  MILLISECONDS: 'ms',
  SECONDS: 's',
  MINUTES: 'm',
  HOURS: 'h',
  DAYS: 'd',
  CELSIUS: 'C',
  KELVIN: 'K',
  FAHRENHEIGHT: 'F',
} as const;

export const UNITS = Object.keys(UNIT_SYMBOLS) as Unit[];

/** Symbol of a unit in the API, e.g. "B" for BYTES; empty for none. */
export function unitSymbol(unit: Unit): string {
  return UNIT_SYMBOLS[unit];
}

/** The unit with this symbol in the API; by default a plain number. */
export function unitOfSymbol(symbol: string): Unit {
  return UNITS.find((unit) => symbol !== '' && UNIT_SYMBOLS[unit] === symbol) ?? 'NONE';
}
