import { itRollsUp } from './metric-roll-up.suite';
import { useMonitoringDatabase } from '../../../test/monitoring-database';

const db = useMonitoringDatabase();

describe('roll-ups', () => itRollsUp(db));
