import type { ObjectMap } from '@wardstone/dto';
import { ProbeImpossible } from './probe-outcome';

const MAX_TEXT = 2_000;

/** Connection properties of a probe, which people and servers may send with any type. */
export class ProbeProperties {
  constructor(private readonly values: ObjectMap) {}

  /**
   * Undefined if it is not set.
   * @throws ProbeImpossible when it is too long
   */
  text(name: string): string | undefined {
    const value = Object.hasOwn(this.values, name) ? this.values[name] : undefined;
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
    const text = String(value);
    if (text.length > MAX_TEXT) throw new ProbeImpossible(`${name} is longer than ${MAX_TEXT} characters`);
    return text === '' ? undefined : text;
  }

  /** @throws ProbeImpossible when it is not given */
  requiredText(name: string): string {
    const text = this.text(name)?.trim();
    if (text === undefined || text === '') throw new ProbeImpossible(`${name} is missing`);
    return text;
  }

  /** @throws ProbeImpossible when it is not a whole number in these bounds */
  integer(name: string, { min, max, usual }: { min: number; max: number; usual: number }): number {
    const text = this.text(name)?.trim();
    if (text === undefined) return usual;
    const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    throw new ProbeImpossible(`${name} must be a number from ${min} to ${max}`);
  }

  port(usual: number): number {
    return this.integer('port', { min: 1, max: 65_535, usual });
  }

  flag(name: string, usual: boolean): boolean {
    const text = this.text(name);
    return text === undefined ? usual : text === 'true';
  }

  /** @throws ProbeImpossible for another value */
  choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice {
    const text = this.text(name)?.trim() ?? choices[0]!;
    const found = choices.find((each) => each === text);
    if (found !== undefined) return found;
    throw new ProbeImpossible(`${name} must be one of ${choices.join(', ')}`);
  }
}
