import type { IncomingMessage } from 'node:http';
import { OAuthError } from '@wardstone/auth';
import { mediaTypeOf } from '@wardstone/bootstrap';
import { CommonError } from '@wardstone/errors';

const LIMIT_BYTES = 16 * 1024;
/** RFC 6749 knows no code for these, `invalid_request` is its word for everything malformed. */
const refused = (kind: (typeof CommonError)['payload_too_large'], detail: string): OAuthError =>
  new OAuthError('invalid_request', kind, detail);

/** Reads the parameters of a token request: a form as RFC 6749 says, or a flat JSON object of texts. @throws OAuthError */
export async function readTokenForm(request: IncomingMessage): Promise<URLSearchParams> {
  const text = await readText(request);
  const mediaType = mediaTypeOf(request);
  if (mediaType === 'application/json') return parseJson(text);
  if (mediaType === 'application/x-www-form-urlencoded') return new URLSearchParams(text);
  throw refused(
    CommonError.unsupported_media_type,
    'The parameters are sent as application/x-www-form-urlencoded or application/json.',
  );
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // The rest is read and dropped, so that the client gets to read the answer.
    if (bytes <= LIMIT_BYTES) chunks.push(chunk);
  }
  if (bytes > LIMIT_BYTES) throw refused(CommonError.payload_too_large, 'A token request has at most 16 KiB.');
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): URLSearchParams {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw refused(CommonError.invalid_request, 'The body is not JSON.');
  }
  const isFlat =
    typeof parsed === 'object' &&
    parsed !== null &&
    !Array.isArray(parsed) &&
    Object.values(parsed).every((value) => typeof value === 'string');
  if (!isFlat) throw refused(CommonError.invalid_request, 'The body is not a JSON object of strings.');
  return new URLSearchParams(parsed as Record<string, string>);
}
