import type { Installation } from './installation';
import type { Schema } from './schemas';

/** What a document says of a record, beside its kind and its name; or what the record has, in the same words. */
export type Spec = Readonly<Record<string, unknown>>;

/** Which record of a kind: its name, and what tells it from others of the name. */
export interface Identity {
  kind: string;
  name: string;
  /** The fields that `Kind.identity` names. */
  of?: Spec;
}

/** A record that is there. */
export interface Found {
  name: string;
  spec: Spec;
  id: string;
  /** Entity tag, where the service takes one with a change. */
  tag?: string;
}

/**
 * A kind of records that documents describe. What is compared, in which order, and what a document may say is data and
 * pure; `read`, `create`, `change` and `remove` speak to the services.
 */
export interface Kind {
  kind: string;
  /** File of `wardstone export`, without its ending. */
  file: string;
  about: string;
  /** Fields of a document's `spec`. A field that a document leaves out is not changed. */
  fields: () => Readonly<Record<string, Schema>>;
  required?: readonly string[];
  /** Of its name. */
  nameSchema?: Schema;
  /** Fields that, with the name, tell one record from others. */
  identity?: readonly string[];
  /** Fields that are given once. A change of them is refused, or replaces the record where `isReplaced`. */
  fixed?: readonly string[];
  isReplaced?: true;
  /** Fields whose objects are compared key by key: what a document leaves out stays. */
  merged?: readonly string[];
  /** How values are compared: order of sets, and whatever else means the same. Pure. */
  comparable?: (spec: Spec) => Spec;
  /** Whether a value stands for what is there, as a mask does. Pure. */
  isSame?: (field: string, before: unknown, after: unknown) => boolean;
  /** A change of a field as a plan may show it, where values are not for everyone's eyes; undefined for the values. Pure. */
  showChange?: (field: string, before: unknown, after: unknown) => readonly string[] | undefined;
  /** Records that must be there before. Pure. */
  references?: (identity: Identity, spec: Spec) => readonly Identity[];
  /** Why nothing can be done for a document without its record, or with the one that it has. Pure. */
  problem?: (identity: Identity, spec: Spec, found: Found | undefined) => string | undefined;
  /** Whether a document without its record asks for nothing (any more). Pure. */
  isOver?: (spec: Spec, nowMs: number) => boolean;

  /** What a document names and no document describes must be there. @throws CommandError, ApiError */
  check?: (at: Installation, identity: Identity, spec: Spec) => Promise<void>;
  /** All that a document could describe, or the one of an id. @throws ApiError */
  read: (at: Installation, id?: string) => Promise<Found[]>;
  /** Undefined where records come by themselves. @throws ApiError, CommandError */
  create?: (at: Installation, identity: Identity, spec: Spec) => Promise<void>;
  /**
   * @param spec what the record is to have: what is there, and what the document says over it
   * @param fields those that differ
   * @throws ApiError, CommandError
   */
  change: (at: Installation, found: Found, spec: Spec, fields: ReadonlySet<string>) => Promise<void>;
  /** Undefined where nothing is deleted, even with --prune. @throws ApiError */
  remove?: (at: Installation, found: Found) => Promise<void>;
}

/** A text that is the same for what is the same, whatever the order of keys. Pure. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

/** Pure. */
export function keyOf({ kind, name, of = {} }: Identity): string {
  return `${kind} ${canonical([name, of])}`;
}

/** Pure. */
export function identityOf(
  { kind, identity = [] }: Pick<Kind, 'kind' | 'identity'>,
  name: string,
  spec: Spec,
): Identity {
  if (identity.length === 0) return { kind, name };
  return { kind, name, of: Object.fromEntries(identity.map((field) => [field, spec[field]])) };
}

/** Values as a set: sorted. Pure. */
export function sorted(values: readonly unknown[]): unknown[] {
  return [...values].sort((a, b) => (canonical(a) < canonical(b) ? -1 : 1));
}

/** Without what is null or undefined. Pure. */
export function given(spec: Spec): Spec {
  return Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== null && value !== undefined));
}
