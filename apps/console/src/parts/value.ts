import { unitOfSymbol, valueText } from '@wardstone/units';

/** A measured value with its unit, as the symbol that the API shows: a fraction of `%` is a percentage. Pure. */
export function valueWithUnit(value: number | 'NaN' | null, symbol: string, isPerMinute = false): string {
  return valueText(value, { unit: unitOfSymbol(symbol), isPerMinute });
}
