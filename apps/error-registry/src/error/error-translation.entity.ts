import { Entity, PrimaryColumn } from 'typeorm';
import { ErrorTexts } from './error-type.entity';

/** The texts of an error type in another language. */
@Entity('error_translation')
export class ErrorTranslationEntity extends ErrorTexts {
  /** Canonical BCP 47 tag. */
  @PrimaryColumn({ type: 'text', collation: 'C' })
  language!: string;
}
