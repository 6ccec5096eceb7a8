import './administer-plugins.suite';
import './concurrent-scans.suite';
import './deploy-plugin.suite';
import './descriptor-files.suite';
import './large-plugin.suite';
import './scan-plugins.suite';
