import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** An event of a resource. */
@Entity('event')
@Check('ck_event_severity', "severity IN ('DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL')")
@ForeignKey('event_source', ['source_id'], ['id'], { name: 'fk_event_source_id', onDelete: 'CASCADE' })
@Index('ix_event_source_id_id', ['source_id', 'id'])
@Index('ix_event_source_id_time_ms', ['source_id', 'time_ms'])
@Index('ix_event_time_ms', ['time_ms'], { type: 'brin' })
export class EventEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'bigint' })
  time_ms!: number;

  @Column({ type: 'integer' })
  source_id!: number;

  @Column({ type: 'text' })
  severity!: 'DEBUG' | 'INFO' | 'WARN' | 'ERROR' | 'FATAL';

  @Column({ type: 'text' })
  detail!: string;
}
