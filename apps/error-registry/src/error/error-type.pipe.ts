import { Injectable, type PipeTransform } from '@nestjs/common';
import { ApiError, ERROR_TYPE_PATTERN, RegistryError } from '@wardstone/errors';

/** Lets the name of an error type through. @throws malformed_error_type */
@Injectable()
export class ErrorTypePipe implements PipeTransform<string, string> {
  transform(value: string): string {
    if (ERROR_TYPE_PATTERN.test(value)) return value;
    throw new ApiError(RegistryError.malformed_error_type);
  }
}
