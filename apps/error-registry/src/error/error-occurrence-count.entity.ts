import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Only the newest occurrences are kept as rows, so the number of all of them is counted beside, minute by minute. */
@Entity('error_occurrence_count')
@ForeignKey('error_type', ['type'], ['type'], { name: 'fk_error_occurrence_count_type', onDelete: 'CASCADE' })
@Index('ix_error_occurrence_count_minute', ['minute'])
export class ErrorOccurrenceCountEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  type!: string;

  @PrimaryColumn({ type: 'timestamptz' })
  minute!: Date;

  @Column({ type: 'bigint' })
  occurrences!: number;
}
