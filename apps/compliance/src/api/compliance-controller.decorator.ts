import { Controller, UseInterceptors, applyDecorators } from '@nestjs/common';
import { ApiProduces, ApiTags } from '@nestjs/swagger';
import { AnswerInterceptor } from '@wardstone/bootstrap';
import { ApiPathIds, type PathIds } from './path-ids';

/** The media type of every JSON answer (rule compliance-1); the Accept header is ignored. */
export const MEDIA_TYPE = 'application/vnd.api+json';

/**
 * A controller whose responses are JSON in the contract's media type. `path` is relative to the setting BASE_PATH.
 *
 * @param ids of its paths that are documented otherwise than usual
 */
export function ComplianceController(path: string, tag: string = path, ids?: PathIds): ClassDecorator {
  return applyDecorators(
    Controller(path),
    UseInterceptors(new AnswerInterceptor({ 'Content-Type': `${MEDIA_TYPE}; charset=utf-8` })),
    ApiTags(tag),
    ApiProduces(MEDIA_TYPE),
    ApiPathIds(ids),
  );
}
