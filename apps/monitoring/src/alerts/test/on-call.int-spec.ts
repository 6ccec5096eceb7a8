import './escalation-of-many.suite';
import './on-call-rights.suite';
import './escalation.suite';
import './alert-links.suite';
