import { Check, Entity, PrimaryColumn } from 'typeorm';

/** Slices, by their first hour, whose row is missing or out of date; each is rolled up after its end. */
@Entity('metric_roll_up_due')
@Check('ck_metric_roll_up_due_tier', "tier IN ('1h', '6h', '24h')")
export class MetricRollUpDueEntity {
  @PrimaryColumn({ type: 'text' })
  tier!: '1h' | '6h' | '24h';

  @PrimaryColumn({ type: 'integer' })
  hour!: number;

  @PrimaryColumn({ type: 'integer' })
  schedule_id!: number;
}
