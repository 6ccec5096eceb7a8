import { CommonError } from '@wardstone/errors';

/** How the body of an operation is refused before anything looks at what it says, and when that is malformed. */
export const BODY_ERRORS = [
  CommonError.invalid_request,
  CommonError.payload_too_large,
  CommonError.too_much_in_progress,
  CommonError.unsupported_media_type,
] as const;
