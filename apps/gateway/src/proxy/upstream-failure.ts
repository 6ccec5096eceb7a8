import { ApiError, GatewayError } from '@wardstone/errors';
import type { ServiceName } from '../routes';

/** Seconds after which trying again makes sense: a service restarts in about that time. */
const RETRY_AFTER = '5';

/** The service did not respond within its time. */
export class UpstreamTimeout extends Error {
  override readonly name = 'UpstreamTimeout';
}

export function isHangUp({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ECONNRESET' || code === 'EPIPE';
}

/** What the client gets when a service did not respond: no addresses and no system texts, those are in the cause. */
export function toUpstreamError(service: ServiceName, failure: NodeJS.ErrnoException): ApiError {
  if (failure instanceof UpstreamTimeout) {
    return new ApiError(GatewayError.external_service_timeout, `The ${service} service did not respond in time.`, {
      cause: failure,
    });
  }
  if (failure.code?.startsWith('HPE_') === true) {
    return new ApiError(GatewayError.invalid_response, `The ${service} service returned an invalid HTTP response.`, {
      cause: failure,
    });
  }
  return new ApiError(GatewayError.downstream_issue, `The ${service} service is unreachable.`, {
    headers: { 'Retry-After': RETRY_AFTER },
    cause: failure,
  });
}
