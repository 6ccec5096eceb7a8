import { Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** An organisation, from its first record on, and how many policies it has. */
@Entity('account')
@Unique('uq_account_org_id', ['org_id'])
export class AccountEntity {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column({ type: 'text', collation: 'C' })
  org_id!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created_at!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  updated_at!: Date;

  @Column({ type: 'integer', default: 0 })
  policy_count!: number;
}
