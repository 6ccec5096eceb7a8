import { Check, Column, Entity, ForeignKey, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** What one run of a drift definition found. */
@Entity('drift_change_set')
@Check('ck_drift_change_set_version', 'version >= 0')
@Unique('uq_drift_change_set_drift_definition_id_version', ['drift_definition_id', 'version'])
@ForeignKey('drift_definition', ['drift_definition_id'], ['id'], {
  name: 'fk_drift_change_set_drift_definition_id',
  onDelete: 'CASCADE',
})
export class DriftChangeSetEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'integer' })
  drift_definition_id!: number;

  @Column({ type: 'integer', comment: '0 lists what was there at first' })
  version!: number;

  @Column({ type: 'boolean' })
  is_in_compliance!: boolean;

  @Column({ type: 'bigint' })
  created_ms!: number;
}
