import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A plugin that another one needs. */
@Entity('plugin_dependency')
@ForeignKey('plugin', ['plugin_id'], ['id'], { name: 'fk_plugin_dependency_plugin_id', onDelete: 'CASCADE' })
@Index('ix_plugin_dependency_depends_on', ['depends_on'])
export class PluginDependencyEntity {
  @PrimaryColumn({ type: 'integer' })
  plugin_id!: number;

  @PrimaryColumn({ type: 'text' })
  depends_on!: string;

  @Column({ type: 'boolean' })
  is_required!: boolean;
}
