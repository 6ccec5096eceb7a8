import { ErrorOccurrenceCountEntity } from './error/error-occurrence-count.entity';
import { ErrorOccurrenceEntity } from './error/error-occurrence.entity';
import { ErrorTranslationEntity } from './error/error-translation.entity';
import { ErrorTypeEntity } from './error/error-type.entity';

/** One entity for each table of the service. */
export const ENTITIES = [
  ErrorOccurrenceEntity,
  ErrorOccurrenceCountEntity,
  ErrorTranslationEntity,
  ErrorTypeEntity,
] as const;
