import type { Installation, ReadKind } from './installation';
import type { Found, Identity, Reference, Spec } from './records';

/** The parts of a JSON schema that are read here. */
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
 * A kind of records that documents describe. What is compared, in which order, and what a document may say is data and
 * pure; `read`, `create`, `change` and `remove` speak to the services.
 */
export interface Kind extends ReadKind {
  /** File of `wardstone export`, without its ending. */
  file: string;
  about: string;
  /** Fields of a document's `spec`. A field that a document leaves out is not changed. */
  fields: () => Readonly<Record<string, Schema>>;
  required?: readonly string[];
  /** Schema of the name. */
  nameSchema?: Schema;
  /** Fields that are given once. A change of them is refused, or replaces the record where `isReplaced`. */
  fixed?: readonly string[];
  isReplaced?: true;
  /** Fields whose objects are compared key by key: what a document leaves out stays. */
  merged?: readonly string[];
  /** Normalises values for comparison: order of sets, past times, and equivalent forms. Pure. */
  comparable?: (spec: Spec, nowMs: number) => Spec;
  /** Whether a value means the stored one, as a mask does. Pure. */
  isSame?: (field: string, before: unknown, after: unknown) => boolean;
  /** A change of a field as a plan may show it, where values are not for everyone's eyes; undefined for the values. Pure. */
  showChange?: (field: string, before: unknown, after: unknown) => readonly string[] | undefined;
  /** Exported part of a record: files are read by others. Pure. */
  exported?: (spec: Spec) => Spec;
  /** Records that must be there before. Pure. */
  references?: (identity: Identity, spec: Spec) => readonly Reference[];
  /** Reason why a document is impossible without its record, or with the present one. Pure. */
  problem?: (identity: Identity, spec: Spec, found: Found | undefined) => string | undefined;
  /** Whether a document without a record needs no step (any more). Pure. */
  isOver?: (spec: Spec, nowMs: number) => boolean;

  /** Checks that referenced records without a document exist. @throws CommandError, ApiError */
  check?: (at: Installation, identity: Identity, spec: Spec) => Promise<void>;
  /** Undefined if records cannot be created. @throws ApiError, CommandError */
  create?: (at: Installation, identity: Identity, spec: Spec) => Promise<void>;
  /**
   * @param spec the merged content of present record and document
   * @param fields changed fields
   * @throws ApiError, CommandError
   */
  change: (at: Installation, found: Found, spec: Spec, fields: ReadonlySet<string>) => Promise<void>;
  /** Undefined where nothing is deleted, even with --prune. @throws ApiError */
  remove?: (at: Installation, found: Found) => Promise<void>;
}
