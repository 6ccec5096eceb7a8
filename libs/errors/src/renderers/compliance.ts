import type { ApiError } from '../api-error';
import type { BodySchema, ErrorBody, ErrorRenderer } from '../error-response';
import { CommonError } from '../registry';

const MEDIA_TYPE = 'application/vnd.api+json';

const ONE_TEXT: BodySchema = {
  type: 'object',
  description: 'A refusal of the caller',
  required: ['error'],
  properties: { error: { type: 'string', description: 'Explanation' } },
};
const SEVERAL: BodySchema = {
  type: 'object',
  description: 'An error',
  required: ['errors'],
  properties: {
    errors: { type: 'array', minItems: 1, description: 'Explanation', items: { type: 'string' } },
  },
};
const ONE_OR_MORE: BodySchema = {
  description: '`error` when a permission is missing, `errors` when the record is inaccessible',
  oneOf: [ONE_TEXT, SEVERAL],
};

/**
 * The texts that clients of the contract compare. If the request used other credentials, the text explains their
 * problem. See rules compliance-2, compliance-12.
 */
function toTexts(
  error: ApiError,
  identityHeader: string,
  hasCredentials: boolean,
): { error: string } | { errors: readonly string[] } {
  const { kind } = error;
  if (kind === CommonError.session_required)
    return { error: `Authentication error: Error parsing the ${identityHeader} header` };
  if (kind.status === 401 && hasCredentials) return { error: `Authentication error: ${error.detail}` };
  if (kind.status === 401) return { error: `Authentication error: ${identityHeader} header should be provided` };
  if (kind === CommonError.insufficient_scope)
    return { error: 'Authorization error: User is not authorized to view this page' };
  if (kind === CommonError.internal_error) return { errors: ['Internal server error'] };
  if (kind === CommonError.payload_too_large) return { errors: ['Request body is too large'] };
  return { errors: error.details };
}

/**
 * Errors in the format of the compliance contract: `{"errors": [text, …]}`, and `{"error": text}` for 401 and 403.
 * @param vendorTokens setting VENDOR_TOKEN; the first token of the list names the identity header in the texts
 */
export function complianceRenderer(vendorTokens: string): ErrorRenderer {
  const identityHeader = `X-${vendorTokens.split(',', 1)[0]!.trim().toUpperCase()}-IDENTITY`;
  return {
    render: (error, { request }): ErrorBody => ({
      contentType: `${MEDIA_TYPE}; charset=utf-8`,
      text: JSON.stringify(toTexts(error, identityHeader, request.headers.authorization !== undefined)),
    }),
    describe: (status) => ({ [MEDIA_TYPE]: status === 401 ? ONE_TEXT : status === 403 ? ONE_OR_MORE : SEVERAL }),
  };
}
