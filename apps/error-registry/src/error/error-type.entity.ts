import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Texts that explain an error type. */
export abstract class ErrorTexts {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  type!: string;

  @Column({ type: 'text' })
  description!: string;

  @Column({ type: 'text', array: true })
  causes!: string[];

  @Column({ type: 'text', array: true })
  resolution!: string[];
}

/** An error type with its explanation. */
@Entity('error_type')
export class ErrorTypeEntity extends ErrorTexts {
  @Column({ type: 'text', collation: 'C' })
  service!: string;

  @Column({ type: 'integer' })
  status!: number;

  /** {"request": text, "response": text}. */
  @Column({ type: 'jsonb', nullable: true })
  example!: unknown;

  @Column({ type: 'text' })
  since!: string;

  @Column({ type: 'boolean', default: false })
  is_deprecated!: boolean;

  @Column({ type: 'text', array: true, default: [] })
  related!: string[];

  /** Created by an operator through the API; the built-in tables never change it. */
  @Column({ type: 'boolean', default: false })
  is_custom!: boolean;
}
