import { secretOf } from '@wardstone/config';
import type { AgentConfig } from '../agent.config';
import type { Credentials } from './server-api';

/** The account of an agent from before there were keys. @throws when the file of the password cannot be read */
export function credentialsOf(config: Readonly<AgentConfig>): Credentials | undefined {
  const { AGENT_USER: username, AGENT_PASSWORD: given, AGENT_PASSWORD_FILE: file } = config;
  const password = secretOf(given, file);
  return username !== undefined && password !== undefined ? { username, password } : undefined;
}

/** @throws when the file cannot be read */
export function joinTokenOf({ AGENT_TOKEN, AGENT_TOKEN_FILE }: Readonly<AgentConfig>): string | undefined {
  return secretOf(AGENT_TOKEN, AGENT_TOKEN_FILE);
}
