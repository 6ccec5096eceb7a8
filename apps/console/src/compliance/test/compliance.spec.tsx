import './downloads.suite';
import './former-result.suite';
import './sample-policy.suite';
import './scans.suite';
import './waiver.suite';
import './trend-summary.suite';
import './uploads.suite';
