import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('plugin_push', { comment: 'When agents are to fetch plugins; those that ask for work after that are told' })
export class PluginPushEntity {
  @PrimaryGeneratedColumn('uuid')
  handle!: string;

  @Column({ type: 'bigint' })
  due_ms!: number;

  @Column({ type: 'text' })
  requested_by!: string;
}
