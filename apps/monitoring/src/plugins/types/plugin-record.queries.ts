import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import type { PluginDescriptor } from '../descriptor/plugin-model';
import { PluginEntity } from '../plugin.entity';

/** The package a plugin is registered from. */
export interface RegisteredPackage {
  readonly fileName: string;
  readonly version: string;
  readonly md5: string;
  /** Key in the content store. */
  readonly content: string;
  readonly descriptorText: string;
  readonly modifiedMs: number;
}

/** The SQL of the table `plugin` in a registration. */
@Injectable()
export class PluginRecordQueries {
  /** Stores a plugin, enabled if it is new. Returns its id. @param id of the one that is registered already */
  async store(
    tx: Transaction,
    id: number | undefined,
    { name, displayName, description, help, agentDetails }: PluginDescriptor,
    { version, fileName, md5, content, descriptorText, modifiedMs }: RegisteredPackage,
  ): Promise<number> {
    const stored = await tx.repository(PluginEntity).save({
      ...(id === undefined ? {} : { id }),
      ...{ name, display_name: displayName, description, help, agent_details: agentDetails },
      ...{ version, file_name: fileName, md5, content, descriptor: descriptorText },
      modified_at: new Date(modifiedMs),
    });
    return stored.id;
  }

  async replaceDependencies(tx: Transaction, id: number, { dependencies }: PluginDescriptor): Promise<void> {
    await tx.query(`DELETE FROM plugin_dependency d WHERE d.plugin_id = $1`, [id]);
    await tx.query(
      `INSERT INTO plugin_dependency (plugin_id, depends_on, is_required)
       SELECT $1, i.depends_on, i.is_required FROM unnest($2::text[], $3::boolean[]) AS i(depends_on, is_required)`,
      [id, dependencies.map(({ plugin }) => plugin), dependencies.map(({ isRequired }) => isRequired)],
    );
  }
}
