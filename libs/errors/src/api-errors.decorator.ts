import 'reflect-metadata';
import { ApiExtension, ApiResponse } from '@nestjs/swagger';
import type { ErrorType } from './error-type';
import { type ErrorName, errorTypeNamed } from './registry';

/** Key of the OpenAPI operation member that lists error types, e.g. `["not_found", "session_required"]`. */
export const ERROR_TYPES_EXTENSION = 'x-error-types';

const DECLARED = Symbol('wardstone:error-types');
const SWAGGER_RESPONSES = 'swagger/apiResponse';
const SWAGGER_EXTENSIONS = 'swagger/apiExtension';

type Handler = (...args: unknown[]) => unknown;

/**
 * Documents the error types of an operation: one response per status, and `x-error-types` for programs. Several of
 * them on one operation add up; `documentErrors` fills in the bodies. Controllers use `@Operation()`.
 */
export function ApiErrors(...named: (ErrorType | ErrorName)[]): MethodDecorator {
  const kinds = named.map((kind) => (typeof kind === 'string' ? errorTypeNamed(kind) : kind));
  return (target: object, _key?: string | symbol, descriptor?: PropertyDescriptor) =>
    declare(target, descriptor!, kinds);
}

function declare(target: object, descriptor: PropertyDescriptor, kinds: readonly ErrorType[]): void {
  const handler = descriptor.value as Handler;
  const earlier = (Reflect.getMetadata(DECLARED, handler) as ErrorType[] | undefined) ?? [];
  const all = [...new Set([...earlier, ...kinds])].sort((a, b) => (a.type < b.type ? -1 : 1));
  Reflect.defineMetadata(DECLARED, all, handler);
  // Swagger's own decorators join texts of the same status and keep the first extension, so both are rebuilt here.
  const without = (key: string, names: readonly (string | number)[]): void => {
    const kept = { ...(Reflect.getMetadata(key, handler) as Record<string, unknown> | undefined) };
    for (const name of names) delete kept[name];
    Reflect.defineMetadata(key, kept, handler);
  };
  const statuses = [...new Set(all.map(({ status }) => status))];
  without(SWAGGER_RESPONSES, statuses);
  without(SWAGGER_EXTENSIONS, [ERROR_TYPES_EXTENSION]);
  for (const status of statuses) {
    const description = all
      .filter((kind) => kind.status === status)
      .map((kind) => `\`${kind.type}\`: ${kind.description}`)
      .join('\n\n');
    ApiResponse({ status, description })(target, handler.name, descriptor);
  }
  ApiExtension(
    ERROR_TYPES_EXTENSION,
    all.map(({ type }) => type),
  )(target, handler.name, descriptor);
}
