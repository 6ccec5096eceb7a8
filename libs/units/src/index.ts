export { type Unit, unitOfSymbol, UNITS, unitSymbol } from './units';
export { axisUnit, boundText, comparedText, type Measure, NO_UNIT, shareText, valueText } from './value-text';
