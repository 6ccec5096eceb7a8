import { useInstallation } from '../installation';
import { describeCommands } from './commands.suite';
import { describeDeclarative } from './declarative.suite';
import { describeExample } from './example.suite';
import { useHands } from './hands';
import { describePackage } from './package.suite';

describe('the command line', () => {
  const system = useInstallation(() => ({ RATE_LIMIT: 'off' }));
  const hands = useHands(system);

  describeCommands(system, hands);
  describeExample(system, hands);
  describeDeclarative(system, hands);
  describePackage(system);
});
