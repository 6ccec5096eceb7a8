import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The texts of an error type in another language. */
@Entity('error_translation')
export class ErrorTranslationEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  type!: string;

  /** Canonical BCP 47 tag. */
  @PrimaryColumn({ type: 'text', collation: 'C' })
  language!: string;

  @Column({ type: 'text' })
  description!: string;

  @Column({ type: 'text', array: true })
  causes!: string[];

  @Column({ type: 'text', array: true })
  resolution!: string[];
}
