import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Exists between a flush and the next fold, hence no index but the key. */
@Entity('metric_log')
export class MetricLogEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  logged_at!: Date;

  @Column({ type: 'integer' })
  point_count!: number;

  @Column({ type: 'bytea' })
  schedule_ids!: Buffer;

  @Column({ type: 'bytea' })
  times!: Buffer;

  @Column({ type: 'bytea' })
  point_values!: Buffer;
}
