import 'reflect-metadata';
import { SystemClock } from '@wardstone/clock';
import { loadConfig } from '@wardstone/config';
import { Agent } from './agent';
import { AgentConfig } from './agent.config';
import { createLogger } from './logger';
import { ThisMachine } from './machine/this-machine';

function readConfig(): Readonly<AgentConfig> {
  try {
    return loadConfig(AgentConfig);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
}

/** Each hung read of a file system blocks a thread of Node.js, which has four by default. */
const FILE_THREADS = '16';

async function main(): Promise<void> {
  process.env['UV_THREADPOOL_SIZE'] ??= FILE_THREADS;
  const config = readConfig();
  const logger = createLogger(config.LOG_LEVEL);
  const clock = new SystemClock();
  const agent = new Agent({ config, machine: new ThisMachine(clock), logger, clock });
  const stop = (reason: string): void => {
    logger.info({ reason }, 'stopping');
    void agent.stop().then(() => process.exit(0));
  };
  process.once('SIGTERM', () => stop('SIGTERM'));
  process.once('SIGINT', () => stop('SIGINT'));
  // With an IPC channel, which closes when the parent dies, even by kill -9.
  process.once('disconnect', () => stop('parent gone'));
  try {
    await agent.run();
  } catch (error) {
    logger.fatal({ error }, 'the agent cannot continue');
    process.exit(1);
  }
}

void main();
