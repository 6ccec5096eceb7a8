/** Whether a text is valid for a guide's type: `number`, `boolean`, or any `string`. Pure. */
export function isOfType(type: string, text: string): boolean {
  if (type === 'boolean') return text === 'true' || text === 'false';
  return type !== 'number' || /^(0|-?[1-9]\d*)$/.test(text);
}

/** Whether a text is a valid threshold in percent. Pure. */
export function isThreshold(text: string): boolean {
  const number = Number(text.trim() === '' ? NaN : text);
  return number >= 0 && number <= 100;
}

type Values = Readonly<Record<string, string>>;

/** Number of values that differ from the profile. Pure. */
export function countChanged(values: Values, ofProfile: Values): number {
  const ids = new Set([...Object.keys(values), ...Object.keys(ofProfile)]);
  return [...ids].filter((id) => values[id] !== ofProfile[id]).length;
}
