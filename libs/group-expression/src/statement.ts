/** Owner of a path's attribute, relative to the evaluated resource. */
export const RELATIVES = ['parent', 'grandParent', 'greatGrandParent', 'greatGreatGrandParent', 'child'] as const;
export type Relative = (typeof RELATIVES)[number];

/** Selected attribute. See rule groups-13. */
export type Attribute = PlainAttribute | KeyedAttribute;
export interface PlainAttribute {
  readonly kind: 'id' | 'name' | 'version' | 'typePlugin' | 'typeName' | 'typeCategory' | 'availability';
}
/** `key` is part of the metric's name for a trait, the name of the property for a configuration. */
export interface KeyedAttribute {
  readonly kind: 'trait' | 'pluginConfiguration' | 'resourceConfiguration';
  readonly key: string;
}

/** `relative` is null for the resource itself. */
export interface Path {
  readonly relative: Relative | null;
  readonly attribute: Attribute;
}

export const COMPARISONS = ['equals', 'contains', 'startsWith', 'endsWith'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** Values of ids are decimal, those of categories and availabilities their constants. */
export interface Filter {
  readonly type: 'filter';
  readonly path: Path;
  readonly comparison: Comparison;
  readonly value: string;
}
export interface Emptiness {
  readonly type: 'emptiness';
  readonly path: Path;
  /** False for `not empty`. */
  readonly isEmpty: boolean;
}
export interface Pivot {
  readonly type: 'pivot';
  readonly path: Path;
}
export interface Membership {
  readonly type: 'membership';
  readonly group: string;
}
export type Statement = Filter | Emptiness | Pivot | Membership;

/** The statements of a definition in the order of its lines; their combination is valid. */
export type GroupExpression = readonly Statement[];

export const CATEGORY_NAMES = { PLATFORM: 'Platform', SERVER: 'Server', SERVICE: 'Service' } as const;
export const AVAILABILITIES = ['UP', 'DOWN', 'DISABLED', 'UNKNOWN'] as const;

/** Text for null in a group's name. See rule groups-9. */
export const NULL_PIVOT = 'empty';

/** An invalid expression; the service returns 406. */
export class ExpressionError extends Error {
  /**
   * @param problem message without the position
   * @param line from 1
   * @param column from 1, in UTF-16 code units of the entered line
   */
  constructor(
    readonly problem: string,
    readonly line: number,
    readonly column: number,
  ) {
    super(`Line ${line}, column ${column}: ${problem}`);
    this.name = 'ExpressionError';
  }
}
