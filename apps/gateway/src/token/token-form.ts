import type { IncomingMessage, ServerResponse } from 'node:http';
import { OAuthError } from '@wardstone/auth';
import type { BodyBytes } from '@wardstone/bootstrap';
import { ApiError, CommonError } from '@wardstone/errors';
import { readFormBody } from '../form-body';

/** Reads the parameters of a token request: a form as RFC 6749 says, or a flat JSON object of texts. @throws OAuthError */
export async function readTokenForm(
  request: IncomingMessage,
  response: ServerResponse,
  bytes: BodyBytes,
): Promise<URLSearchParams> {
  try {
    return await readFormBody(request, response, bytes);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // RFC 6749 knows no code for some of these, `invalid_request` is its word for everything malformed.
    const detail = error.kind === CommonError.payload_too_large ? 'A token request has at most 16 KiB.' : error.detail;
    throw new OAuthError('invalid_request', error.kind, detail, error.headers);
  }
}
