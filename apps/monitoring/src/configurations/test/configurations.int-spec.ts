import './file-changes.suite';
import './configuration-history.suite';
import './packages.suite';
