import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('built_in_plugin', { comment: 'What was put in the drop box at some start: it is not put there again' })
export class BuiltInPluginEntity {
  @PrimaryColumn({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  md5!: string;
}
