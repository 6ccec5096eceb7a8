export { UNITS, unitOfSymbol, unitSymbol } from './units';
export type { Unit } from './units';
export { NO_UNIT, NO_VALUE, axisUnit, boundText, comparedText, valueText } from './value-text';
export type { Measure } from './value-text';
