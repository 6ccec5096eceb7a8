/** What an installation lets its agents do. */
export interface AgentSettings {
  /** Whether they may import what they discovered. */
  mayImport: boolean;
}

export const AGENT_SETTINGS = Symbol('AgentSettings');
