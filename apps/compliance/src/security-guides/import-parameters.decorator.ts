import { createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { queryStringOf } from '../api/request-target';
import { readImportParameters } from './domain/import-parameters';

/** The checked parameters of an import, as `ImportParameters`. */
export const GuideImportParameters = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  readImportParameters(queryStringOf(context.switchToHttp().getRequest<Request>())),
);
