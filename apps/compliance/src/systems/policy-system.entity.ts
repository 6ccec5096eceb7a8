import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A system that is assigned to a policy. */
@Entity('policy_system')
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
