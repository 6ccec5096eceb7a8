import '../../groups/test/group-alerts.suite';
import './acknowledge-several.suite';
import './live-facts.suite';
import './mirrored-recoveries.suite';
import './notifications.suite';
import './operation-sender.suite';
import './templates.suite';
import './vanishing-owners.suite';
