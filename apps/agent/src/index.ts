export { AgentConfig } from './agent.config';
export { pauseMs } from './domain/backoff';
export { AgentKey, makeKey } from './server/agent-key';
