import { Injectable, type PipeTransform } from '@nestjs/common';
import { ApiError, ERROR_TYPE_PATTERN, RegistryError } from '@wardstone/errors';
import { OWN_LANGUAGE, parseLanguageTag } from './domain/language';

/**
 * Validates the name of an error type.
 * @throws malformed_error_type
 */
@Injectable()
export class ErrorTypePipe implements PipeTransform<string, string> {
  transform(value: string): string {
    if (ERROR_TYPE_PATTERN.test(value)) return value;
    throw new ApiError(RegistryError.malformed_error_type);
  }
}

/**
 * Converts a BCP 47 tag other than English to its canonical form.
 * @throws malformed_language_tag
 */
@Injectable()
export class LanguageTagPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    const tag = parseLanguageTag(value);
    if (tag !== undefined && tag !== OWN_LANGUAGE) return tag;
    throw new ApiError(RegistryError.malformed_language_tag);
  }
}
