import { Column, Entity, ForeignKey, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** A remediation that a guide brings for a rule. */
@Entity('fix')
@Unique('uq_fix_rule_id_system', ['rule_id', 'system'])
@ForeignKey('rule', ['rule_id'], ['id'], { name: 'fk_fix_rule_id', onDelete: 'CASCADE' })
export class FixEntity {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column({ type: 'uuid' })
  rule_id!: string;

  @Column({ type: 'text', collation: 'C' })
  system!: string;

  @Column({ type: 'text', nullable: true })
  strategy!: string | null;

  @Column({ type: 'text', nullable: true })
  disruption!: string | null;

  @Column({ type: 'text', nullable: true })
  complexity!: string | null;

  @Column({ type: 'text' })
  text!: string;

  /** Where the texts of values belong in `text`: FixSubstitution[]. */
  @Column({ type: 'jsonb', default: [] })
  substitutions!: unknown;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created_at!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  updated_at!: Date;
}
