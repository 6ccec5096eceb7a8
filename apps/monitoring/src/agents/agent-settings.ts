/** What an installation lets its agents do. */
export interface AgentSettings {
  /** Whether they may import what they discovered. */
  mayImport: boolean;
  /** How long one may be silent before its machine counts as down. */
  quietTimeoutMs: number;
}

export const AGENT_SETTINGS = Symbol('AgentSettings');
