import { SetMetadata, applyDecorators } from '@nestjs/common';
import { ApiErrors, CommonError, MonitoringError } from '@wardstone/errors';
import { type Area, AREA_TYPES } from '../negotiation/media-type';
import { fieldsOnRequest } from '../record/fields-on-request';
import type { ProducedKind } from '../record/result-kind';
import { documentRepresentations } from './document-representations';
import { type ProducesOptions, PRODUCTION, type Production } from './production';

/**
 * The handler returns plain records of `kind`; the response is written in the area's media type that the client
 * prefers. Refuses clients that accept none. See rule http-4.
 */
export function Produces(area: Area, kind: ProducedKind, options: ProducesOptions): MethodDecorator {
  const names = fieldsOnRequest(kind);
  const production: Production = { ...options, types: AREA_TYPES[area], kind, fieldsOnRequest: names };
  return applyDecorators(
    SetMetadata(PRODUCTION, production),
    documentRepresentations(production),
    ApiErrors(CommonError.not_acceptable, MonitoringError.invalid_callback),
    // Any list may be long.
    ...(kind.form === 'one' ? [] : [ApiErrors(CommonError.too_many_heavy_requests)]),
    ...(names.length > 0 ? [ApiErrors(MonitoringError.invalid_query)] : []),
  );
}
