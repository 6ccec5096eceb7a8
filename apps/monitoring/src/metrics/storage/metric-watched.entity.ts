import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Freshly stored values that a condition looks at, until they were evaluated. */
@Entity('metric_watched')
export class MetricWatchedEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  logged_at!: Date;

  @Column({ type: 'bytea' })
  schedule_ids!: Buffer;

  @Column({ type: 'bytea' })
  times!: Buffer;

  @Column({ type: 'bytea' })
  point_values!: Buffer;
}
