/**
 * Channel on which replicas receive news for an agent: its name for work, or its name with the kind of news in a second
 * line.
 */
export const WORK_CHANNEL = 'agent_work';

/** News for a polling agent: new work, or a change of its inventory by a person. */
export type AgentNews = 'WORK' | 'INVENTORY';

/** Writes the payload of a notification. Pure. */
export function newsText(agent: string, news: AgentNews): string {
  return news === 'WORK' ? agent : `${agent}\n${news}`;
}

/** Parses the payload of a notification. Pure. */
export function parseNews(payload: string): { agent: string; news: AgentNews } {
  const [agent = '', news] = payload.split('\n');
  return { agent, news: news === 'INVENTORY' ? news : 'WORK' };
}

export type WorkKind = 'operation' | 'createResource' | 'deleteResource' | 'cancel' | 'discover' | 'updatePlugins';
