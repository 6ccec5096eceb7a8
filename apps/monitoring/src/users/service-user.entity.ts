import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A login that has used the service, or may use it according to the gateway. */
@Entity('service_user')
export class ServiceUserEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'text' })
  login!: string;

  @Column({ type: 'text', nullable: true })
  tel!: string | null;

  @Column({ type: 'text', nullable: true })
  email!: string | null;

  @Column({ type: 'text', nullable: true })
  first_name!: string | null;

  @Column({ type: 'text', nullable: true })
  last_name!: string | null;

  @Column({ type: 'timestamptz' })
  created_at!: Date;

  /** Subject of the login; null if it was last used before subjects were stored. */
  @Column({ type: 'text', nullable: true })
  subject!: string | null;

  @Column({ type: 'text', array: true, default: [] })
  roles!: string[];

  /** Kind of account; null if it was last used before this column was added. */
  @Column({ type: 'text', nullable: true })
  type!: 'User' | 'ServiceAccount' | 'System' | null;

  /** When the account was removed or disabled at the gateway; null while it is active. */
  @Column({ type: 'timestamptz', nullable: true })
  ended_at!: Date | null;
}
