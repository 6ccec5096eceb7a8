import { FUZZED_SETTINGS } from '../../tools/fuzz/campaign';
import { useInstallation } from '../installation';
import { describeConsoleExplore } from './console-explore.suite';
import { describeConsoleForms } from './console-forms.suite';
import { describeConsoleGroups } from './console-groups.suite';
import { describeConsoleHost } from './console-host.suite';
import { describeConsoleIntegrations } from './console-integrations.suite';
import { describeConsoleMonitoring } from './console-monitoring.suite';
import { describeConsolePages } from './console-pages.suite';
import { describeConsoleProblems } from './console-problems.suite';
import { describeConsoleResource } from './console-resource.suite';
import { describeConsoleTakeOut } from './console-take-out.suite';

describe('the inventory in the console', () => {
  const system = useInstallation(() => FUZZED_SETTINGS);

  describeConsoleProblems(system);
  describeConsoleIntegrations(system);
  describeConsoleMonitoring(system);
  describeConsoleGroups(system);
  describeConsoleExplore(system);
  describeConsoleResource(system);
  describeConsoleHost(system);
  describeConsoleTakeOut(system);
  describeConsoleForms(system);
  describeConsolePages(system);
});
