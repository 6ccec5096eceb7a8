import fs from 'node:fs';
import type { AgentConfig } from '../agent.config';

/** The account of the settings; undefined when a token is to give one. @throws when the file of the password cannot be read */
export function credentialsOf(config: Readonly<AgentConfig>): { username: string; password: string } | undefined {
  const { AGENT_USER: username, AGENT_PASSWORD: given, AGENT_PASSWORD_FILE: file } = config;
  const password = file === undefined ? given : fs.readFileSync(file, 'utf8').trim();
  return username !== undefined && password !== undefined ? { username, password } : undefined;
}
