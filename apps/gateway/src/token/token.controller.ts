import { applyDecorators, Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiResponse, ApiTags } from '@nestjs/swagger';
import {
  OAuthError,
  type OAuthErrorCode,
  getRemoteAddress,
  SigningKey,
  subjectOfAssertion,
  TOKEN_RESPONSE_HEADERS,
  TokenService,
} from '@wardstone/auth';
import { BodyBytes, content, noteForAudit, Operation, type Part } from '@wardstone/bootstrap';
import { ApiError, BODY_ERRORS, CommonError } from '@wardstone/errors';
import type { Request, Response } from 'express';
import { readFormBody } from '../form-body';
import { GatewayConfig } from '../gateway.config';

const REQUEST_SCHEMA = {
  type: 'object',
  required: ['grant_type'],
  properties: {
    grant_type: {
      type: 'string',
      enum: ['password', 'client_credentials', 'urn:ietf:params:oauth:grant-type:jwt-bearer'],
      description: 'Kind of login',
    },
    username: { type: 'string', description: 'Account name; grant password' },
    password: { type: 'string', format: 'password', description: 'Its password; grant password' },
    client_id: { type: 'string', description: 'Name of a service account, when not sent as Basic credentials' },
    client_secret: { type: 'string', format: 'password', description: 'Its password' },
    assertion: {
      type: 'string',
      description:
        'JWT signed by a key of the account (RFC 7523): `iss` and `sub` name it, `aud` is `wardstone`, `exp` at most five minutes ahead, `jti` unique; grant jwt-bearer',
    },
    scope: { type: 'string', description: 'Requested permissions, separated by spaces; all when absent' },
  },
  example: { grant_type: 'password', username: 'admin', password: 'the password of the account' },
};

const RESPONSE_SCHEMA = {
  type: 'object',
  required: ['access_token', 'token_type', 'expires_in', 'scope'],
  properties: {
    access_token: { type: 'string', description: 'Token for Authorization: Bearer' },
    token_type: { type: 'string', enum: ['Bearer'], description: 'Token type' },
    expires_in: { type: 'integer', description: 'Lifetime in seconds', example: 3600 },
    scope: { type: 'string', description: 'Granted permissions, separated by spaces' },
  },
};

const REFUSAL_SCHEMA = {
  type: 'object',
  required: ['error', 'error_description'],
  properties: {
    error: {
      type: 'string',
      enum: [
        'invalid_request',
        'invalid_client',
        'invalid_grant',
        'unsupported_grant_type',
        'invalid_scope',
        'temporarily_unavailable',
      ] satisfies OAuthErrorCode[],
      description:
        'Code of RFC 6749 section 5.2; temporarily_unavailable while logins are rejected or the service is unavailable',
    },
    error_description: { type: 'string', description: 'Explanation of this occurrence' },
  },
  example: { error: 'invalid_grant', error_description: 'The user name or the password is wrong.' },
};

const JWKS_SCHEMA = {
  type: 'object',
  required: ['keys'],
  properties: {
    keys: {
      type: 'array',
      description: 'Public keys (RFC 7517)',
      items: {
        type: 'object',
        required: ['kty', 'crv', 'x', 'kid', 'alg', 'use'],
        properties: {
          kty: { type: 'string', description: 'Key type', example: 'OKP' },
          crv: { type: 'string', description: 'Curve', example: 'Ed25519' },
          x: { type: 'string', description: 'The public key, base64url' },
          kid: { type: 'string', description: 'Thumbprint of the key (RFC 7638)' },
          alg: { type: 'string', description: 'Algorithm', example: 'EdDSA' },
          use: { type: 'string', description: 'Use of the key: signatures', example: 'sig' },
        },
      },
    },
  },
};

/** Separate from `errors`, whose bodies belong to refusals before the token service. */
const oauthErrors = (...statuses: number[]): Part =>
  applyDecorators(
    ...statuses.map((status) =>
      ApiResponse({
        status,
        description: 'Errors follow RFC 6749, in `application/json`, once the body is read.',
        content: { 'application/json': { schema: REFUSAL_SCHEMA } },
      }),
    ),
  );

/** Maximum length of an account name in the audit log. */
const MAX_NAME_LENGTH = 100;

/** Tokens for local accounts. See rules platform-2, agents-10; RFC 6749 sections 4.3 and 4.4, RFC 7523. */
@ApiTags('login')
@Controller('auth')
export class TokenController {
  constructor(
    private readonly tokens: TokenService,
    private readonly config: GatewayConfig,
    private readonly bytes: BodyBytes,
    private readonly signingKey: SigningKey,
  ) {}

  /** Public keys with which services and others verify what the gateway signs. */
  @Get('jwks.json')
  @Operation('Get the public keys of the gateway', {
    access: 'public',
    returns: content('application/json', 'The keys', JWKS_SCHEMA),
    headers: { 'Cache-Control': 'public, max-age=30' },
  })
  async jwks(): Promise<object> {
    await this.signingKey.refresh();
    return this.signingKey.publicJwks();
  }

  @Post('token')
  @Operation('Log in and get an access token', {
    description: 'OAuth 2 token endpoint. Errors are `{"error", "error_description"}` as RFC 6749 section 5.2 says.',
    access: 'public',
    body: ['streamed', ApiBody({ schema: REQUEST_SCHEMA })],
    returns: [content('application/json', 'A token', RESPONSE_SCHEMA), oauthErrors(400, 401, 413, 415, 429)],
    status: 200,
    errors: [
      ...BODY_ERRORS,
      'invalid_grant',
      'invalid_scope',
      'unsupported_grant_type',
      'invalid_client',
      'too_many_attempts',
    ],
  })
  async token(@Req() request: Request, @Res() response: Response): Promise<void> {
    const form = await readTokenForm(request, response, this.bytes);
    const claimed = claimedBy(form)?.slice(0, MAX_NAME_LENGTH);
    if (claimed !== undefined) noteForAudit(request, { claimed });
    const grant = await this.tokens.grant({
      form,
      authorization: request.headers.authorization,
      remoteAddress: getRemoteAddress(request, { trustProxy: this.config.TRUST_PROXY }),
    });
    response.set(TOKEN_RESPONSE_HEADERS).json(grant);
  }
}

/** The account named in the request, verified or not. */
function claimedBy(form: URLSearchParams): string | undefined {
  return form.get('username') ?? form.get('client_id') ?? subjectOfAssertion(form.get('assertion') ?? '');
}

/**
 * Reads the parameters of a token request: a form as in RFC 6749, or a flat JSON object of texts.
 * @throws OAuthError
 */
async function readTokenForm(request: Request, response: Response, bytes: BodyBytes): Promise<URLSearchParams> {
  try {
    return await readFormBody(request, response, bytes);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // RFC 6749 has no specific code for some of these; `invalid_request` covers malformed requests.
    const detail = error.kind === CommonError.payload_too_large ? 'A token request has at most 16 KiB.' : error.detail;
    throw new OAuthError('invalid_request', error.kind, detail, error.headers);
  }
}
