import '../../root/test/root.suite';
import '../../status/test/read-status.suite';
import '../../status/test/status.suite';
import './console-links.suite';
import './gate.suite';
import './ignored-parameters.suite';
import './order-of-refusals.suite';
