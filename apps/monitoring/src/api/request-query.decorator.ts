import { createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import { fieldsOf } from '@wardstone/dto';
import type { DtoClass, Field } from '@wardstone/dto';
import type { Request } from 'express';
import { ApiFlagQuery, ApiIntegerQuery, ApiTextQuery, ApiTimeQuery } from './query-docs.decorator';
import { constantOf, flagOf, integerOf, textOf, timeOf } from './query-values';
import type { Query } from './query-values';

/**
 * The query parameters of an operation as an object of a class: of a repeated one the first counts, an empty one is
 * absent. Reads and documents them by the fields of the class.
 *
 * @param descriptions what parameters mean here, where several operations share the class.
 */
export function RequestQuery<T extends object>(
  dto: DtoClass<T>,
  descriptions: { readonly [K in keyof T]?: string } = {},
): ParameterDecorator {
  const told: Readonly<Record<string, string | undefined>> = descriptions;
  return (target, key, index) => {
    readsQuery(dto)(target, key, index);
    const descriptor = Object.getOwnPropertyDescriptor(target, key!)!;
    for (const [name, field] of fieldsOf(dto)) {
      documentationOf(name, field, told[name] ?? field.description)(target, key!, descriptor);
    }
  };
}

const readsQuery = createParamDecorator((dto: DtoClass, context: ExecutionContext) =>
  readQuery(context.switchToHttp().getRequest<Request>().query, dto),
);

/** @throws invalid_query naming the first wrong parameter in the order of declaration */
export function readQuery<T extends object>(query: Query, dto: DtoClass<T>): T {
  const values = fieldsOf(dto).map(([name, field]) => [name, valueOf(query, name, field) ?? field.default] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as T;
}

function valueOf(query: Query, name: string, field: Field): unknown {
  switch (field.kind) {
    case 'string':
      return field.values ? constantOf(query, name, field.values) : textOf(query, name);
    case 'integer':
      return integerOf(query, name);
    case 'time':
      return timeOf(query, name);
    case 'boolean':
      return flagOf(query, name, field.default === true);
    default:
      throw new Error(`${name}: a query holds no ${field.kind}`);
  }
}

function documentationOf(name: string, field: Field, description: string): MethodDecorator {
  switch (field.kind) {
    case 'integer':
      return ApiIntegerQuery(name, description);
    case 'time':
      return ApiTimeQuery(name, description);
    case 'boolean':
      return ApiFlagQuery(name, description, field.default === true);
    case 'string':
      return ApiTextQuery(name, description, field.values);
    default:
      throw new Error(`${name}: a query holds no ${field.kind}`);
  }
}
