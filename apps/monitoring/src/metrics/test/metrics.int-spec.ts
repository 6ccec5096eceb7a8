import './schedules.suite';
import '../call-times/test/call-times.suite';
import './broken-body.suite';
import './metric-charts.suite';
import './metric-definitions.suite';
import './metric-pages.suite';
import './metric-schedules.suite';
import './traits-and-baselines.suite';
