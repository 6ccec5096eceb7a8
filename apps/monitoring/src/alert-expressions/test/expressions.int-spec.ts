import './evaluation.suite';
import './rights.suite';
import './recording.suite';
import './batch.suite';
import './rule-groups.suite';
import './alertmanager.suite';
