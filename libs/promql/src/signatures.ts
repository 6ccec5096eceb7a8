import type { ValueType } from './expression';

export interface Signature {
  readonly args: readonly ValueType[];
  readonly least: number;
  /** Infinity if the last argument may be repeated. */
  readonly most: number;
  readonly returns: ValueType;
}

const TYPES: Readonly<Record<string, ValueType>> = { s: 'scalar', t: 'string', v: 'vector', m: 'matrix' };

const OF_VECTOR =
  'abs absent acos acosh asin asinh atan atanh ceil cos cosh deg exp floor histogram_avg histogram_count histogram_stddev histogram_stdvar histogram_sum ln log10 log2 ' +
  'rad sgn sin sinh sort sort_desc sqrt tan tanh timestamp';
const OF_MATRIX =
  'absent_over_time avg_over_time changes count_over_time delta deriv first_over_time idelta increase irate last_over_time ' +
  'mad_over_time max_over_time min_over_time present_over_time rate resets stddev_over_time stdvar_over_time sum_over_time ' +
  'ts_of_first_over_time ts_of_last_over_time ts_of_max_over_time ts_of_min_over_time';
const OF_DATE = 'day_of_month day_of_week day_of_year days_in_month hour minute month year';

/**
 * Arguments and result by letters of `TYPES`; `?` marks an optional one, `*` an optional repeated one, and a digit
 * limits the repetitions.
 */
const NOTATIONS: Readonly<Record<string, string>> = {
  'v>v': OF_VECTOR,
  'm>v': OF_MATRIX,
  'v?>v': OF_DATE,
  'vv?>v': 'info',
  '>s': 'end pi range start step time',
  's>v': 'vector',
  'v>s': 'scalar',
  'vs?>v': 'round',
  'vs>v': 'clamp_max clamp_min',
  'vss>v': 'clamp',
  'ms>v': 'predict_linear',
  'mss>v': 'double_exponential_smoothing',
  'sm>v': 'quantile_over_time',
  'sv>v': 'histogram_quantile',
  'ssv>v': 'histogram_fraction',
  'vtss9>v': 'histogram_quantiles',
  'vtttt>v': 'label_replace',
  'vttt*>v': 'label_join',
  'vt*>v': 'sort_by_label sort_by_label_desc',
};

function parseSignature(notation: string): Signature {
  const [, letters, repeat, result] = /^([a-z]*)([?*\d]?)>([a-z])$/.exec(notation)!;
  const args = [...letters!].map((letter) => TYPES[letter]!);
  const least = args.length - (repeat ? 1 : 0);
  return {
    args,
    least,
    most: repeat === '*' ? Infinity : repeat === '?' || repeat === '' ? args.length : least + Number(repeat),
    returns: TYPES[result!]!,
  };
}

/** Functions of Prometheus 3.14 with most experimental ones. */
export const SIGNATURES: ReadonlyMap<string, Signature> = new Map(
  Object.entries(NOTATIONS).flatMap(([notation, names]) =>
    names.split(' ').map((name): [string, Signature] => [name, parseSignature(notation)]),
  ),
);

export const AGGREGATIONS: ReadonlySet<string> = new Set([
  'avg',
  'count',
  'group',
  'max',
  'min',
  'stddev',
  'stdvar',
  'sum',
]);
/** Aggregations with a parameter, and its type. */
export const WITH_PARAMETER: ReadonlyMap<string, ValueType> = new Map([
  ['bottomk', 'scalar'],
  ['count_values', 'string'],
  ['limit_ratio', 'scalar'],
  ['limitk', 'scalar'],
  ['quantile', 'scalar'],
  ['topk', 'scalar'],
]);
