import { ErrorTranslationEntity } from './error/error-translation.entity';
import { ErrorTypeEntity } from './error/error-type.entity';

/** The entities of the service; decision 18 names the tables that have none. */
export const ENTITIES = [ErrorTranslationEntity, ErrorTypeEntity] as const;
