import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('built_in_definition', { comment: 'Placed once; the definition is null once it is gone' })
export class BuiltInDefinitionEntity {
  @PrimaryColumn({ type: 'text' })
  key!: string;

  @Column({ type: 'integer', nullable: true })
  definition_id!: number | null;
}
