import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** How many policies an organisation has for a profile. No key to profile: the policies that are counted have one. */
@Entity('policy_tally')
@Check('ck_policy_tally_policy_count', 'policy_count >= 0')
@ForeignKey('account', ['org_id'], ['org_id'], { name: 'fk_policy_tally_org_id' })
export class PolicyTallyEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  org_id!: string;

  @PrimaryColumn({ type: 'uuid' })
  profile_id!: string;

  @Column({ type: 'integer' })
  policy_count!: number;
}
