import path from 'node:path';
import type { AgentConfig } from '../agent.config';
import type { Configuration } from './parse-configuration';

/** Settings by which the owner permits more than measuring; empty if there are none. Pure. */
export function permittedSettings(config: Readonly<AgentConfig>): Configuration {
  const { AGENT_LOG_TAIL, AGENT_LOG_FILES, AGENT_SCRIPTS } = config;
  const settings: Readonly<Record<string, readonly string[]>> = {
    AGENT_UNITS: config.AGENT_UNITS,
    AGENT_SIGNALS: config.AGENT_SIGNALS,
    AGENT_LOG_TAIL: AGENT_LOG_TAIL ? AGENT_LOG_FILES : [],
    AGENT_SCRIPTS: AGENT_SCRIPTS === undefined ? [] : [AGENT_SCRIPTS],
    AGENT_CONFIGURATION: config.AGENT_CONFIGURATION,
    AGENT_FILE_ROOTS: config.AGENT_FILE_ROOTS?.split(path.delimiter).filter((root) => root !== '') ?? [],
    AGENT_FILE_TEXTS: config.AGENT_FILE_TEXTS,
    AGENT_PROBE_TARGETS: config.AGENT_PROBE_TARGETS,
  };
  return Object.fromEntries(
    Object.entries(settings)
      .filter(([, values]) => values.length > 0)
      .map(([name, values]) => [name, values.join(', ')]),
  );
}
