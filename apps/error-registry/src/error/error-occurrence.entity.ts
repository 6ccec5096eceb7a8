import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** One of the newest occurrences of an error type. */
@Entity('error_occurrence')
@ForeignKey('error_type', ['type'], ['type'], { name: 'fk_error_occurrence_type', onDelete: 'CASCADE' })
@Index('ix_error_occurrence_occurred_at', ['occurred_at'])
// (type, occurred_at DESC, id DESC)
@Index('ix_error_occurrence_type_occurred_at', { synchronize: false })
export class ErrorOccurrenceEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'text', collation: 'C' })
  type!: string;

  @Column({ type: 'timestamptz' })
  occurred_at!: Date;

  @Column({ type: 'text' })
  service!: string;

  @Column({ type: 'integer' })
  status!: number;

  @Column({ type: 'text' })
  request_id!: string;

  @Column({ type: 'text' })
  route!: string;
}
