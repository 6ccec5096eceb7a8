import { ApiError, CommonError, ComplianceError, type ErrorMapping } from '@wardstone/errors';
import { FilterError } from '@wardstone/filter-query';
import { ListQueryError } from '@wardstone/pagination';
import { ParameterError } from './domain/parameter-error';

/** Failures outside of our handlers, worded by rules compliance-3, compliance-7, compliance-9, compliance-12. */
export const complianceErrorMapping: ErrorMapping = {
  // Also for a known path with another method: the contract's clients expect no 405 (rule compliance-7).
  routeNotFound: () => new ApiError(CommonError.not_found, 'Not found'),
  malformedUrl: () => new ApiError(ComplianceError.invalid_query_string, 'Invalid query string'),
  malformedBody: () => new ApiError(ComplianceError.invalid_json, 'Invalid JSON in request body'),
  bodyTooLarge: () => new ApiError(CommonError.payload_too_large, 'Request body is too large'),
  unsupportedMediaType: (mediaType) =>
    new ApiError(CommonError.unsupported_media_type, `Unsupported media type: ${mediaType}`),
  refusal: (error) => {
    if (error instanceof FilterError) {
      return new ApiError(ComplianceError.invalid_filter, `Invalid parameter: ${error.message}`);
    }
    if (error instanceof ParameterError) return new ApiError(ComplianceError.invalid_parameter, error.message);
    if (isUniqueViolation(error)) {
      const text = `Duplicate record: ${error.table?.replaceAll('_', ' ')}`;
      return new ApiError(ComplianceError.duplicate_record, text, { cause: error });
    }
    if (!(error instanceof ListQueryError)) return undefined;
    const kind = error.status === 400 ? ComplianceError.invalid_query_string : ComplianceError.invalid_parameter;
    return new ApiError(kind, error.message);
  },
};

/** A unique violation reported by the driver; services handle the expected ones. */
interface UniqueViolation extends Error {
  code: string;
  table?: string;
}

function isUniqueViolation(error: Error): error is UniqueViolation {
  return (error as Partial<UniqueViolation>).code === '23505';
}
