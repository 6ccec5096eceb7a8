import { defineErrors } from '../error-type';

/** Errors that any process may return. */
export const CommonError = defineErrors('common', {
  internal_error: {
    status: 500,
    description: 'Unexpected failure of the service. Its log has the cause under the request id of the response.',
    causes: ['A defect in the service.', 'A dependency returned something that the service does not understand.'],
    resolution: ['Try again once.', 'Report the X-Request-Id of the response to your operator.'],
  },
  organisation_not_served: {
    status: 403,
    description:
      'This service serves one organisation, and your account belongs to another. Your credentials are valid.',
    causes: [
      'The account was created for an organisation that this service does not serve.',
      'The organisation claim of the access token names an organisation that is not served.',
    ],
    resolution: [
      'Use an installation of your own organisation.',
      'Ask your operator to add it to SERVED_ORGANISATIONS; the organisations listed there share all data of the service.',
    ],
    related: ['insufficient_scope'],
  },
  not_found: {
    status: 404,
    description: 'Unknown address.',
    causes: ['The path is misspelt.', 'The operation exists under another HTTP method.'],
    resolution: ['Compare the path with the OpenAPI document of the service.'],
    related: ['method_not_allowed'],
  },
  method_not_allowed: {
    status: 405,
    description: 'The address exists, but not for this HTTP method. The Allow header lists the methods that do.',
    causes: ['The wrong HTTP method was used.'],
    resolution: ['Use one of the methods in the Allow header.'],
    related: ['not_found'],
  },
  invalid_request: {
    status: 400,
    description: 'The request is malformed.',
    causes: ['A required part is missing or malformed.', 'The body does not match its Content-Type.'],
    resolution: ['Read the message in the response, correct the request and send it again.'],
  },
  malformed_url: {
    status: 400,
    description: 'The address contains an invalid percent escape.',
    causes: ['A percent sign in the path was not escaped as %25.', 'The escaped bytes are not UTF-8.'],
    resolution: ['Build addresses with a URL library.'],
  },
  not_acceptable: {
    status: 406,
    description: 'None of the media types in the Accept header is available.',
    causes: ['The operation supports none of the media types in the Accept header.'],
    resolution: ['Ask for a media type that the OpenAPI document lists for the operation, or leave Accept out.'],
  },
  unsupported_media_type: {
    status: 415,
    description: 'The Content-Type or Content-Encoding of the body is not supported by this operation.',
    causes: ['The Content-Type header is missing or wrong.', 'The body is compressed in a way that is not supported.'],
    resolution: ['Send the body as one of the media types in the OpenAPI document.'],
  },
  payload_too_large: {
    status: 413,
    description: 'The body is larger than this operation accepts.',
    causes: [
      'The upload exceeds the limit of the operation.',
      'A compressed body exceeds the limit when it is decompressed, or is more than 100 times as long then.',
      'A JSON or XML body has more values (items, members, elements) than the operation accepts.',
      'A remote write has more series, samples, labels, symbols or descriptions than the operation accepts; the message names which.',
    ],
    resolution: ['Send less in one request; the limits are in the OpenAPI document.'],
    related: ['too_much_in_progress'],
  },
  too_much_in_progress: {
    status: 429,
    description:
      'The service is busy with other large bodies, mostly of this account. The bodies of one account may take at most as much memory as is free for all others.',
    causes: ['A program sends many large requests at the same time.'],
    resolution: [
      'Wait for the seconds named in Retry-After, then send the same request again.',
      'Send large requests one after the other, or smaller ones.',
    ],
    related: ['payload_too_large', 'too_many_heavy_requests'],
  },
  too_many_heavy_requests: {
    status: 429,
    description:
      'Too many expensive requests at a time. The service runs only a few of them, at most half for one account, and at most 64 more of each account wait.',
    causes: [
      'A program sends many PromQL queries, dry runs, large reads, file downloads, documents or bodies of more than 512 KiB at the same time.',
    ],
    resolution: [
      'Wait for the seconds named in Retry-After, then send the same request again.',
      'Send expensive requests one after the other, or request less: shorter windows, fewer series.',
      'For reads, your operator can raise HEAVY_REQUESTS if the service has memory and processors to spare.',
    ],
    related: ['too_much_in_progress', 'rate_limited'],
  },
  precondition_failed: {
    status: 412,
    description: 'The record has changed since it was read: If-Match no longer names its current version.',
    causes: ['Someone else changed the record in between.'],
    resolution: ['Read the record again, apply the change to the new version and send its ETag.'],
  },
  session_required: {
    status: 401,
    description: 'The request carries no credentials. Log in with Basic credentials or a Bearer token.',
    causes: ['The Authorization header is missing.', 'A proxy between client and server removed it.'],
    resolution: ['Send Authorization: Basic, or a Bearer token from POST /auth/token.'],
    related: ['invalid_credentials', 'invalid_token', 'expired_token'],
  },
  foreign_page: {
    status: 403,
    description:
      'A page of another origin sent this request from a browser. Only pages of the product may write with the credentials of a browser.',
    causes: [
      'A page that is not part of the product tried to use your credentials.',
      'The product was opened under an address that is not configured.',
    ],
    resolution: [
      'Open the product under its public address.',
      'Ask your operator to add the address you use to the setting PUBLIC_ADDRESSES.',
      'Programs that are not browsers send neither Origin nor Sec-Fetch-Site.',
    ],
    example: {
      request: 'DELETE /rest/group/10001 HTTP/1.1\nOrigin: https://elsewhere.example\nSec-Fetch-Site: cross-site',
      response: 'HTTP/1.1 403 Forbidden\nX-Error-Type: foreign_page',
    },
    related: ['insufficient_scope'],
  },
  invalid_credentials: {
    status: 401,
    description: 'The user name or the password is wrong.',
    causes: ['The name or the password is misspelt.', 'The password was changed.', 'The account was removed.'],
    resolution: ['Check the user name and the password.', 'Ask your administrator to set a new password.'],
    related: ['session_required', 'too_many_attempts'],
  },
  invalid_token: {
    status: 401,
    description: 'The token was not issued for this product, or its signature is invalid.',
    causes: [
      'The token belongs to another issuer or audience.',
      'The token was truncated or changed.',
      'The signing key was rotated.',
    ],
    resolution: ['Fetch a new token and try again.'],
    related: ['expired_token'],
  },
  expired_token: {
    status: 401,
    description: 'The token has expired.',
    causes: ['The token is older than its lifetime.', 'The clock of this host or of the issuer is wrong.'],
    resolution: ['Fetch a new token and try again.'],
    related: ['invalid_token'],
  },
  insufficient_scope: {
    status: 403,
    description: 'You are authenticated, but none of your roles grants the permission that this operation requires.',
    causes: ['Your account lacks a role.', 'The token was issued with fewer permissions than the account has.'],
    resolution: ['Ask your administrator for a role that grants the permission in the message.'],
  },
  too_many_attempts: {
    status: 429,
    description:
      'Too many failed logins for this account or from this address. Further logins are rejected for a while.',
    causes: ['A program keeps retrying with a wrong password.', 'Someone is guessing passwords.'],
    resolution: ['Wait for the seconds named in Retry-After.', 'Correct the password stored in the program first.'],
    related: ['invalid_credentials'],
  },
  invalid_client: {
    status: 401,
    description: 'The program that asked for a token is unknown, or its secret is wrong.',
    causes: [
      'The client id or the secret is misspelt.',
      'The account was removed.',
      'No client credentials were sent.',
    ],
    resolution: ['Send the name and password of a local account as client_id and client_secret.'],
    related: ['invalid_grant', 'too_many_attempts'],
  },
  invalid_grant: {
    status: 400,
    description: 'The user name, the password or the assertion in the token request is wrong.',
    causes: [
      'The name or the password is misspelt.',
      'The password was changed.',
      'The account was removed.',
      'The key that signed the assertion is unknown, or was revoked.',
      'The assertion has expired, or was used before.',
    ],
    resolution: [
      'Check username and password.',
      'Ask your administrator to set a new password, or to invite the agent again.',
      'Set the clock of the machine.',
    ],
    related: ['invalid_client', 'too_many_attempts'],
  },
  unsupported_grant_type: {
    status: 400,
    description:
      'Tokens are granted for grant_type=password, client_credentials and urn:ietf:params:oauth:grant-type:jwt-bearer only.',
    causes: ['The client uses another OAuth flow, e.g. authorization_code.'],
    resolution: ['Use one of these grants.', 'For interactive logins use the OIDC issuer of your organisation.'],
  },
  invalid_scope: {
    status: 400,
    description: 'The token request includes a permission that the account does not have.',
    causes: ['The scope names a permission of another role.', 'The scope is not a list of permission names.'],
    resolution: ['Ask for permissions that the account holds, or leave scope out to get all of them.'],
    related: ['insufficient_scope'],
  },
  service_unavailable: {
    status: 503,
    description:
      'The service is temporarily unavailable: it is starting or stopping, its database is unreachable, or it is busy with the requests of others.',
    causes: [
      'The service is starting or draining.',
      'The database is down or overloaded.',
      'An expensive request waited 20 seconds for its turn, a document 4 minutes, a large body as long for memory, or a request of an agent 10 seconds.',
    ],
    resolution: [
      'Wait for the seconds named in Retry-After and try again.',
      'Check /readyz of the service.',
      'If it is busy for long, your operator can run more replicas or raise HEAVY_REQUESTS.',
    ],
    related: ['too_many_heavy_requests'],
  },
});

/** Errors for a body that is refused before its fields are validated. */
export const BODY_ERRORS = [
  'invalid_request',
  'payload_too_large',
  'too_much_in_progress',
  'unsupported_media_type',
] as const satisfies readonly (keyof typeof CommonError)[];
