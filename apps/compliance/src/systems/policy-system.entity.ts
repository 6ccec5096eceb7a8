import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A system that is assigned to a policy. */
@Entity('policy_system')
@ForeignKey('policy', ['org_id', 'policy_id'], ['org_id', 'id'], {
  name: 'fk_policy_system_policy_id',
  onDelete: 'CASCADE',
})
@ForeignKey('system', ['org_id', 'system_id'], ['org_id', 'id'], {
  name: 'fk_policy_system_system_id',
  onDelete: 'CASCADE',
})
@Index('ix_policy_system_system_id', ['system_id', 'policy_id'])
export class PolicySystemEntity {
  @PrimaryColumn({ type: 'uuid' })
  policy_id!: string;

  @PrimaryColumn({ type: 'uuid' })
  system_id!: string;

  @Column({ type: 'text', collation: 'C' })
  org_id!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created_at!: Date;
}
