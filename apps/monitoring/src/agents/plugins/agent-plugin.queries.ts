import { Queries } from '@wardstone/database';

export interface AgentPluginRow {
  name: string;
  version: string;
  md5: string;
}

const ENABLED = `p.is_enabled AND p.status = 'INSTALLED'`;

export class AgentPluginQueries extends Queries {
  /** In the order of their names. */
  listEnabled(): Promise<AgentPluginRow[]> {
    return this.db.query<AgentPluginRow>(
      `SELECT p.name, p.version, p.md5 FROM plugin p WHERE ${ENABLED} ORDER BY p.name`,
    );
  }

  /** Key of the package of an enabled plugin. */
  async findContent(name: string): Promise<string | undefined> {
    const [row] = await this.db.query<{ content: string }>(
      `SELECT p.content FROM plugin p WHERE p.name = $1 AND ${ENABLED}`,
      [name],
    );
    return row?.content;
  }
}
