import { SetMetadata, applyDecorators } from '@nestjs/common';
import { type Part } from '@wardstone/bootstrap';
import { type DtoClass } from '@wardstone/dto';
import { ApiErrors } from '@wardstone/errors';
import { type Area, AREA_TYPES } from '../negotiation/media-type';
import { fieldsOnRequest } from '../record/fields-on-request';
import { toListKind, one, type ProducedKind } from '../record/result-kind';
import { documentRepresentations } from './document-representations';
import { type ProducesOptions, PRODUCTION, type Production } from './production';

/**
 * Declares the response of an operation: the handler returns a record of a class, a list `[Class]` or a result of
 * another kind, which is written in the media type of the area that the client prefers. Refuses clients that accept
 * none. See rule http-4.
 */
export function result(area: Area, of: DtoClass | readonly [DtoClass] | ProducedKind, options: ProducesOptions): Part {
  const kind = toKind(of);
  const names = fieldsOnRequest(kind);
  const production: Production = { ...options, types: AREA_TYPES[area], kind, fieldsOnRequest: names };
  return applyDecorators(
    SetMetadata(PRODUCTION, production),
    documentRepresentations(production),
    ApiErrors('not_acceptable', 'invalid_callback'),
    // Any list may be long.
    ...(kind.form === 'one' ? [] : [ApiErrors('too_many_heavy_requests')]),
    ...(names.length > 0 ? [ApiErrors('invalid_query')] : []),
  );
}

function toKind(of: DtoClass | readonly [DtoClass] | ProducedKind): ProducedKind {
  if (typeof of === 'function') return one(of);
  return 'form' in of ? of : toListKind(of[0]);
}
