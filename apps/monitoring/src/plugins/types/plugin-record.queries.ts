import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import type { PluginDescriptor } from '../descriptor/plugin-model';

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
  /** Stores a plugin that is new; it is enabled. Returns its id. */
  async insert(tx: Transaction, descriptor: PluginDescriptor, from: RegisteredPackage): Promise<number> {
    const [row] = await tx.query<{ id: number }>(
      `INSERT INTO plugin (name, display_name, description, help, agent_details, version, file_name, md5, content,
                           descriptor, modified_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, to_timestamp($11::float8 / 1000))
       RETURNING id`,
      [descriptor.name, ...described(descriptor), ...packaged(from)],
    );
    return row!.id;
  }

  /** An upgrade: all but the id and whether the plugin is enabled. */
  async update(tx: Transaction, id: number, descriptor: PluginDescriptor, from: RegisteredPackage): Promise<void> {
    await tx.query(
      `UPDATE plugin
          SET display_name = $2, description = $3, help = $4, agent_details = $5, version = $6, file_name = $7,
              md5 = $8, content = $9, descriptor = $10, modified_at = to_timestamp($11::float8 / 1000)
        WHERE id = $1`,
      [id, ...described(descriptor), ...packaged(from)],
    );
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

function described({ displayName, description, help, agentDetails }: PluginDescriptor): unknown[] {
  return [displayName, description, help, JSON.stringify(agentDetails)];
}

function packaged({ version, fileName, md5, content, descriptorText, modifiedMs }: RegisteredPackage): unknown[] {
  return [version, fileName, md5, content, descriptorText, modifiedMs];
}
