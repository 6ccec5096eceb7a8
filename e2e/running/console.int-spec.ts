import { FUZZED_SETTINGS } from '../../tools/fuzz/campaign';
import { useInstallation } from '../installation';
import { describeConsole } from './console.suite';
import { describeConsoleAdministration } from './console-administration.suite';
import { describeConsoleCare } from './console-care.suite';
import { describeConsoleCompliance } from './console-compliance.suite';
import { describeConsoleExceptions } from './console-exceptions.suite';
import { describeConsoleOidc, useIssuer } from './console-oidc.suite';
import { describeConsoleScans } from './console-scans.suite';
import { describeConsoleTasks } from './console-tasks.suite';

describe('the console of the running product', () => {
  const issuer = useIssuer();
  const system = useInstallation(async () => ({ ...FUZZED_SETTINGS, ...(await issuer.settings()) }));

  describeConsole(system);
  describeConsoleCare(system);
  describeConsoleOidc(system, issuer);
  describeConsoleAdministration(system);
  describeConsoleCompliance(system);
  describeConsoleExceptions(system);
  describeConsoleScans(system);
  describeConsoleTasks(system);
});
