import { FUZZED_SETTINGS } from '../../tools/fuzz/campaign';
import { useInstallation } from '../installation';
import { describeAuthorisation } from './authorisation.suite';
import { describeBrowser } from './browser.suite';
import { describeConsole } from './console.suite';
import { describeConsoleAdministration } from './console-administration.suite';
import { describeConsoleCare } from './console-care.suite';
import { describeConsoleOidc, useIssuer } from './console-oidc.suite';
import { describeConsolePages } from './console-pages.suite';
import { describeConsoleProblems } from './console-problems.suite';
import { describeConsoleCompliance } from './console-compliance.suite';
import { describeConsoleMonitoring } from './console-monitoring.suite';
import { describeContract } from './contract.suite';
import { describeDocuments } from './documents.suite';
import { describeExamples } from './examples.suite';
import { describeOddRequests } from './odd-requests.suite';
import { describeSwaggerUi } from './swagger-ui.suite';

describe('the interfaces of the running product', () => {
  const issuer = useIssuer();
  const system = useInstallation(async () => ({ ...FUZZED_SETTINGS, ...(await issuer.settings()) }));

  describeDocuments(system);
  describeContract(system);
  describeAuthorisation(system);
  describeBrowser(system);
  describeConsole(system);
  describeConsolePages(system);
  describeConsoleCare(system);
  describeConsoleOidc(system, issuer);
  describeConsoleAdministration(system);
  describeConsoleProblems(system);
  describeConsoleCompliance(system);
  describeConsoleMonitoring(system);
  describeSwaggerUi(system);
  describeExamples(system);
  describeOddRequests(system);
});
