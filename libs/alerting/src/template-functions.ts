export type Argument = string | number;

interface TemplateFunction {
  /** Minimum number of arguments. */
  readonly least: number;
  readonly most: number;
  readonly call: (args: readonly Argument[]) => string;
}

/** Limits the output of a width that no readable text needs. */
const MAX_WIDTH = 40;
const MAX_RESULT = 4_000;
const MAX_ARGUMENTS = 20;

/** A function of one number; text that is not a number is returned unchanged. */
function ofNumber(call: (value: number) => string): TemplateFunction {
  const ofAny = ([given = '']: readonly Argument[]): string => {
    const value = typeof given === 'number' ? given : given.trim() === '' ? NaN : Number(given);
    return Number.isNaN(value) && typeof given === 'string' ? given : call(value);
  };
  return { least: 1, most: 1, call: ofAny };
}

function ofText(call: (text: string) => string): TemplateFunction {
  return { least: 1, most: 1, call: ([given = '']) => call(plain(given)) };
}

/** Functions with the names and output of Prometheus'. */
export const FUNCTIONS: ReadonlyMap<string, TemplateFunction> = new Map([
  ['humanize', ofNumber((value) => scaled(value, 1000, ['', 'k', 'M', 'G', 'T', 'P', 'E', 'Z', 'Y'], SMALL))],
  [
    'humanize1024',
    ofNumber((value) => scaled(value, 1024, ['', 'ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei', 'Zi', 'Yi'], [''])),
  ],
  ['humanizeDuration', ofNumber(durationText)],
  ['humanizePercentage', ofNumber((value) => `${shortNumber(value * 100)}%`)],
  ['humanizeTimestamp', ofNumber(timestampText)],
  ['print', { least: 1, most: MAX_ARGUMENTS, call: (args) => args.map(plain).join('') }],
  ['printf', { least: 1, most: MAX_ARGUMENTS, call: formatted }],
  ['stripDomain', ofText((text) => text.replace(/^([^.:]*[^.:\d][^.:]*)\.[^:]*/, '$1'))],
  ['stripPort', ofText((text) => text.replace(/^(?:\[([^\]]*)\]|([^:]*)):\d+$/, '$1$2'))],
  ['title', ofText((text) => text.replace(/(?<![\p{L}\p{N}'_])\p{L}/gu, (letter) => letter.toUpperCase()))],
  ['toLower', ofText((text) => text.toLowerCase())],
  ['toUpper', ofText((text) => text.toUpperCase())],
]);

export function callFunction(name: string, args: readonly Argument[]): string {
  return FUNCTIONS.get(name)!.call(args).slice(0, MAX_RESULT);
}

const SMALL = ['', 'm', 'u', 'n', 'p', 'f', 'a', 'z', 'y'];

function scaled(value: number, base: number, large: readonly string[], small: readonly string[]): string {
  if (value === 0 || !Number.isFinite(value)) return shortNumber(value);
  let [scaledValue, at] = [value, 0];
  if (Math.abs(value) >= 1) {
    while (Math.abs(scaledValue) >= base && at < large.length - 1) [scaledValue, at] = [scaledValue / base, at + 1];
    return `${shortNumber(scaledValue)}${large[at]}`;
  }
  while (Math.abs(scaledValue) < 1 && at < small.length - 1) [scaledValue, at] = [scaledValue * base, at + 1];
  return `${shortNumber(scaledValue)}${small[at]}`;
}

function durationText(value: number): string {
  if (!Number.isFinite(value)) return shortNumber(value);
  if (value === 0) return '0s';
  if (Math.abs(value) < 1) return `${scaled(value, 1000, [''], SMALL)}s`;
  const [sign, total] = [value < 0 ? '-' : '', Math.abs(value)];
  const whole = Math.trunc(total);
  const [seconds, minutes] = [whole % 60, Math.trunc(whole / 60) % 60];
  const [hours, days] = [Math.trunc(whole / 3_600) % 24, Math.trunc(whole / 86_400)];
  if (days > 0) return `${sign}${days}d ${hours}h ${minutes}m ${seconds}s`;
  if (hours > 0) return `${sign}${hours}h ${minutes}m ${seconds}s`;
  if (minutes > 0) return `${sign}${minutes}m ${seconds}s`;
  return `${sign}${shortNumber(total)}s`;
}

function timestampText(seconds: number): string {
  const time = new Date(seconds * 1000);
  if (Number.isNaN(time.getTime())) return shortNumber(seconds);
  const [date, clock] = time.toISOString().split(/[TZ]/) as [string, string];
  return `${date} ${clock.replace(/\.?0+$/, '')} +0000 UTC`;
}

/** Four digits, as `%.4g`. */
function shortNumber(value: number): string {
  return generalNumber(value, 4);
}

/** Formats like Go's `%g`: with an exponent for very small and very large numbers. */
export function generalNumber(value: number, digits?: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  if (value === 0) return '0';
  const [mantissa, exponent] = value.toExponential(digits === undefined ? undefined : digits - 1).split('e') as [
    string,
    string,
  ];
  const power = Number(exponent);
  if (power < -4 || power >= (digits ?? 21)) return `${withoutZeros(mantissa)}e${exponentText(power)}`;
  return digits === undefined ? String(Number(value)) : withoutZeros(value.toFixed(Math.max(0, digits - 1 - power)));
}

function withoutZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

function exponentText(power: number): string {
  return `${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

function plain(value: Argument): string {
  return typeof value === 'number' ? generalNumber(value) : value;
}

const VERB = /%(?:(%)|([-+ 0#]*)(\d*)(?:\.(\d*))?([a-zA-Z]))/g;

/** The subset of `printf` that annotations use: verbs for numbers and texts, with width and precision. */
function formatted([format = '', ...args]: readonly Argument[]): string {
  let at = 0;
  return plain(format).replace(
    VERB,
    (_all, percent: string, flags: string, width: string, precision: string | undefined, verb: string) => {
      if (percent) return '%';
      if (at >= args.length) return `%!${verb}(MISSING)`;
      const text = verbText(
        verb,
        args[at++]!,
        precision === undefined ? undefined : Math.min(Number(precision), MAX_WIDTH),
        flags,
      );
      const wide = Math.min(Number(width), MAX_WIDTH);
      if (flags.includes('-')) return text.padEnd(wide);
      return flags.includes('0') ? text.padStart(wide, '0') : text.padStart(wide);
    },
  );
}

function verbText(verb: string, given: Argument, precision: number | undefined, flags: string): string {
  if (verb === 's' || verb === 'v') return plain(given).slice(0, verb === 's' ? precision : undefined);
  if (verb === 'q') return JSON.stringify(plain(given));
  const value = Number(given);
  const sign = flags.includes('+') && value >= 0 ? '+' : '';
  if (!Number.isFinite(value)) return plain(value);
  if (verb === 'f' || verb === 'F') return sign + value.toFixed(precision ?? 6);
  if (verb === 'e') return sign + value.toExponential(precision ?? 6).replace(/e([+-])(\d)$/, 'e$10$2');
  if (verb === 'g') return sign + generalNumber(value, precision === undefined ? undefined : Math.max(1, precision));
  if (verb === 'd') return sign + String(Math.trunc(value));
  return `%!${verb}(${plain(given)})`;
}
