/** Channel on which replicas receive which agent there is news for: its name, alone for work, else with the news in a second line. */
export const WORK_CHANNEL = 'agent_work';

/** What an agent that waits for work hears of at once: that there is some, or that a person changed what it looks after. */
export type AgentNews = 'WORK' | 'INVENTORY';

/** Payload of a notification. Pure. */
export function newsText(agent: string, news: AgentNews): string {
  return news === 'WORK' ? agent : `${agent}\n${news}`;
}

/** Reads a payload. Pure. */
export function parseNews(payload: string): { agent: string; news: AgentNews } {
  const [agent = '', news] = payload.split('\n');
  return { agent, news: news === 'INVENTORY' ? news : 'WORK' };
}

export type WorkKind = 'operation' | 'createResource' | 'deleteResource' | 'cancel' | 'discover' | 'updatePlugins';
