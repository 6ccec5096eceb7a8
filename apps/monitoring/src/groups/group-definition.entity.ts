import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A definition that keeps a family of resource groups up to date. */
@Entity('group_definition')
@Check('ck_group_definition_recalc_interval_ms', '(recalc_interval_ms = 0) OR (recalc_interval_ms >= 60000)')
// (lower(name))
@Index('uq_group_definition_name', { synchronize: false })
export class GroupDefinitionEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text', nullable: true })
  description!: string | null;

  @Column({ type: 'text', array: true })
  expression!: string[];

  @Column({ type: 'bigint' })
  recalc_interval_ms!: number;

  @Column({ type: 'boolean' })
  is_recursive!: boolean;

  @Column({ type: 'bigint' })
  modified_ms!: number;

  @Column({ type: 'bigint', nullable: true, comment: 'When the last calculation began' })
  calculated_ms!: number | null;
}
