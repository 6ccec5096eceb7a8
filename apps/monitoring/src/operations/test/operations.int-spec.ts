import './drafts.suite';
import './executions.suite';
import './schedules.suite';
import './approvals.suite';
