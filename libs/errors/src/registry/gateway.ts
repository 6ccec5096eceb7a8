import { defineErrors } from '../error-type';

/** Errors of the gateway: proxying, limits, framing, tokens. */
export const GatewayError = defineErrors('gateway', {
  ambiguous_request: {
    status: 400,
    description:
      'The request is ambiguous: two servers could disagree about its length or its target. Such requests are rejected.',
    causes: [
      'Content-Length and Transfer-Encoding are both present, or one of them is repeated.',
      'Transfer-Encoding names something other than chunked.',
      'A header line is folded, ends in a bare line feed, or has a space before its colon.',
      'The path has dot segments or a backslash.',
      'A proxy between client and gateway rewrites requests incorrectly.',
    ],
    resolution: [
      'Send exactly one Content-Length, or Transfer-Encoding: chunked.',
      'Use a current HTTP library and an address without dot segments.',
      'Send the request directly to the gateway to find out whether a proxy changes it.',
    ],
    example: {
      request: 'POST /rest/group HTTP/1.1\nContent-Length: 4\nTransfer-Encoding: chunked',
      response: 'HTTP/1.1 400 Bad Request\nX-Error-Type: ambiguous_request',
    },
    related: ['invalid_request', 'malformed_url'],
  },
  reauthentication: {
    status: 403,
    description:
      'The password of this session was given more than ten minutes ago. Sign in again: credentials that outlive a session require it.',
    causes: ['A browser was to create or change a token, an account, a password, a role or a join token.'],
    resolution: [
      'Sign in again, POST /auth/session or /login, and repeat the request.',
      'People of an OIDC issuer: /auth/oidc/login?prompt=login, where the issuer asks for the password.',
      'Programs send Basic credentials.',
    ],
    related: ['insufficient_scope', 'session_required'],
  },
  account_exists: {
    status: 409,
    description:
      'There is an account of this name already, in this organisation or another. Names that differ by case alone are the same name.',
    causes: ['The name was given to another agent.', 'The request was sent twice.'],
    resolution: ['Choose another name.', 'List the accounts of your organisation: GET /auth/accounts.'],
    related: ['invalid_request'],
  },
  agent_name_taken: {
    status: 409,
    description:
      'There is an account of this name already, so no agent can take it with this join token. Names that differ by case alone are the same name.',
    causes: [
      'Another agent enrolled under the name.',
      'A person or a program has the name.',
      'The agent lost its key.',
    ],
    resolution: [
      'Give the agent another name: AGENT_NAME.',
      'If it is the same machine, create a join token for this agent alone: npx wardstone account invite NAME.',
    ],
    related: ['enrolment_refused'],
  },
  enrolment_refused: {
    status: 401,
    description: 'The token does not let this agent enrol.',
    causes: [
      'The token is misspelt, has expired or was revoked.',
      'It is used up.',
      'It is for agents of other names.',
      'An agent of this name enrolled with it before, and was removed since or lost its key.',
      'In a cluster: the service-account token is of another audience, account or node.',
    ],
    resolution: ['Create another join token: npx wardstone account invite NAME.'],
    related: ['agent_name_taken', 'invalid_credentials'],
  },
  sign_in_expired: {
    status: 400,
    description:
      'This sign-in was begun in another browser, took longer than ten minutes, or is finished already. Sign in again.',
    causes: [
      'The page of the organisation waited for too long.',
      'Another sign-in was begun in the same browser since.',
      'The browser keeps no cookies, or opened the product under another address meanwhile.',
      'The link came from another person and would sign you in as that person.',
    ],
    resolution: ['Open the page that you wanted, and sign in there.'],
    related: ['sign_in_refused', 'issuer_unusable'],
  },
  sign_in_refused: {
    status: 403,
    description: "Your organisation's account grants no access.",
    causes: [
      'The OIDC issuer refused, or you cancelled there.',
      'The issuer names no organisation or no role that is known here.',
      'The answer of the issuer fails a check: its signature, issuer, audience, nonce or time.',
    ],
    resolution: [
      'Read the message on the page and sign in again.',
      'Ask your administrator for a role.',
      'Operators: compare OIDC_ROLES_CLAIM, OIDC_ROLE_MAP, OIDC_ORG_CLAIM and OIDC_SCOPES with what the issuer says; the log has the cause.',
    ],
    related: ['sign_in_expired', 'issuer_unusable', 'insufficient_scope'],
  },
  issuer_unusable: {
    status: 502,
    description:
      "Your organisation's login does not respond, or responds unexpectedly. Try again in a moment, or sign in with a local account.",
    causes: [
      'The OIDC issuer is down or unreachable for the gateway.',
      'The issuer does not know the client, its secret or its redirect URI.',
    ],
    resolution: [
      'Try again in a moment.',
      'Operators: the log of the gateway has the cause; check OIDC_ISSUER, OIDC_CLIENT_ID and the secret.',
    ],
    related: ['sign_in_refused', 'service_unavailable'],
  },
  too_many_sessions: {
    status: 409,
    description:
      'This account has reached the limit of 100 sessions. Sign out elsewhere, or wait: a session ends after 30 minutes without use.',
    causes: ['A program signs in for each of its requests and never out.', 'Very many people share the account.'],
    resolution: [
      'End sessions that are not needed: DELETE /auth/session.',
      'Let programs use a token in place of a session: POST /auth/tokens.',
      'A new password ends all sessions of an account.',
    ],
    related: ['too_many_tokens', 'too_many_attempts'],
  },
  too_many_tokens: {
    status: 409,
    description:
      'This account has reached the limit of 100 valid tokens, or of 100 tokens created and revoked within an hour.',
    causes: ['A program creates a token for each run and revokes none.'],
    resolution: [
      'Revoke what is not needed: GET /auth/tokens, DELETE /auth/tokens/{id}.',
      'Create tokens that expire.',
      'Give each program a service account of its own.',
    ],
    related: ['too_many_sessions', 'too_many_join_tokens'],
  },
  too_many_join_tokens: {
    status: 409,
    description: 'The organisation has 1,000 join tokens that agents can use, which is the limit.',
    causes: ['A program creates a join token for each machine, and the machines never join.'],
    resolution: [
      'Revoke tokens that are not needed: GET /auth/join-tokens, DELETE /auth/join-tokens/{id}.',
      'Create one token for many agents: `uses` and `namePattern`.',
      'Create tokens that expire soon.',
    ],
    related: ['too_many_tokens'],
  },
  headers_too_large: {
    status: 431,
    description: 'The headers of the request exceed 16 KiB in total.',
    causes: ['A very long address.', 'A very large cookie or token.'],
    resolution: ['Shorten the address or move its parameters into a body.', 'Request a token with fewer claims.'],
  },
  request_timeout: {
    status: 408,
    description: 'The client stopped sending before the request was complete.',
    causes: [
      'The network between the client and the gateway is slow or was interrupted.',
      'The client program stalled.',
    ],
    resolution: ['Send the request again.'],
    related: ['external_service_timeout'],
  },
  expectation_failed: {
    status: 417,
    description: 'The Expect header has a value other than 100-continue.',
    causes: ['An unusual Expect header was sent.'],
    resolution: ['Leave the Expect header out.'],
  },
  rate_limited: {
    status: 429,
    description:
      'Too many requests from this account, or from this address without an account. The RateLimit headers of every response show how many are left.',
    causes: ['A program sends requests in a loop without a pause.', 'Many programs share one account or one address.'],
    resolution: [
      'Wait for the seconds named in Retry-After.',
      'Read the RateLimit header and slow down before it reaches zero.',
      'Operators: raise RATE_LIMIT_REQUESTS.',
    ],
    related: ['too_many_attempts'],
  },
  downstream_issue: {
    status: 503,
    description: 'The service behind the gateway is unreachable, or closed the connection before it responded.',
    causes: ['The service is starting, stopping or down.', 'The network between gateway and service is interrupted.'],
    resolution: [
      'Wait for the seconds named in Retry-After and try again.',
      'Open the landing page of the gateway: it shows which service is down.',
    ],
    related: ['external_service_timeout', 'service_unavailable'],
  },
  service_not_installed: {
    status: 404,
    description: 'The address belongs to a service of the product that is not part of this installation.',
    causes: ['The installation was set up without the service.', 'A program was pointed at the wrong installation.'],
    resolution: [
      'Do not repeat the request.',
      'Open /services at the gateway: it lists the installed services.',
      'Operators: install the service and set its address in the settings of the gateway (COMPLIANCE_URL, MONITORING_URL, ERROR_REGISTRY_URL).',
    ],
    related: ['downstream_issue', 'not_found'],
  },
  invalid_response: {
    status: 502,
    description: 'The service behind the gateway returned an invalid HTTP response.',
    causes: ['The address of the service points at another program.', 'The service failed while sending its response.'],
    resolution: ['Try again once.', 'Operators: check the service addresses in the settings of the gateway.'],
    related: ['downstream_issue'],
  },
  external_service_timeout: {
    status: 504,
    description: 'The service behind the gateway did not respond in time. It may still execute the request.',
    causes: ['The service is overloaded.', 'The request takes longer than the time limit.'],
    resolution: [
      'Check whether the request took effect before you repeat it.',
      'Request less at once.',
      'Operators: raise UPSTREAM_TIMEOUT_MS.',
    ],
    related: ['downstream_issue'],
  },
});
