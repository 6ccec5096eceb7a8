import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A request that may have changed something, or was refused because of its sender. Partitioned by month; the role of
 * the service may insert and read, not update or delete.
 */
@Entity('audit_event')
export class AuditEventEntity {
  @PrimaryColumn({ type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS' })
  id!: number;

  @PrimaryColumn({ type: 'timestamptz' })
  occurred_at!: Date;

  @Column({ type: 'text' })
  service!: string;

  @Column({ type: 'text', collation: 'C', nullable: true })
  username!: string | null;

  @Column({ type: 'text', collation: 'C', nullable: true })
  org_id!: string | null;

  @Column({ type: 'text', collation: 'C', nullable: true })
  subject!: string | null;

  /** Issuer of the name; null for local accounts. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  issuer!: string | null;

  /** How the request authenticated. */
  @Column({ type: 'text', nullable: true })
  login!: string | null;

  /** Account that refused credentials name; `?` if it does not exist. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  claimed!: string | null;

  @Column({ type: 'text' })
  address!: string;

  @Column({ type: 'text' })
  request_id!: string;

  @Column({ type: 'text' })
  method!: string;

  /** Path and query. */
  @Column({ type: 'text', collation: 'C' })
  target!: string;

  @Column({ type: 'jsonb' })
  facts!: object;

  @Column({ type: 'text' })
  outcome!: string;

  @Column({ type: 'integer' })
  status!: number;

  @Column({ type: 'text', nullable: true })
  location!: string | null;

  @Column({ type: 'text', nullable: true })
  error_type!: string | null;
}
