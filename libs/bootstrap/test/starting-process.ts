import { loadConfig, ServiceConfig } from '@wardstone/config';
import { problemDetailsRenderer } from '@wardstone/errors';
import { runService } from '../src/run-service';

/**
 * Run by start-server.spec.ts: a service that waits for ever, and prints the responses of its own `/livez` until then.
 */
const config = loadConfig(ServiceConfig, process.env);

const printLivez = async (step: string): Promise<void> => {
  const state = await fetch(`http://127.0.0.1:${config.PORT}/livez`).then(
    ({ status }) => status,
    () => 'unreachable',
  );
  process.stdout.write(`${step}: ${state}\n`);
};

class NoModule {}

void runService(
  'error-registry',
  () => config,
  async () => {
    await printLivez('defining');
    return {
      name: 'error-registry',
      api: { title: 'Things', description: 'For tests' },
      config,
      module: NoModule,
      renderer: problemDetailsRenderer,
      jsonBody: { mediaTypes: ['application/json'], limitBytes: 1024 },
      findStartGap: async () => {
        await printLivez('looking');
        return process.env.GAP;
      },
    };
  },
);
