export type ValueType = 'scalar' | 'string' | 'vector' | 'matrix';

export type MatchOperator = '=' | '!=' | '=~' | '!~';

/** A condition on one label. */
export interface Matcher {
  readonly name: string;
  readonly operator: MatchOperator;
  readonly value: string;
  /** Whether a label value is accepted; an empty text stands for a missing label. */
  readonly accepts: (value: string) => boolean;
  /** Number of elements of its pattern. */
  readonly weight?: number;
}

/** Shifts the time of the data; in ms. */
export interface Shift {
  offset: number;
  at?: number | 'start' | 'end';
}

export interface Selector extends Shift {
  readonly kind: 'selector';
  readonly type: 'vector';
  readonly matchers: readonly Matcher[];
}

export interface RangeSelector {
  readonly kind: 'range';
  readonly type: 'matrix';
  readonly selector: Selector;
  readonly range: number;
}

export interface Subquery extends Shift {
  readonly kind: 'subquery';
  readonly type: 'matrix';
  readonly expr: Expr;
  readonly range: number;
  readonly step?: number;
}

export interface Matching {
  readonly isOn: boolean;
  readonly labels: readonly string[];
  /** The side that may have several series for one of the other. */
  readonly many?: 'left' | 'right';
  /** Labels copied from the side with one series. */
  readonly include: readonly string[];
  /** Fill value for a missing series of the left side. */
  readonly fillLeft?: number;
  readonly fillRight?: number;
}

export interface Binary {
  readonly kind: 'binary';
  readonly type: ValueType;
  readonly operator: string;
  readonly isBool: boolean;
  readonly matching: Matching;
  readonly left: Expr;
  readonly right: Expr;
  /** Start of the expression as `line:column`. */
  readonly place: string;
}

export interface Aggregate {
  readonly kind: 'aggregate';
  readonly type: 'vector';
  readonly operator: string;
  readonly labels: readonly string[];
  readonly isWithout: boolean;
  readonly parameter?: Expr;
  readonly parameterPlace: string;
  readonly expr: Expr;
  readonly exprPlace: string;
  readonly place: string;
}

export interface Call {
  readonly kind: 'call';
  readonly type: ValueType;
  readonly name: string;
  readonly args: readonly Expr[];
  readonly place: string;
  readonly argPlaces: readonly string[];
}

/** A parsed query. */
export type Expr =
  | { readonly kind: 'number'; readonly type: 'scalar'; readonly value: number }
  | { readonly kind: 'string'; readonly type: 'string'; readonly value: string }
  | { readonly kind: 'negation'; readonly type: ValueType; readonly expr: Expr }
  | Selector
  | RangeSelector
  | Subquery
  | Binary
  | Aggregate
  | Call;

export const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '<', '>', '<=', '>=']);
/** Operators that trim native histograms to values; numbers have no result. */
export const HISTOGRAM_OPERATORS: ReadonlySet<string> = new Set(['</', '>/']);
export const SET_OPERATORS: ReadonlySet<string> = new Set(['and', 'or', 'unless']);

/** Names of types in Prometheus' messages. */
export const TYPE_NAMES: Readonly<Record<ValueType, string>> = {
  scalar: 'scalar',
  string: 'string',
  vector: 'instant vector',
  matrix: 'range vector',
};

export function typeName({ type }: Expr): string {
  return TYPE_NAMES[type];
}
