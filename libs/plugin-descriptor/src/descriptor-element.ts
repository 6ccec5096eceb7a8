import { DescriptorError } from './descriptor-error';
import { getText, type XmlElement } from './descriptor-xml';

export const PLUGIN_NAMESPACE = 'urn:xmlns:rhq-plugin';
export const CONFIGURATION_NAMESPACE = 'urn:xmlns:rhq-configuration';

/** Further warnings add no information. */
const MAX_WARNINGS = 200;

/** Collects tolerated violations. */
export class Warnings {
  readonly list: string[] = [];

  add(warning: string): void {
    if (this.list.length < MAX_WARNINGS) this.list.push(warning);
  }
}

/** An element of a descriptor with typed access, tolerant where rule plugins-3 is. */
export class DescriptorElement {
  constructor(
    private readonly element: XmlElement,
    private readonly warnings: Warnings,
  ) {}

  get name(): string {
    return this.element.local;
  }

  get line(): number {
    return this.element.line;
  }

  /** An attribute exactly as written, even if empty; null if absent. */
  raw(attribute: string): string | null {
    return this.element.attributes.get(attribute) ?? null;
  }

  /** An attribute with a value; null if absent or blank. */
  text(attribute: string): string | null {
    const value = this.raw(attribute);
    return value === null || value.trim() === '' ? null : value;
  }

  /** @throws DescriptorError when the attribute is absent or blank. */
  required(attribute: string): string {
    const value = this.text(attribute);
    if (value === null) throw this.problem(`has no attribute "${attribute}"`);
    return value;
  }

  /** An attribute without which only this element is ignored: null with a warning. */
  expected(attribute: string): string | null {
    const value = this.text(attribute);
    if (value === null) this.warn(`has no attribute "${attribute}" and is ignored`);
    return value;
  }

  boolean<T>(attribute: string, otherwise: T): boolean | T {
    return this.choice(attribute, { true: true, 1: true, false: false, 0: false }, otherwise);
  }

  /** An integer; `otherwise` if absent or, with a warning, outside of [min, 2^53). */
  integer<T>(attribute: string, otherwise: T, min = Number.MIN_SAFE_INTEGER): number | T {
    const value = this.text(attribute)?.trim();
    if (value === undefined) return otherwise;
    const number = /^[+-]?[0-9]+$/.test(value) ? Number(value) : Number.NaN;
    if (Number.isSafeInteger(number) && number >= min) return number;
    return this.fallBack(attribute, value, otherwise);
  }

  decimal(attribute: string): number | null {
    const value = this.text(attribute)?.trim();
    if (value === undefined) return null;
    const number = /^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?$/i.test(value) ? Number(value) : Number.NaN;
    return Number.isFinite(number) ? number : this.fallBack(attribute, value, null);
  }

  /** The constant for an enumeration value; `otherwise` if absent or, with a warning, unknown. */
  choice<T, D>(attribute: string, constants: Readonly<Record<string, T>>, otherwise: D): T | D {
    const value = this.text(attribute)?.trim();
    if (value === undefined) return otherwise;
    const constant = Object.hasOwn(constants, value) ? constants[value] : undefined;
    return constant === undefined ? this.fallBack(attribute, value, otherwise) : constant;
  }

  /** Child elements in the namespace of descriptors with one of the names; all without names. */
  structure(...names: string[]): DescriptorElement[] {
    return this.children(PLUGIN_NAMESPACE, names);
  }

  /** Like `structure`, in the namespace of configurations. */
  configuration(...names: string[]): DescriptorElement[] {
    return this.children(CONFIGURATION_NAMESPACE, names);
  }

  /** The single element of a list; the first, with a warning, if there are more. */
  only(elements: readonly DescriptorElement[]): DescriptorElement | null {
    const [first, second] = elements;
    second?.warn(`occurs more than once; the first one is used`);
    return first ?? null;
  }

  /** The content of the single element with that name. */
  joinContent(elements: readonly DescriptorElement[]): string | null {
    return this.only(elements)?.content() ?? null;
  }

  /** The text content, trimmed; null if empty. */
  content(): string | null {
    return getText(this.element).trim() || null;
  }

  get xml(): XmlElement {
    return this.element;
  }

  warn(problem: string): void {
    this.warnings.add(this.describe(problem));
  }

  /** An error about this element: `metric has no attribute "property" (line 12)`. */
  problem(problem: string): DescriptorError {
    return new DescriptorError(`Element "${this.name}" ${problem}`, this.line);
  }

  private fallBack<D>(attribute: string, value: string, otherwise: D): D {
    this.warn(`has the invalid attribute ${attribute}="${value.slice(0, 100)}", which is ignored`);
    return otherwise;
  }

  private describe(problem: string): string {
    return `Element "${this.name}" ${problem} (line ${this.line})`;
  }

  private children(uri: string, names: readonly string[]): DescriptorElement[] {
    const found: DescriptorElement[] = [];
    for (const part of this.element.content) {
      if (typeof part === 'string' || part.uri !== uri) continue;
      if (names.length === 0 || names.includes(part.local)) found.push(new DescriptorElement(part, this.warnings));
    }
    return found;
  }
}
