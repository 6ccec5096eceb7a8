import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Expose, Transform } from 'class-transformer';
import { ValidateIf } from 'class-validator';
import 'reflect-metadata';
import { type ItemKind } from './rules';

/** A class whose fields are declared with field decorators. */
export type DtoClass<T = object> = abstract new () => T;

/** Options for representations other than JSON. */
interface RepresentationHints {
  /** Makes it an attribute of the record's XML element instead of a child element. */
  attribute?: boolean;
  /** Name of the XML element, if not that of the field; false omits the field from XML. */
  element?: string | false;
  /** Heading on pages, if not the name of the field. */
  label?: string;
  /** A value of a metric, which pages show with its unit. */
  measured?: boolean;
  /**
   * An addition to a record of the contract, whose clients fail on unknown fields: programs get it only if the request
   * names it in the parameter `include`.
   */
  onRequest?: boolean;
}

interface TextBounds {
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly pattern?: RegExp | undefined;
}

interface ListBounds {
  readonly maxItems?: number | undefined;
}

/** Type of a field. */
export type FieldType =
  /** `open`: any text is accepted. */
  | ({ readonly kind: 'string'; readonly values?: readonly string[]; readonly open?: boolean } & TextBounds)
  | {
      readonly kind: 'double' | 'boolean' | 'time' | 'uuid' | 'textMap' | 'objectMap' | 'link' | 'links' | 'object';
    }
  | { readonly kind: 'integer' | 'number'; readonly min?: number | undefined; readonly max?: number | undefined }
  /** `values` are the permitted texts. */
  | ({ readonly kind: 'list'; readonly items: ItemKind; readonly values?: readonly string[] | undefined } & ListBounds)
  | { readonly kind: 'record'; readonly of: () => DtoClass }
  | ({ readonly kind: 'records'; readonly of: () => DtoClass } & ListBounds);

/** Types of query parameters that records do not have. */
type ParameterType =
  | FieldType
  /** `flag`: true, or false for any other text. `id`: an integer; beyond the range of ids it matches nothing. */
  | { readonly kind: 'flag' | 'id' }
  /** Comma-separated ids; `of` names the kind, in the plural. */
  | { readonly kind: 'ids'; readonly of: string }
  | { readonly kind: 'sort'; readonly fields: readonly string[] }
  /** A page of a list, from `page` and a parameter for its size. */
  | { readonly kind: 'page'; readonly sizeParameter: 'ps' | 'size' };

/** Rules that apply only to reports of agents. */
interface ReportRules {
  /** Reason for rejecting an item, in place of `field x must be …`; `{value}` is replaced by the sent value. */
  reason?: string;
  /** Whether a value of another kind counts as missing. */
  lenient?: boolean;
}

/** Rules that apply only to query parameters; reports of agents use only `refusal`. */
interface ParameterRules {
  /** Alternative name of the parameter; only one of the two may be given. */
  alias?: string;
  /** An earlier parameter that must not be given together with this one. */
  excludes?: string;
  /** An earlier parameter that must be given together with this one. */
  needs?: string;
  /** Error text after the name, e.g. `must be 0 or more`, in place of the standard one. */
  refusal?: string;
  /** Error type of an invalid value, if not the standard one. */
  error?: string;
}

interface Described extends RepresentationHints, ParameterRules, ReportRules {
  /** Meaning, unit and special values. */
  readonly description: string;
  readonly example?: unknown;
  /** Members of the OpenAPI schema that no rule of the field enforces. */
  readonly documented?: object | undefined;
  /** OpenAPI schema of the kind. */
  readonly schema: object;
  /** May have no value: null in JSON, omitted in XML. */
  readonly nullable?: boolean;
  /** May be omitted. */
  readonly optional?: boolean;
  /** Default value. */
  readonly default?: unknown;
  /** Converts the given value; returns unchanged what it cannot read, so that a rule refuses it. */
  readonly read: (given: unknown) => unknown;
}

/** Metadata of a field. */
export type Field = Described & FieldType;

/** Metadata of a query parameter. */
export type Parameter = Described & ParameterType;

export interface DtoOptions {
  /** Name of the data class in the contract, if it differs from the class. */
  name?: string;
  /** Fields of the record's line in a text/plain list; by default all with a single value. */
  lineFields?: readonly string[];
}

const FIELDS = Symbol('wardstone:fields');
const DTO = Symbol('wardstone:dto');

const known = new WeakMap<DtoClass, readonly (readonly [string, Parameter])[]>();

function declareField(prototype: object, name: string, field: Parameter): void {
  const own = (Reflect.getOwnMetadata(FIELDS, prototype.constructor) ?? new Map()) as Map<string, Parameter>;
  Reflect.defineMetadata(FIELDS, own.set(name, field), prototype.constructor);
}

/** The fields of a class in order of declaration, those of its parent first. */
export function getFields(dto: DtoClass): readonly (readonly [string, Field])[] {
  return getParameters(dto) as readonly (readonly [string, Field])[];
}

/** Parameters of a query class. */
export function getParameters(dto: DtoClass): readonly (readonly [string, Parameter])[] {
  const fields = known.get(dto) ?? [...declaredBy(dto)];
  known.set(dto, fields);
  return fields;
}

function declaredBy(dto: DtoClass): Map<string, Parameter> {
  const parent = Object.getPrototypeOf(dto) as DtoClass | null;
  const inherited = parent === null || parent === Function.prototype ? [] : declaredBy(parent);
  const own = (Reflect.getOwnMetadata(FIELDS, dto) ?? []) as Iterable<[string, Parameter]>;
  return new Map([...inherited, ...own]);
}

/**
 * Declares a class whose objects have representations: JSON, XML, pages and text.
 * @param element XML element of a record that stands alone or in a collection
 */
export function Dto(element: string, description: string, options: DtoOptions = {}): ClassDecorator {
  return (dto) => Reflect.defineMetadata(DTO, { name: dto.name, element, description, ...options }, dto);
}

type DeclaredDto = Readonly<DtoOptions & { name: string; element: string; description: string }>;

/** Metadata of a `@Dto()` class. */
export function getDto(dto: DtoClass): DeclaredDto {
  const options = Reflect.getOwnMetadata(DTO, dto) as DeclaredDto | undefined;
  if (!options) throw new Error(`${dto.name} lacks @Dto()`);
  return options;
}

/** Options of every field decorator, besides the description. */
export interface FieldOptions<T> extends RepresentationHints, ParameterRules, ReportRules {
  example?: T | null;
  /** May be omitted. For null, see `nullable`. */
  optional?: boolean;
  /** May be null. */
  nullable?: boolean;
  /** Default; makes the field optional. */
  default?: T;
  /** Members of the OpenAPI schema that another check enforces, with another error. */
  documented?: object;
}

interface FieldParts {
  type: ParameterType;
  /** class-validator rules, run on the converted value. */
  rules: readonly PropertyDecorator[];
  /** OpenAPI schema besides description, example, default and presence. */
  schema: object;
  /** Converts query text to the field's type; returns unchanged what it cannot read, so that a rule refuses it. */
  convert?: (value: unknown) => unknown;
}

/**
 * Combines presence, default, conversion, rules, documentation and representation of one field.
 * @param description one sentence for the OpenAPI document: meaning, unit, special values
 */
export function field<T>(
  description: string,
  options: FieldOptions<T>,
  { type, rules, schema, convert }: FieldParts,
): PropertyDecorator {
  const { example, optional, nullable, default: fallback, documented } = options;
  const { attribute, element, label, measured, onRequest, alias, excludes, needs, refusal, error, reason, lenient } =
    options;
  const hints = {
    attribute,
    element,
    label,
    measured,
    onRequest,
    alias,
    excludes,
    needs,
    refusal,
    error,
    reason,
    lenient,
  };
  const mayBeMissing = optional === true || fallback !== undefined;
  const read = (value: unknown): unknown => {
    // Cloned, so that no two requests share one array.
    if (value === undefined) return structuredClone(fallback);
    return convert ? convert(value) : value;
  };
  const isRuled = (_object: unknown, value: unknown): boolean =>
    !(value === undefined && mayBeMissing) && !(value === null && nullable === true);
  const documentation = {
    ...schema,
    description,
    required: !mayBeMissing,
    ...(example !== undefined && { example }),
    ...(fallback !== undefined && { default: fallback }),
    ...(nullable && { nullable: true }),
    ...documented,
  } as ApiPropertyOptions;
  const presence = { optional: mayBeMissing, default: fallback, nullable };
  const declared = { ...type, ...hints, schema, description, example, documented, ...presence, read };
  return applyDecorators(
    (prototype: object, name?: string | symbol) => declareField(prototype, String(name), declared),
    // Exposed fields are visited even if missing, so that defaults are filled in.
    ...(fallback === undefined ? [] : [Expose({ toClassOnly: true })]),
    Transform(({ value }: { value: unknown }) => read(value), { toClassOnly: true }),
    ValidateIf(isRuled),
    ...rules,
    ApiProperty(documentation),
  );
}
