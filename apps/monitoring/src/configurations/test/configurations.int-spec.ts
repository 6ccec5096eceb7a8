import './configuration-history.suite';
import './packages.suite';
