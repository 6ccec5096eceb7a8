import { itWithBrowser } from '@wardstone/testing';
import { useInstallation } from '../installation';
import { openConsole } from '../running/console-page';
import { describeContract } from './contract.suite';
import { describeFirstMinutes } from './first-minutes.suite';

describe('one start of the product', () => {
  const system = useInstallation(() => ({ RATE_LIMIT: 'off' }));

  describeContract(system);
  describeFirstMinutes(system);

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
