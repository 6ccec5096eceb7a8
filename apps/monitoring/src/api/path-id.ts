import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { ApiErrors, CommonError } from '@wardstone/errors';
import type { Request } from 'express';
import { unknownPath } from './error-mapping';

const MIN_INT = -(2 ** 31);
const MAX_INT = 2 ** 31 - 1;

/**
 * A numeric id written as text; undefined when the text is none. Negative ids are ids: there is a route for them, and
 * nothing has them.
 */
export function parsePathId(text: string): number | undefined {
  const id = /^-?[0-9]{1,10}$/.test(text) ? Number(text) : NaN;
  if (!(id >= MIN_INT && id <= MAX_INT)) return undefined;
  return id === 0 ? 0 : id; // never -0
}

/** No row has it. */
const NO_ID = -1;

/** The number as an id that the database can look for; one it cannot hold is the id of nothing. */
export function toStorableId(id: number): number {
  return Math.abs(id) <= MAX_INT ? id : NO_ID;
}

/** The numeric path parameter of this name; where there is none of that kind, there is nothing. */
export function PathId(name = 'id', description = 'Id'): ParameterDecorator {
  const read = createParamDecorator((_: unknown, context: ExecutionContext): number => {
    const { params, path } = context.switchToHttp().getRequest<Request>();
    const id = parsePathId(String(params[name]));
    if (id === undefined) throw unknownPath(path);
    return id;
  });
  const documentation = [
    ApiParam({ name, description, schema: { type: 'integer', format: 'int32' } }),
    ApiErrors(CommonError.not_found),
  ];
  return (target, key, index) => {
    read()(target, key, index);
    const descriptor = Object.getOwnPropertyDescriptor(target, key!)!;
    for (const decorate of documentation) decorate(target, key!, descriptor);
  };
}
