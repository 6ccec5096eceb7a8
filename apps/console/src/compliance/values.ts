/** Whether a text is a value of a type of a guide: `number`, `boolean`, or any `string`. Pure. */
export function isOfType(type: string, text: string): boolean {
  if (type === 'boolean') return text === 'true' || text === 'false';
  return type !== 'number' || /^(0|-?[1-9]\d*)$/.test(text);
}
