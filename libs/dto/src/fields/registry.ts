import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Expose, Transform } from 'class-transformer';
import { ValidateIf } from 'class-validator';
import 'reflect-metadata';
import { type ItemKind } from './rules';

/** A class whose fields are declared with field decorators. */
export type DtoClass<T = object> = abstract new () => T;

/** Hints for representations other than JSON. */
interface RepresentationHints {
  /** In XML an attribute of the record's element instead of a child element. */
  attribute?: boolean;
  /** Name of the XML element if it is not the field's; false keeps the field out of XML. */
  element?: string | false;
  /** Heading on pages if it is not the field's name. */
  label?: string;
  /** A value of a metric, which pages show in its unit. */
  measured?: boolean;
  /**
   * An addition to a record of the contract, whose clients fail on unknown fields: left out of what programs read unless
   * the request names the field in its parameter `include`.
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
  /** `values` are the only texts that count. */
  | ({ readonly kind: 'list'; readonly items: ItemKind; readonly values?: readonly string[] | undefined } & ListBounds)
  | { readonly kind: 'record'; readonly of: () => DtoClass }
  | ({ readonly kind: 'records'; readonly of: () => DtoClass } & ListBounds);

/** Types of query parameters that records do not have. */
type ParameterType =
  | FieldType
  /** `flag`: true, or anything else for false. `id`: a whole number, of nothing if no id can be as large. */
  | { readonly kind: 'flag' | 'id' }
  /** Comma-separated ids; `of` names the kind, in the plural. */
  | { readonly kind: 'ids'; readonly of: string }
  | { readonly kind: 'sort'; readonly fields: readonly string[] }
  /** A page of a list, from `page` and a parameter for its size. */
  | { readonly kind: 'page'; readonly sizeParameter: 'ps' | 'size' };

/** Rules for reports of agents only. */
interface ReportRules {
  /** Reason why an item is rejected, in place of `field x must be …`; `{value}` is replaced by the sent value. */
  reason?: string;
  /** A value of another kind counts as missing. */
  lenient?: boolean;
}

/** Rules for query parameters only; reports of agents use only `refusal`. */
interface ParameterRules {
  /** A second name of the parameter, for clients that use it; only one of both may be given. */
  alias?: string;
  /** An earlier parameter that must not be given together with this one. */
  excludes?: string;
  /** An earlier parameter that must be given together with this one. */
  needs?: string;
  /** Error text after the name, e.g. `must be 0 or more`, in place of the usual one. */
  refusal?: string;
  /** Type of the error of a wrong value, if it is not the usual one. */
  error?: string;
}

interface Described extends RepresentationHints, ParameterRules, ReportRules {
  /** Meaning, unit, edges. */
  readonly description: string;
  readonly example?: unknown;
  /** Members of the OpenAPI schema that no rule of the field holds. */
  readonly documented?: object | undefined;
  /** The OpenAPI schema of the kind. */
  readonly schema: object;
  /** May be without a value: null in JSON, left out in XML. */
  readonly nullable?: boolean;
  /** May be left out altogether. */
  readonly optional?: boolean;
  /** Default value. */
  readonly default?: unknown;
  /** Makes the field's value of what was given; returns unchanged what it cannot read, for the rules to refuse. */
  readonly read: (given: unknown) => unknown;
}

/** Metadata of a field. */
export type Field = Described & FieldType;

/** Metadata of a query parameter. */
export type Parameter = Described & ParameterType;

export interface DtoOptions {
  /** Name of the data class in the contract, where the class has another one. */
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

/** The fields of a class with their names in the order of declaration, those of its parent first. */
export function fieldsOf(dto: DtoClass): readonly (readonly [string, Field])[] {
  return parametersOf(dto) as readonly (readonly [string, Field])[];
}

/** Parameters of a query class. */
export function parametersOf(dto: DtoClass): readonly (readonly [string, Parameter])[] {
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
 * Declares a class whose objects have representations of their own: JSON, XML, pages and text.
 *
 * @param element of XML for a record that stands alone or in a collection
 */
export function Dto(element: string, description: string, options: DtoOptions = {}): ClassDecorator {
  return (dto) => Reflect.defineMetadata(DTO, { name: dto.name, element, description, ...options }, dto);
}

type DeclaredDto = Readonly<DtoOptions & { name: string; element: string; description: string }>;

/** Metadata of a `@Dto()` class. */
export function dtoOf(dto: DtoClass): DeclaredDto {
  const options = Reflect.getOwnMetadata(DTO, dto) as DeclaredDto | undefined;
  if (!options) throw new Error(`${dto.name} lacks @Dto()`);
  return options;
}

/** Options of every field decorator, besides the description. */
export interface FieldOptions<T> extends RepresentationHints, ParameterRules, ReportRules {
  example?: T | null;
  /** May be missing. Null is another matter: see `nullable`. */
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
  /** The OpenAPI schema beyond description, example, default and presence. */
  schema: object;
  /** Turns query text into the field's type. What it cannot read it returns unchanged, for the rules to refuse. */
  convert?: (value: unknown) => unknown;
}

/**
 * Puts presence, default, conversion, rules, documentation and representation of one field together.
 *
 * @param description one sentence for the OpenAPI document: meaning, unit, edges
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
    // Exposed fields are visited even when missing; without this a default would never be filled in.
    ...(fallback === undefined ? [] : [Expose({ toClassOnly: true })]),
    Transform(({ value }: { value: unknown }) => read(value), { toClassOnly: true }),
    ValidateIf(isRuled),
    ...rules,
    ApiProperty(documentation),
  );
}
