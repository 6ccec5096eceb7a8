import type { Installation, ReadKind } from './installation';
import type { Found, Identity, Reference, Spec } from './records';

/** The keywords of a JSON schema that are read here. */
export interface Schema {
  type?: string | readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  description?: string;
  [keyword: string]: unknown;
}

/**
 * A kind of records that documents can describe. Comparison, order and permitted content are data and pure functions;
 * `read`, `create`, `change` and `remove` call the services.
 */
export interface Kind extends ReadKind {
  /** File name in `wardstone export`, without extension. */
  file: string;
  about: string;
  /** Fields of a document's `spec`. Fields that a document omits are unchanged. */
  fields: () => Readonly<Record<string, Schema>>;
  required?: readonly string[];
  /** Schema of the name. */
  nameSchema?: Schema;
  /** Fields that cannot be changed: a change is refused, or replaces the record with `isReplaced`. */
  fixed?: readonly string[];
  isReplaced?: true;
  /** Fields whose objects are compared by key; keys that a document omits are unchanged. */
  merged?: readonly string[];
  /** Normalises values for comparison: order of sets, past times, and equivalent forms. Pure. */
  comparable?: (spec: Spec, nowMs: number) => Spec;
  /** Whether a value stands for the stored one, as a mask does. Pure. */
  isSame?: (field: string, before: unknown, after: unknown) => boolean;
  /** Description of a change for plans, if its values are confidential; undefined for the values. Pure. */
  showChange?: (field: string, before: unknown, after: unknown) => readonly string[] | undefined;
  /** The part of a record to export, because files may be read by others. Pure. */
  exported?: (spec: Spec) => Spec;
  /** Records that must exist first. Pure. */
  references?: (identity: Identity, spec: Spec) => readonly Reference[];
  /** Why a document is impossible without its record, or with the present one. Pure. */
  problem?: (identity: Identity, spec: Spec, found: Found | undefined) => string | undefined;
  /** Whether a document without a record needs no step. Pure. */
  isOver?: (spec: Spec, nowMs: number) => boolean;

  /**
   * Checks that referenced records without a document exist.
   * @throws CommandError, ApiError
   */
  check?: (at: Installation, identity: Identity, spec: Spec) => Promise<void>;
  /**
   * Undefined if records cannot be created.
   * @throws ApiError, CommandError
   */
  create?: (at: Installation, identity: Identity, spec: Spec) => Promise<void>;
  /**
   * @param spec present record merged with the document
   * @param fields changed fields
   * @throws ApiError, CommandError
   */
  change: (at: Installation, found: Found, spec: Spec, fields: ReadonlySet<string>) => Promise<void>;
  /**
   * Undefined if records are never deleted, even with --prune.
   * @throws ApiError
   */
  remove?: (at: Installation, found: Found) => Promise<void>;
}
