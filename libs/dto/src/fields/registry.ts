import 'reflect-metadata';
import type { ItemKind } from './rules';

/** A class whose fields are declared with field decorators. */
export type DtoClass<T = object> = abstract new () => T;

/** How the representations write a field; JSON needs none of it. */
export interface RepresentationHints {
  /** In XML an attribute of the record's element instead of a child element. */
  attribute?: boolean;
  /** Name of the XML element if it is not the field's; false keeps the field out of XML. */
  element?: string | false;
  /** Heading on pages if it is not the field's name. */
  label?: string;
}

/** What a field holds. */
export type FieldType =
  | { readonly kind: 'string'; readonly values?: readonly string[] }
  | {
      readonly kind:
        | 'integer'
        | 'number'
        | 'double'
        | 'boolean'
        | 'time'
        | 'uuid'
        | 'textMap'
        | 'objectMap'
        | 'link'
        | 'links'
        | 'object';
    }
  | { readonly kind: 'list'; readonly items: ItemKind }
  | { readonly kind: 'record' | 'records'; readonly of: () => DtoClass };

interface Described extends RepresentationHints {
  /** Meaning, unit, edges. */
  readonly description: string;
  /** May be without a value: null in JSON, left out in XML. */
  readonly nullable?: boolean;
  /** May be left out altogether. */
  readonly optional?: boolean;
  /** What a missing one stands for. */
  readonly default?: unknown;
  /** Makes the field's value of what was given; answers unchanged what it cannot read, for the rules to refuse. */
  readonly read: (given: unknown) => unknown;
}

/** What is known of a field. */
export type Field = Described & FieldType;

export interface DtoOptions {
  /** Name of the data class in the contract, where the class has another one. */
  name?: string;
  /** XML element of a record that stands alone or in a collection. */
  element: string;
  description: string;
  /** Fields of the line that stands for the record in a text/plain list; all that hold one value if not given. */
  lineFields?: readonly string[];
}

const FIELDS = Symbol('wardstone:fields');
const DTO = Symbol('wardstone:dto');

const known = new WeakMap<DtoClass, readonly (readonly [string, Field])[]>();

export function declareField(prototype: object, name: string, field: Field): void {
  const own = (Reflect.getOwnMetadata(FIELDS, prototype.constructor) ?? new Map()) as Map<string, Field>;
  Reflect.defineMetadata(FIELDS, own.set(name, field), prototype.constructor);
}

/** The fields of a class with their names in the order of declaration, those of its parent first. */
export function fieldsOf(dto: DtoClass): readonly (readonly [string, Field])[] {
  const fields = known.get(dto) ?? [...declaredBy(dto)];
  known.set(dto, fields);
  return fields;
}

function declaredBy(dto: DtoClass): Map<string, Field> {
  const parent = Object.getPrototypeOf(dto) as DtoClass | null;
  const inherited = parent === null || parent === Function.prototype ? [] : declaredBy(parent);
  const own = (Reflect.getOwnMetadata(FIELDS, dto) ?? []) as Iterable<[string, Field]>;
  return new Map([...inherited, ...own]);
}

/** Declares a class whose objects have representations of their own: JSON, XML, pages and text. */
export function Dto(options: DtoOptions): ClassDecorator {
  return (dto) => Reflect.defineMetadata(DTO, { name: dto.name, ...options }, dto);
}

/** What `@Dto()` says of a class. */
export function dtoOf(dto: DtoClass): Readonly<DtoOptions & { name: string }> {
  const options = Reflect.getOwnMetadata(DTO, dto) as (DtoOptions & { name: string }) | undefined;
  if (!options) throw new Error(`${dto.name} lacks @Dto()`);
  return options;
}
