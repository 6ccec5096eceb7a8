export { counted, numberText } from './counted';
export { durationSeconds } from './duration';
export { type Unit, unitOfSymbol, UNITS, unitSymbol } from './units';
export { cutText, inBytes, inJsonBytes, isLongerThan } from './text-length';
export { axisUnit, boundText, comparedText, type Measure, NO_UNIT, shareText, valueText } from './value-text';
