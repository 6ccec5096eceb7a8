import { defineErrors } from '../error-type';

/** Errors of the gateway: proxying, limits, framing, tokens. */
export const GatewayError = defineErrors('gateway', {
  ambiguous_request: {
    status: 400,
    description:
      'The request can be read in more than one way: two servers could disagree about where it ends or what it asks for. Such requests are refused, not guessed at.',
    causes: [
      'Content-Length and Transfer-Encoding are both present, or one of them is repeated.',
      'Transfer-Encoding names something other than chunked.',
      'A header line is folded, ends in a bare line feed, or has a blank before its colon.',
      'The path has dot segments or a backslash.',
      'A proxy or a program in between rewrites requests wrongly.',
    ],
    resolution: [
      'Send exactly one Content-Length, or Transfer-Encoding: chunked.',
      'Use a current HTTP library and an address without dot segments.',
      'Send the request straight to the gateway to find out whether something in between changes it.',
    ],
    example: {
      request: 'POST /rest/group HTTP/1.1\nContent-Length: 4\nTransfer-Encoding: chunked',
      response: 'HTTP/1.1 400 Bad Request\nX-Error-Type: ambiguous_request',
    },
    related: ['invalid_request', 'malformed_url'],
  },
  enrolment_refused: {
    status: 401,
    description: 'The one-time token is unknown, has expired, or was used before.',
    causes: [
      'The token is misspelt or older than a day.',
      'Another agent has used it.',
      'A newer one was made for the same agent.',
      'The account was removed, or its password changed, since the token was made.',
    ],
    resolution: ['Make a new one: npm run account -- invite NAME.'],
    related: ['invalid_credentials'],
  },
  enrolment_unavailable: {
    status: 503,
    description: 'Agents cannot be given accounts here: the gateway may read its accounts, not change them.',
    causes: ['The file of the accounts is mounted read-only, as images and Kubernetes do.'],
    resolution: [
      'Make the account where the file is kept: npm run account -- add NAME --role agent --service.',
      'Give the agent that login: AGENT_NAME, AGENT_USER and AGENT_PASSWORD.',
    ],
    related: ['enrolment_refused'],
  },
  headers_too_large: {
    status: 431,
    description: 'The header lines of the request are larger than 16 KiB together.',
    causes: ['A very long address.', 'A very large cookie or token.'],
    resolution: ['Shorten the address or move its parameters into a body.', 'Ask for a token with fewer claims.'],
  },
  request_timeout: {
    status: 408,
    description: 'The client stopped sending in the middle of its request.',
    causes: ['The network between the client and the gateway is slow or was cut.', 'The client program stalled.'],
    resolution: ['Send the request again.'],
    related: ['external_service_timeout'],
  },
  expectation_failed: {
    status: 417,
    description: 'The Expect header asks for something other than 100-continue.',
    causes: ['An unusual Expect header was sent.'],
    resolution: ['Leave the Expect header out.'],
  },
  rate_limited: {
    status: 429,
    description:
      'Too many requests from this account, or from this address without an account. The RateLimit headers of every answer tell how many are left.',
    causes: ['A program calls in a loop without a pause.', 'Many programs share one account or one address.'],
    resolution: [
      'Wait for the seconds named in Retry-After.',
      'Read the RateLimit header and slow down before it reaches zero.',
      'Operators: raise RATE_LIMIT_REQUESTS.',
    ],
    related: ['too_many_attempts'],
  },
  downstream_issue: {
    status: 503,
    description: 'The service behind the gateway cannot be reached, or it hung up before it answered.',
    causes: ['The service is starting, stopping or down.', 'The network between gateway and service is cut.'],
    resolution: [
      'Wait for the seconds named in Retry-After and try again.',
      'Look at the landing page of the gateway: it shows which service is down.',
    ],
    related: ['external_service_timeout', 'service_unavailable'],
  },
  invalid_response: {
    status: 502,
    description: 'The service behind the gateway answered something that is not HTTP.',
    causes: ['The address of the service points at another program.', 'The service failed while it wrote its answer.'],
    resolution: ['Try again once.', 'Operators: check the service addresses in the settings of the gateway.'],
    related: ['downstream_issue'],
  },
  external_service_timeout: {
    status: 504,
    description: 'The service behind the gateway did not answer in time. It may still carry the request out.',
    causes: ['The service is overloaded.', 'The request asks for more than can be done in the time limit.'],
    resolution: [
      'Ask whether the request took effect before you repeat it.',
      'Ask for less in one request.',
      'Operators: raise UPSTREAM_TIMEOUT_MS.',
    ],
    related: ['downstream_issue'],
  },
});
