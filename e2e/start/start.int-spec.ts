import { itWithBrowser } from '@wardstone/testing';
import { useInstallation } from '../installation';
import { openConsole } from '../running/console-page';
import { describeContract } from './contract.suite';
import { describeFirstMinutes } from './first-minutes.suite';
import { describeTracing, useCollector } from './tracing.suite';

describe('one start of the product', () => {
  const collector = useCollector();
  const system = useInstallation(async () => ({
    RATE_LIMIT: 'off',
    OTEL_EXPORTER_OTLP_ENDPOINT: (await collector()).url,
  }));

  describeContract(system);
  describeFirstMinutes(system);
  describeTracing(system, collector);

  itWithBrowser('opens the console after the first login', async () => {
    const console = await openConsole(system());
    try {
      await console?.open('/overview');
      await console?.see('Overview');
    } finally {
      await console?.close();
    }
  });
});
