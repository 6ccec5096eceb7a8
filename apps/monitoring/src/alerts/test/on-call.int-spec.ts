import './on-call-rights.suite';
import './escalation.suite';
