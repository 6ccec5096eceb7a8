import '../../availability/test/availability.suite';
import '../../availability/test/availability-retention.suite';
import '../../plugins/test/resource-types.suite';
import './long-lists.suite';
import './resource-configuration.suite';
import './resource-reads.suite';
import './resource-search.suite';
import './sample-inventory.suite';
