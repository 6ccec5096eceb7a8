import { defineErrors } from '../error-type';

/** Errors of the gateway: proxying, limits, tokens. */
export const GatewayError = defineErrors('gateway', {
  downstream_issue: {
    status: 503,
    description: 'The service behind the gateway does not accept connections right now.',
    causes: ['The service is starting, stopping or down.', 'The gateway is configured with a wrong address.'],
    resolution: [
      'Wait for the seconds named in Retry-After and try again.',
      'If it lasts, ask your operator to look at /readyz of the gateway.',
    ],
    related: ['external_service_timeout', 'service_unavailable'],
  },
  external_service_timeout: {
    status: 504,
    description: 'The service behind the gateway accepted the request, but did not answer in time.',
    causes: ['The service or its database is overloaded.', 'The request asks for a lot of work at once.'],
    resolution: [
      'Try again; a change may have been made although its answer was lost, so read before you repeat a write.',
      'Ask for less in one request: a smaller page, a shorter window, a smaller upload.',
    ],
    related: ['downstream_issue'],
  },
  invalid_response: {
    status: 502,
    description: 'The service behind the gateway broke off its answer, or answered something that is not HTTP.',
    causes: ['The service was stopped while it answered.', 'The configured address belongs to another program.'],
    resolution: ['Try again once.', 'Report the X-Request-Id of the answer to your operator.'],
    related: ['downstream_issue'],
  },
});
