import './escalation-of-many.suite';
import './on-call-rights.suite';
import './escalation.suite';
import '../../notifications/test/action-links.suite';
import './calendar-feeds.suite';
import './on-call-messages.suite';
import './on-call-people.suite';
