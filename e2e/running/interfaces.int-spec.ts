import { FUZZED_SETTINGS } from '../../tools/fuzz/campaign';
import { useInstallation } from '../installation';
import { describeAuthorisation } from './authorisation.suite';
import { describeBrowser } from './browser.suite';
import { describeDocuments } from './documents.suite';
import { describeExamples } from './examples.suite';
import { describeOddRequests } from './odd-requests.suite';
import { describeSwaggerUi } from './swagger-ui.suite';

describe('the interfaces of the running product', () => {
  const system = useInstallation(() => FUZZED_SETTINGS);

  describeDocuments(system);
  describeAuthorisation(system);
  describeBrowser(system);
  describeSwaggerUi(system);
  describeExamples(system);
  describeOddRequests(system);
});
