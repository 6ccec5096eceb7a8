import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import type { AgentPlugin } from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { type ContentReader, ContentStore } from '../../content/content-store';
import { AgentService } from '../agent.service';
import { AgentPluginQueries } from './agent-plugin.queries';

/** Plugin packages for agents. See rule agents-9. */
@Injectable()
export class AgentPlugins {
  constructor(
    private readonly agents: AgentService,
    private readonly queries: AgentPluginQueries,
    private readonly contents: ContentStore,
  ) {}

  /** @throws agent_not_found, agent_forbidden */
  async list(name: string, caller: CallerIdentity): Promise<AgentPlugin[]> {
    await this.agents.require(name, caller);
    return this.queries.listEnabled();
  }

  /** The package of an enabled plugin. @throws agent_not_found, agent_forbidden, plugin_not_found */
  async open(name: string, plugin: string, caller: CallerIdentity): Promise<ContentReader> {
    await this.agents.require(name, caller);
    const key = await this.queries.findContent(plugin);
    const content = key === undefined ? undefined : await this.contents.open(key);
    if (content) return content;
    throw new ApiError(MonitoringError.plugin_not_found, `No enabled plugin: ${plugin}`);
  }
}
