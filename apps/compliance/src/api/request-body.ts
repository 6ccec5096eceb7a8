import { StreamedBody } from '@wardstone/bootstrap';
import { CommonError, ComplianceError } from '@wardstone/errors';

/** Whatever body comes along is neither read nor looked at. */
export const IgnoredBody = StreamedBody;

/** What may be wrong with the body of a request that writes. */
export const BODY_ERRORS = [
  ComplianceError.invalid_parameter,
  ComplianceError.invalid_json,
  ComplianceError.record_invalid,
  CommonError.payload_too_large,
  CommonError.too_much_in_progress,
  CommonError.unsupported_media_type,
] as const;
