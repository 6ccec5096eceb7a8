import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** A value that rules of a guide export and tailorings may override. */
@Entity('value_definition')
@Unique('uq_value_definition_security_guide_id_ref_id', ['security_guide_id', 'ref_id'])
@ForeignKey('security_guide', ['security_guide_id'], ['id'], {
  name: 'fk_value_definition_security_guide_id',
  onDelete: 'CASCADE',
})
@Index('ix_value_definition_security_guide_id_id', ['security_guide_id', 'id'])
@Index('ix_value_definition_security_guide_id_title', ['security_guide_id', 'title_prefix', 'id'])
export class ValueDefinitionEntity {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column({ type: 'uuid' })
  security_guide_id!: string;

  @Column({ type: 'text', collation: 'C' })
  ref_id!: string;

  @Column({ type: 'text', collation: 'C' })
  title!: string;

  @Column({ type: 'text' })
  description!: string;

  @Column({ type: 'text' })
  value_type!: string;

  @Column({ type: 'text', nullable: true })
  default_value!: string | null;

  @Column({ type: 'text', nullable: true })
  lower_bound!: string | null;

  @Column({ type: 'text', nullable: true })
  upper_bound!: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created_at!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  updated_at!: Date;

  @Column({
    type: 'text',
    nullable: true,
    collation: 'C',
    generatedType: 'STORED',
    asExpression: '"left"(title, 500)',
    insert: false,
    update: false,
  })
  title_prefix!: string | null;
}
