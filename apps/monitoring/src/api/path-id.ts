import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { ApiErrors } from '@wardstone/errors';
import { documentedParameter } from '@wardstone/media-types';
import type { Request } from 'express';
import { unknownPath } from './error-mapping';

const MIN_INT = -(2 ** 31);
const MAX_INT = 2 ** 31 - 1;

/** A numeric id; undefined for other text. Negative ids are valid but never found. */
export function parsePathId(text: string): number | undefined {
  const id = /^-?[0-9]{1,10}$/.test(text) ? Number(text) : NaN;
  if (!(id >= MIN_INT && id <= MAX_INT)) return undefined;
  return id === 0 ? 0 : id; // avoids -0
}

/** No row has this id. */
const NO_ID = -1;

/** Replaces a number beyond the range of ids with one that is never found. */
export function toStorableId(id: number): number {
  return Math.abs(id) <= MAX_INT ? id : NO_ID;
}

const TIME = /^-?[0-9]{1,15}$/;

interface PathNumber {
  name: string;
  description: string;
  format: 'int32' | 'int64';
  parse: (text: string) => number | undefined;
}

function pathNumber({ name, description, format, parse }: PathNumber): ParameterDecorator {
  const read = createParamDecorator((_: unknown, context: ExecutionContext): number => {
    const { params, path } = context.switchToHttp().getRequest<Request>();
    const number = parse(String(params[name]));
    if (number === undefined) throw unknownPath(path);
    return number;
  });
  return documentedParameter(
    read(),
    ApiParam({ name, description, schema: { type: 'integer', format } }),
    ApiErrors('not_found'),
  );
}

/** The numeric path parameter with this name; for other text, the resource is unknown. */
export const PathId = (name = 'id', description = 'Id'): ParameterDecorator =>
  pathNumber({ name, description, format: 'int32', parse: parsePathId });

/** The path parameter `timeStamp`, in ms since the epoch; for other text, nothing is found. */
export const PathTime = (): ParameterDecorator =>
  pathNumber({
    name: 'timeStamp',
    description: 'Time of the value, in ms since 1970, at most 7 days ago',
    format: 'int64',
    parse: (text) => (TIME.test(text) ? Number(text) : undefined),
  });
