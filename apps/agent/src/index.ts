export { AgentConfig } from './agent.config';
export { backoffMs } from './domain/backoff';
export { AgentKey, makeKey } from './server/agent-key';
