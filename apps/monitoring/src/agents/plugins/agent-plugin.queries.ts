import { Queries } from '@wardstone/database';
import type { AgentPlugin } from '@wardstone/dto/monitoring';

const ENABLED = `p.is_enabled AND p.status = 'INSTALLED'`;

export class AgentPluginQueries extends Queries {
  /** Sorted by name. */
  listEnabled(): Promise<AgentPlugin[]> {
    return this.db.query<AgentPlugin>(`SELECT p.name, p.version, p.md5 FROM plugin p WHERE ${ENABLED} ORDER BY p.name`);
  }

  /** Content key of an enabled plugin's package. */
  findContent(name: string): Promise<string | undefined> {
    return this.db.value<string>(`SELECT p.content FROM plugin p WHERE p.name = $1 AND ${ENABLED}`, [name]);
  }
}
