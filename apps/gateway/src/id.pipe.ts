import { ParseUUIDPipe } from '@nestjs/common';
import { ApiError, CommonError } from '@wardstone/errors';

/** Ids are UUIDs, and nothing has another one. */
export class IdPipe extends ParseUUIDPipe {
  /** @param unknown says that there is no such thing */
  constructor(unknown: string) {
    super({ exceptionFactory: () => new ApiError(CommonError.not_found, unknown) });
  }
}
