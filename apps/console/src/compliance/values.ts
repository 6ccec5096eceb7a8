/** Whether a text is a value of a type of a guide: `number`, `boolean`, or any `string`. Pure. */
export function isOfType(type: string, text: string): boolean {
  if (type === 'boolean') return text === 'true' || text === 'false';
  return type !== 'number' || /^(0|-?[1-9]\d*)$/.test(text);
}

/** Whether a text is a percentage that a policy can demand. Pure. */
export function isThreshold(text: string): boolean {
  const number = Number(text.trim() === '' ? NaN : text);
  return number >= 0 && number <= 100;
}

type Values = Readonly<Record<string, string>>;

/** How many values are not those of the profile. Pure. */
export function countChanged(values: Values, ofProfile: Values): number {
  const ids = new Set([...Object.keys(values), ...Object.keys(ofProfile)]);
  return [...ids].filter((id) => values[id] !== ofProfile[id]).length;
}
