import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { ApiErrors, CommonError } from '@wardstone/errors';
import type { Request } from 'express';
import { unknownPath } from './error-mapping';

const TIME = /^-?[0-9]{1,15}$/;

/** The path parameter `timeStamp`, in ms since the epoch; where there is no number, there is nothing. */
export function PathTime(description: string): ParameterDecorator {
  const read = createParamDecorator((_: unknown, context: ExecutionContext): number => {
    const { params, path } = context.switchToHttp().getRequest<Request>();
    const text = String(params['timeStamp']);
    if (!TIME.test(text)) throw unknownPath(path);
    return Number(text);
  });
  const documentation = [
    ApiParam({ name: 'timeStamp', description, schema: { type: 'integer', format: 'int64' } }),
    ApiErrors(CommonError.not_found),
  ];
  return (target, key, index) => {
    read()(target, key, index);
    const descriptor = Object.getOwnPropertyDescriptor(target, key!)!;
    for (const decorate of documentation) decorate(target, key!, descriptor);
  };
}
