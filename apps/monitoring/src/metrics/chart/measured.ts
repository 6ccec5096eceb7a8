import { type Measure, valueText } from '@wardstone/units';

/** Under a symbol, so that pages alone show it. */
const MEASURE = Symbol('measure');

interface Measured extends Measure {
  readonly displayName?: string;
}

/** Tells the page of a record what its numbers mean, and of what they are. */
export function withMeasure<R extends object>(record: R, { unit, isPerMinute = false, displayName }: Measured): R {
  return Object.assign(record, { [MEASURE]: { unit, isPerMinute, displayName } });
}

/** The name of the metric. */
export function nameOf(record: object): string | undefined {
  return (record as { [MEASURE]?: Measured })[MEASURE]?.displayName;
}

/** Writes the numbers of a record for users. */
export function shownIn(record: object): (value: number | 'NaN') => string {
  const measure = (record as { [MEASURE]?: Measure })[MEASURE] ?? { unit: 'NONE' };
  return (value) => (value === 'NaN' ? '' : valueText(value, measure));
}
