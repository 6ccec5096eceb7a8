import { ParseUUIDPipe } from '@nestjs/common';
import { ApiError, CommonError } from '@wardstone/errors';

/** Ids are UUIDs, so other texts are unknown ids. */
export class IdPipe extends ParseUUIDPipe {
  /** @param unknown error for an unknown id */
  constructor(unknown: string) {
    super({ exceptionFactory: () => new ApiError(CommonError.not_found, unknown) });
  }
}
