import type { IncomingMessage, ServerResponse } from 'node:http';
import { type BodyBytes, readMediaType } from '@wardstone/bootstrap';
import { ApiError, CommonError } from '@wardstone/errors';

const LIMIT_BYTES = 16 * 1024;
export const FORM = 'application/x-www-form-urlencoded';

/**
 * Reads a small form, or a flat JSON object of strings.
 * @throws payload_too_large, too_much_in_progress, unsupported_media_type, invalid_request
 */
export async function readFormBody(
  request: IncomingMessage,
  response: ServerResponse,
  bytes: BodyBytes,
): Promise<URLSearchParams> {
  const text = (await bytes.read(request, response, LIMIT_BYTES)).toString();
  const mediaType = readMediaType(request);
  if (mediaType === 'application/json') return parseJson(text);
  if (mediaType === FORM) return new URLSearchParams(text);
  throw new ApiError(
    CommonError.unsupported_media_type,
    'The parameters are sent as application/x-www-form-urlencoded or application/json.',
  );
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
