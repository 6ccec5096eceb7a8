import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** Durations of calls to one destination during a span of time. */
@Entity('call_time')
@Check('ck_call_time_end_ms', 'end_ms >= begin_ms')
@ForeignKey('metric_schedule', ['schedule_id'], ['id'], { name: 'fk_call_time_schedule_id', onDelete: 'CASCADE' })
@Index('ix_call_time_end_ms', ['end_ms'], { type: 'brin' })
@Index('ix_call_time_schedule_id_begin_ms', ['schedule_id', 'begin_ms'])
export class CallTimeEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'bigint' })
  begin_ms!: number;

  @Column({ type: 'bigint' })
  end_ms!: number;

  @Column({ type: 'integer' })
  schedule_id!: number;

  @Column({ type: 'integer' })
  call_count!: number;

  @Column({ type: 'double precision' })
  total_ms!: number;

  @Column({ type: 'double precision' })
  min_ms!: number;

  @Column({ type: 'double precision' })
  max_ms!: number;

  @Column({ type: 'text' })
  destination!: string;
}
