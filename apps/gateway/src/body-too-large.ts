import { ApiError, CommonError } from '@wardstone/errors';
import { valueText } from '@wardstone/units';

/** A body beyond the limit of its operation; the message contains the limit. */
export function bodyTooLarge(limitBytes: number): ApiError {
  const limit = valueText(limitBytes, { unit: 'BYTES' });
  return new ApiError(CommonError.payload_too_large, `The body is larger than ${limit}, the limit of this operation.`);
}
