import { Injectable, type PipeTransform } from '@nestjs/common';
import { ApiError, ERROR_TYPE_PATTERN, RegistryError } from '@wardstone/errors';
import { OWN_LANGUAGE, parseLanguageTag } from './domain/language';

/** Lets the name of an error type through. @throws malformed_error_type */
@Injectable()
export class ErrorTypePipe implements PipeTransform<string, string> {
  transform(value: string): string {
    if (ERROR_TYPE_PATTERN.test(value)) return value;
    throw new ApiError(RegistryError.malformed_error_type);
  }
}

/** Turns a BCP 47 tag other than English into its canonical form. @throws malformed_language_tag */
@Injectable()
export class LanguageTagPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    const tag = parseLanguageTag(value);
    if (tag !== undefined && tag !== OWN_LANGUAGE) return tag;
    throw new ApiError(RegistryError.malformed_language_tag);
  }
}
