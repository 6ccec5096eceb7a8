import './drafts.suite';
import './executions.suite';
