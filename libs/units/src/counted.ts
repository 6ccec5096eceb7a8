const NUMBERS = new Intl.NumberFormat('en-US');
const PLURALS = new Intl.PluralRules('en-US');

/** Format: `1,500`. Pure. */
export function numberText(number: number): string {
  return NUMBERS.format(number);
}

/** A number and its noun, e.g. `1 host` or `1,500 hosts`. Pure. */
export function counted(number: number, noun: string, plural = `${noun}s`): string {
  return `${numberText(number)} ${PLURALS.select(number) === 'one' ? noun : plural}`;
}
