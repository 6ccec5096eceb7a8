import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A value of a trait and since when it holds. */
@Entity('trait_value')
@Check('ck_trait_value_value', 'octet_length(value) <= 4000')
@ForeignKey('metric_schedule', ['schedule_id'], ['id'], { name: 'fk_trait_value_schedule_id', onDelete: 'CASCADE' })
@Index('ix_trait_value_time_ms', ['time_ms'])
export class TraitValueEntity {
  @PrimaryColumn({ type: 'integer' })
  schedule_id!: number;

  @PrimaryColumn({ type: 'bigint' })
  time_ms!: number;

  @Column({ type: 'text' })
  value!: string;
}
