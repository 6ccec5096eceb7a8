import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** A span of time during which the availability of a resource was the same; the last one is open. */
@Entity('availability_record')
@Check('ck_availability_record_type', "type IN ('UP', 'DOWN', 'DISABLED', 'UNKNOWN')")
@Check('ck_availability_record_until_ms', 'until_ms > since_ms')
@Unique('uq_availability_record_resource_id_since_ms', ['resource_id', 'since_ms'])
@ForeignKey('resource', ['resource_id'], ['id'], { name: 'fk_availability_record_resource_id', onDelete: 'CASCADE' })
@Index('ix_availability_record_until_ms', ['until_ms'], { where: 'until_ms IS NOT NULL' })
@Index('uq_availability_record_open', ['resource_id'], { unique: true, where: 'until_ms IS NULL' })
export class AvailabilityRecordEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'integer' })
  resource_id!: number;

  @Column({ type: 'text' })
  type!: 'UP' | 'DOWN' | 'DISABLED' | 'UNKNOWN';

  @Column({ type: 'bigint' })
  since_ms!: number;

  @Column({ type: 'bigint', nullable: true })
  until_ms!: number | null;
}
