import type { AccountType, RoleName } from '@wardstone/auth';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A local account. */
@Entity('account')
export class AccountEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  username!: string;

  /** The stable identity; unlike the name, it is never reused. */
  @Column({ type: 'text', collation: 'C' })
  subject!: string;

  /** Display name of a person, independent of the login. */
  @Column({ type: 'text', nullable: true })
  name!: string | null;

  @Column({ type: 'text' })
  type!: AccountType;

  @Column({ type: 'text', collation: 'C' })
  org_id!: string;

  @Column({ type: 'text', array: true })
  roles!: RoleName[];

  /** argon2id in PHC string format; null for an account without a password. */
  @Column({ type: 'text', nullable: true })
  password_hash!: string | null;

  /** Random, and replaced with every password, which ends credentials issued before. */
  @Column({ type: 'uuid' })
  credential!: string;

  @Column({ type: 'timestamptz' })
  created_at!: Date;

  /** Subject of the account that created it. */
  @Column({ type: 'text', nullable: true })
  created_by!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  disabled_at!: Date | null;

  /** Group of an agent, from its join token. */
  @Column({ type: 'text', nullable: true })
  join_group!: string | null;

  @Column({ type: 'boolean', default: false })
  auto_import!: boolean;

  /** Whether the agent enrolled with a service-account token of the cluster, and may do so again. */
  @Column({ type: 'boolean', default: false })
  is_of_cluster!: boolean;
}
