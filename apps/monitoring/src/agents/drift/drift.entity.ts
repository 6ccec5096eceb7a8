import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** One file that drifted. */
@Entity('drift')
@Check('ck_drift_category', "category IN ('FILE_ADDED', 'FILE_CHANGED', 'FILE_REMOVED')")
@ForeignKey('drift_change_set', ['drift_change_set_id'], ['id'], {
  name: 'fk_drift_drift_change_set_id',
  onDelete: 'CASCADE',
})
@Index('ix_drift_drift_change_set_id', ['drift_change_set_id'])
export class DriftEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'integer' })
  drift_change_set_id!: number;

  @Column({ type: 'text' })
  category!: 'FILE_ADDED' | 'FILE_CHANGED' | 'FILE_REMOVED';

  @Column({ type: 'text' })
  path!: string;
}
