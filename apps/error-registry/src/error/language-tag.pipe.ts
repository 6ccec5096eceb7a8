import { Injectable, type PipeTransform } from '@nestjs/common';
import { ApiError, RegistryError } from '@wardstone/errors';
import { OWN_LANGUAGE, parseLanguageTag } from './domain/language';

/** Turns a BCP 47 tag other than English into its canonical form. @throws malformed_language_tag */
@Injectable()
export class LanguageTagPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    const tag = parseLanguageTag(value);
    if (tag !== undefined && tag !== OWN_LANGUAGE) return tag;
    throw new ApiError(RegistryError.malformed_language_tag);
  }
}
