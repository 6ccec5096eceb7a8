import { Controller, UseInterceptors, applyDecorators } from '@nestjs/common';
import { ApiProduces, ApiTags } from '@nestjs/swagger';
import { MEDIA_TYPE, MediaTypeInterceptor } from './media-type.interceptor';

/** A controller whose responses are JSON in the contract's media type. `path` is relative to the setting BASE_PATH. */
export function ComplianceController(path: string, tag: string = path): ClassDecorator {
  return applyDecorators(
    Controller(path),
    UseInterceptors(MediaTypeInterceptor),
    ApiTags(tag),
    ApiProduces(MEDIA_TYPE),
  );
}
