import type { IncomingMessage } from 'node:http';
import { mediaTypeOf } from '@wardstone/bootstrap';
import { ApiError, CommonError } from '@wardstone/errors';

const LIMIT_BYTES = 16 * 1024;
export const FORM = 'application/x-www-form-urlencoded';

/**
 * Reads a few short texts: a form, or a flat JSON object of strings.
 *
 * @throws payload_too_large, unsupported_media_type, invalid_request
 */
export async function readFormBody(request: IncomingMessage): Promise<URLSearchParams> {
  const text = await readText(request);
  const mediaType = mediaTypeOf(request);
  if (mediaType === 'application/json') return parseJson(text);
  if (mediaType === FORM) return new URLSearchParams(text);
  throw new ApiError(
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
  if (bytes > LIMIT_BYTES) throw new ApiError(CommonError.payload_too_large, 'A login has at most 16 KiB.');
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): URLSearchParams {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new ApiError(CommonError.invalid_request, 'The body is not JSON.');
  }
  const isFlat =
    typeof parsed === 'object' &&
    parsed !== null &&
    !Array.isArray(parsed) &&
    Object.values(parsed).every((value) => typeof value === 'string');
  if (!isFlat) throw new ApiError(CommonError.invalid_request, 'The body is not a JSON object of strings.');
  return new URLSearchParams(parsed as Record<string, string>);
}
