/** Formats a value as the API does, like strconv.FormatFloat: with an exponent if very small or large. */
export function valueText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  if (Object.is(value, -0)) return '-0';
  return String(value).replace(/e([+-])(\d)$/, 'e$10$2');
}

/** The same without exponents, for labels of `count_values`. */
export function plainValueText(value: number): string {
  const text = valueText(value);
  const [, sign, whole, fraction = '', exponent] = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? [];
  if (exponent === undefined) return text;
  const shift = Number(exponent);
  return shift < 0
    ? `${sign}0.${'0'.repeat(-shift - 1)}${whole}${fraction}`
    : `${sign}${whole}${fraction}${'0'.repeat(shift - fraction.length)}`;
}

/** Format of the label `le` in OpenMetrics: integers have a fraction. */
export function fractionText(value: number): string {
  const text = valueText(value === 0 ? 0 : value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

/** Like Go's `%g`: with an exponent from a million on. */
export function goText(value: number, digits = 6): string {
  if (!Number.isFinite(value) || value === 0) return valueText(value);
  const [mantissa, exponent] = value.toExponential().split('e') as [string, string];
  const power = Number(exponent);
  if (power >= -4 && power < digits) return String(value);
  return `${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}
