import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Durations of calls to one destination during a span of time. */
@Entity('call_time')
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
