import type { ApiError } from '../api-error';
import type { ErrorBody, ErrorRenderer } from '../error-response';
import { CommonError } from '../registry';

const MEDIA_TYPE = 'application/vnd.api+json; charset=utf-8';

/** The texts that clients of the contract compare. Source: compliance spec A2 and A9. */
function textsOf(error: ApiError, identityHeader: string): { error: string } | { errors: readonly string[] } {
  const { kind } = error;
  if (kind === CommonError.session_required)
    return { error: `Authentication error: Error parsing the ${identityHeader} header` };
  if (kind.status === 401) return { error: `Authentication error: ${identityHeader} header should be provided` };
  if (kind === CommonError.insufficient_scope)
    return { error: 'Authorization error: User is not authorized to view this page' };
  if (kind === CommonError.internal_error) return { errors: ['Internal server error'] };
  if (kind === CommonError.payload_too_large) return { errors: ['Request body is too large'] };
  return { errors: error.details };
}

/**
 * Errors as the compliance contract shows them: `{"errors": [text, …]}`, and `{"error": text}` for 401 and 403.
 *
 * @param vendorTokens setting VENDOR_TOKEN; the first of its comma list names the identity header in the texts
 */
export function complianceRenderer(vendorTokens: string): ErrorRenderer {
  const identityHeader = `X-${vendorTokens.split(',', 1)[0]!.trim().toUpperCase()}-IDENTITY`;
  return {
    render: (error): ErrorBody => ({
      contentType: MEDIA_TYPE,
      text: JSON.stringify(textsOf(error, identityHeader)),
    }),
  };
}
