import { ApiError, CommonError, ComplianceError } from '@wardstone/errors';
import { DocumentError, timedOut } from '@wardstone/scap';

const QUERY_CANCELED = '57014';

export function toApiError(error: unknown): unknown {
  // A statement exceeded its timeout.
  if ((error as { code?: string }).code === QUERY_CANCELED) return toApiError(timedOut());
  if (!(error instanceof DocumentError)) return error;
  switch (error.kind) {
    case 'invalid':
      return new ApiError(ComplianceError.invalid_document, `Invalid document: ${error.message}`);
    case 'too_large':
      return new ApiError(CommonError.payload_too_large, error.message);
    case 'timed_out':
      return new ApiError(ComplianceError.processing_timed_out, error.message);
  }
}
